/**
 * Valid values that share a request: one that is accepted proves them all. Only a refusal needs a request with one fault;
 * where a shared request is refused, fails or comes back changed, its values are divided until each is alone, and is
 * judged with its control like any other case.
 */
import { isDeepStrictEqual } from "node:util";
import { compose, type Interceptor } from "../../client/send.js";
import {
  materialise,
  originOf,
  placedOn,
  resourceOf,
  type Template,
  templateKind,
} from "../../generators/edits/edit.js";
import { kindOfTemplate } from "../../generators/edits/spread.js";
import { ruleOn } from "../../generators/referee.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { hasStatus, isSuccess, meets } from "../../oracles/outcome.js";
import { ITEM } from "../../schemas/fieldTree.js";
import { groupedBy } from "../../schemas/groups.js";
import { isObject, type Pointer, valueAt } from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { isRefusalOfTheMoment } from "../../schemas/statuses.js";
import { fieldsNamed, fieldsOf } from "../judge/refusedRequests.js";
import { Results } from "../judge/results.js";
import { type Case, type Execution, excused, type Shareable } from "../model.js";
import type { CaseRunner } from "./caseRunner.js";

/** A case with a value that may share a request. */
type ShareableCase = Case & { readonly shareable: Shareable };

/** Cases that share a request. Most hold a single case with its own requests. */
export type Group = readonly [Case, ...Case[]];

function isShareable(testCase: Case): testCase is ShareableCase {
  return testCase.shareable !== undefined;
}

/** Whether a value must be accepted, whatever else is left open. */
function isCertain({ shareable }: ShareableCase): boolean {
  return shareable.isCertain;
}

/**
 * The values whose fields the service names where it refuses all of them, and the others; where it names none, what must be
 * accepted, and what need not be; halves where all are of one kind.
 */
function divided(
  members: readonly ShareableCase[],
  named: ReadonlySet<string>,
): readonly [readonly ShareableCase[], readonly ShareableCase[]] {
  const isNamed = ({ shareable: { edit } }: ShareableCase): boolean => named.has(patternOf(edit.at));
  const blamed = members.filter(isNamed);
  if (blamed.length > 0 && blamed.length < members.length)
    return [blamed, members.filter((member) => !isNamed(member))];
  const certain = members.filter(isCertain);
  if (certain.length > 0 && certain.length < members.length)
    return [certain, members.filter((member) => !isCertain(member))];
  const half = members.length >> 1;
  return [members.slice(0, half), members.slice(half)];
}

/** Whether two places get the same value: then mixing them up would not show. */
function isAlike({ shareable: { edit: one } }: ShareableCase, { shareable: { edit: other } }: ShareableCase): boolean {
  if (one.kind !== "set" || other.kind !== "set") return false;
  return one.value === other.value || (typeof one.value === "object" && isDeepStrictEqual(one.value, other.value));
}

/**
 * Whether a value on which no other field depends says the same in another template of the same family: unless it is the
 * most telling one, it is sent once for a kind of template.
 */
function fitsIn({ tier, shareable: { edit, template } }: ShareableCase, to: Template): boolean {
  return (
    (tier === 0 || kindOfTemplate(template) === kindOfTemplate(to)) &&
    valueAt(to.body ?? undefined, edit.at) !== undefined
  );
}

type Members = [ShareableCase, ...ShareableCase[]];

/** A place of a body, and the places that hold it. */
interface Place {
  readonly own: string;
  readonly above: readonly string[];
}

const places = new WeakMap<Pointer, Place>();

function placeOf({ shareable: { edit } }: ShareableCase): Place {
  const known = places.get(edit.at);
  if (known !== undefined) return known;
  const names = edit.at.map((_, index) => JSON.stringify(edit.at.slice(0, index + 1)));
  const place = { own: names.at(-1) ?? "", above: ["", ...names.slice(0, -1)] };
  places.set(edit.at, place);
  return place;
}

/** Values that share a request: no place contains another, and no value decides whether a service accepts another. */
class SharedRequest {
  readonly members: Members;
  private taken = new Set<string>();
  private above = new Set<string>();
  private influenced = 0;
  private deciding = 0;

  constructor(first: ShareableCase) {
    this.members = [first];
    this.note(first);
  }

  /** Whether a value of the same template fits in. */
  hasRoomFor(member: ShareableCase): boolean {
    const { influence } = member.shareable;
    if (influence !== null && this.deciding > 0) return false;
    if (influence === "decides" && this.influenced > 0) return false;
    const { own, above } = placeOf(member);
    return !this.taken.has(own) && !this.above.has(own) && !above.some((place) => this.taken.has(place));
  }

  /** Whether a value of the same family fits in, whatever its template. */
  canTake(member: ShareableCase): boolean {
    const { shareable } = member;
    return (
      shareable.influence === null && this.hasRoomFor(member) && fitsIn(member, this.members[0].shareable.template)
    );
  }

  add(member: ShareableCase): void {
    this.members.push(member);
    this.note(member);
  }

  remove(member: ShareableCase): void {
    this.members.splice(this.members.indexOf(member), 1);
    this.taken = new Set();
    this.above = new Set();
    this.influenced = 0;
    this.deciding = 0;
    for (const one of this.members) this.note(one);
  }

  private note(member: ShareableCase): void {
    const { influence } = member.shareable;
    if (influence !== null) this.influenced += 1;
    if (influence === "decides") this.deciding += 1;
    const { own, above } = placeOf(member);
    this.taken.add(own);
    for (const place of above) this.above.add(place);
  }
}

/** Dissolves groups of a family whose members find room in the requests of others, the smallest first. */
function withoutSmall(groups: readonly SharedRequest[]): SharedRequest[] {
  const kept = new Set(groups.toSorted((left, right) => left.members.length - right.members.length));
  for (const group of kept) {
    const found: SharedRequest[] = [];
    for (const member of group.members) {
      const place = find(kept, (other) => other !== group && other.canTake(member));
      if (place === undefined) break;
      found.push(place);
    }
    if (found.length < group.members.length) continue;
    for (const [index, member] of group.members.entries()) found[index]?.add(member);
    kept.delete(group);
  }
  return [...kept];
}

function find<T>(items: Iterable<T>, isIt: (item: T) => boolean): T | undefined {
  for (const item of items) if (isIt(item)) return item;
  return undefined;
}

/** Moves values of a family away from where another place has the same one. */
function separateAlike(groups: readonly SharedRequest[]): void {
  for (const group of groups) {
    // The first one has the template of all.
    for (const member of group.members.slice(1)) {
      const isAlone = !group.members.some((other) => other !== member && isAlike(other, member));
      const place = isAlone
        ? undefined
        : groups.find((other) => other.canTake(member) && !other.members.some((one) => isAlike(one, member)));
      if (place === undefined) continue;
      place.add(member);
      group.remove(member);
    }
  }
}

/**
 * Cases in groups that may share a request: values at places that do not overlap, of one template, or of templates of a
 * kind where they say the same. Each value is in one group, and a group takes the place of its first case.
 */
export function inGroups(cases: readonly Case[]): Group[] {
  const groups: (SharedRequest | Group)[] = [];
  const open = new Map<string, SharedRequest[]>();
  for (const testCase of cases) {
    if (!isShareable(testCase)) {
      groups.push([testCase]);
      continue;
    }
    const { template } = testCase.shareable;
    const key = `${template.operation} ${template.id}`;
    const alike = open.get(key) ?? [];
    const group = alike.find((one) => one.hasRoomFor(testCase));
    if (group !== undefined) group.add(testCase);
    else {
      const begun = new SharedRequest(testCase);
      alike.push(begun);
      open.set(key, alike);
      groups.push(begun);
    }
  }
  // The templates that can replace each other: those of one operation with the same type of account.
  const families = groupedBy([...open.values()].flat(), ({ members: [{ shareable }] }) => {
    const { template } = shareable;
    return `${template.operation} ${templateKind(template)}`;
  });
  const isKept = new Set<SharedRequest>();
  for (const family of families.values()) {
    const kept = withoutSmall(family);
    separateAlike(kept);
    for (const group of kept) isKept.add(group);
  }
  return groups.flatMap((group) => {
    if (!(group instanceof SharedRequest)) return [group];
    return isKept.has(group) ? [group.members] : [];
  });
}

/** The location of the field at a place. */
const patternOf = (at: Pointer): string => at.map((step) => (typeof step === "number" ? ITEM : step)).join();

/** The shared request of some cases, as a case that can be run again. */
interface Shared {
  readonly testCase: Case;
  /** Whether it was accepted when it was run last. */
  readonly isAccepted: () => boolean;
  /** The locations of the fields that it was refused for then, as the service says; empty where it says none. */
  readonly named: () => ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** After how many refused shared requests in a row a plain request is tried before another one is divided. */
const REFUSED_IN_A_ROW = 8;
const CLOSED = excused("allowance", "plain requests were refused as well by the time it was sent");

/** @param response whether the form of the answer is judged: what a service may refuse, it may answer in any form */
function shared(members: Members, response: boolean): Shared {
  const [first] = members;
  const { template } = first.shareable;
  const { operation } = template;
  const { requestSchema } = operationOf(operation);
  const id = `${first.id}+${members.length - 1}${response ? "" : " open"}`;
  let accepted = false;
  let named = NONE;

  const sendAt = async (execution: Execution, path: Shareable["template"]["path"]): Promise<void> => {
    const edit = { kind: "several", edits: members.map(({ shareable }) => shareable.edit) } as const;
    const fresh = partnerId(execution.target.run, id, execution.attempt);
    const { wire, sent } = materialise({ ...template, path }, edit, fresh);
    if (sent === undefined || requestSchema === null || !ruleOn(requestSchema, sent).valid) return;
    const exchange = await execution.send(wire);
    const judging = { check: first.check, operation, sent, edit: null, control: null };
    const valid = members.every(isCertain) ? "judged" : undefined;
    execution.judge(exchange, { ...judging, response, echo: true, errors: true, valid });
    accepted = meets(operation, { kind: "accept" }, exchange);
    if (!accepted) {
      if (isObject(sent))
        named = new Set(fieldsNamed(fieldsOf(operation, sent), exchange).map(({ location }) => location.join()));
      return;
    }
    execution.logAnswer("accepted", first.check, template, exchange);
    for (const member of members) {
      execution.recorder.request(member.check);
      if (isCertain(member)) execution.recorder.pass(member.check);
    }
  };

  const testCase: Case = {
    id,
    check: first.check,
    operation,
    effect: "write",
    tier: first.tier,
    isShared: true,
    execute: (execution) => {
      accepted = false;
      named = NONE;
      if (resourceOf(template) === undefined) return sendAt(execution, template.path);
      const work = ({ recipientId }: { readonly recipientId: string }) =>
        sendAt(execution, placedOn(template, recipientId).path);
      return execution.withRecipient(id, templateKind(template), work, originOf(template));
    },
  };
  return { testCase, isAccepted: () => accepted, named: () => named };
}

/** Runs groups of cases that share requests. */
export class SharedRequests {
  /** The shared requests that were sent, as cases that can be run again. */
  readonly cases: Case[] = [];
  /** Checks of which a value was refused alone. */
  private readonly refused = new Set<string>();
  /** How many shared requests of an operation were refused since one was accepted. */
  private readonly inARow = new Map<OperationId, number>();

  constructor(
    private readonly runner: CaseRunner,
    private readonly results: Results,
  ) {}

  async run(group: Group): Promise<void> {
    const shareables = group.filter(isShareable);
    if (shareables.length === 0) await this.runner.first(group[0], this.results);
    else await this.divide(shareables);
  }

  /**
   * Whether an operation that refused so many shared requests refuses a plain one, too: then no part of another one is
   * accepted either, and thousands of requests would show nothing.
   */
  private async isClosed(template: Template, by: string): Promise<boolean> {
    if (resourceOf(template) !== undefined) return false;
    if ((this.inARow.get(template.operation) ?? 0) < REFUSED_IN_A_ROW) return false;
    const answer = await this.runner.plain(template, by);
    return answer !== null && hasStatus(answer, isRefusalOfTheMoment);
  }

  /** Runs a case alone. What the service refused once is likely to be refused with other values, too. */
  private alone(testCase: ShareableCase): Promise<void> {
    const noting: Interceptor = (next) => async (request) => {
      const exchange = await next(request);
      if (!isSuccess(exchange)) this.refused.add(testCase.check);
      return exchange;
    };
    const execute = (execution: Execution): Promise<void> =>
      testCase.execute({ ...execution, send: compose(execution.send, noting) });
    return this.runner.first({ ...testCase, execute }, this.results);
  }

  private async divide(all: readonly ShareableCase[]): Promise<void> {
    for (const member of all) if (this.refused.has(member.check)) await this.alone(member);
    const members = all.filter(({ check }) => !this.refused.has(check));
    const [first, ...others] = members;
    if (first === undefined) return;
    if (others.length === 0) return this.alone(first);
    const { testCase, isAccepted, named } = shared([first, ...others], members.some(isCertain));
    const seen = new Results();
    await this.runner.first(testCase, seen);
    const { template } = first.shareable;
    this.inARow.set(template.operation, isAccepted() ? 0 : (this.inARow.get(template.operation) ?? 0) + 1);
    if (!isAccepted() && (await this.isClosed(template, testCase.id))) {
      for (const { check } of members) this.results.excuse(check, CLOSED);
      return;
    }
    if (isAccepted() && !this.hasNews(seen)) {
      this.runner.played += members.length;
      this.add(testCase, seen);
      return;
    }
    for (const part of divided(members, named())) await this.divide(part);
    // What none of the parts shows is due to the combination. A refusal says nothing, since the document leaves open which
    // values suit each other; a service that fails or changes a value does.
    if (!this.hasNews(seen)) return;
    if (members.every(isCertain) || !members.some(isCertain)) return this.add(testCase, seen);
    const lenient = shared([first, ...others], false).testCase;
    const again = new Results();
    await this.runner.first(lenient, again);
    if (this.hasNews(again)) this.add(lenient, again);
  }

  private add(testCase: Case, seen: Results): void {
    this.cases.push(testCase);
    this.results.add(seen);
  }

  /** Whether a check fails that was not seen failing before: what every request shows is not due to these values. */
  private hasNews(seen: Results): boolean {
    return seen
      .checks()
      .some((check) => seen.of(check).failures.length > 0 && this.results.of(check).failures.length === 0);
  }
}
