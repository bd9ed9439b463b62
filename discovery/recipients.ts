/** Creates the recipients that updates work on. Finds the version of their creation, and unused ids. */

import type { Exchange } from "../client/model.js";
import type { Sender } from "../client/send.js";
import type { Profile } from "../engine/model.js";
import { sendAnew } from "../engine/send/persistent.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import { ACCOUNT_TYPES, type AccountType, withAccountType } from "../generators/templates/accountTypes.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../generators/templates/recipients.js";
import { partnerId, runToken } from "../generators/texts/partnerId.js";
import { responseField } from "../oracles/json.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { CONFLICTING_VERSION, CONTRACT_VERSION } from "../schemas/operations.js";
import { isValidation } from "../schemas/statuses.js";
import { discoverFact, type Probe, statedFirst, versionFound } from "./factSearch.js";
import type { KnownRecipient } from "./target.js";
import { deniesTheList, namesFiles, noteReadyFiles, untilReady, withoutFiles } from "./usableFiles.js";

/**
 * How many recipients of each account type there are for updates, by the templates that they are created from; no two
 * requests about one are under way at once, and most updates are of the first templates.
 */
const EACH_ONCE = [0, 1, 2, 3, 4];
const THRICE = [...EACH_ONCE, ...EACH_ONCE, ...EACH_ONCE, 0, 1, 0, 0, 0];
const RECIPIENTS: Readonly<Record<Profile, Readonly<Record<AccountType, readonly number[]>>>> = {
  smoke: { bank: [...EACH_ONCE, 0, 0, 0, 0, 0, 0], crypto: [...EACH_ONCE, 0, 0, 0] },
  standard: { bank: THRICE, crypto: THRICE },
  deep: { bank: THRICE, crypto: THRICE },
};
/** Statuses in which a recipient may not be paid any more, and perhaps not be updated (section 2.1). */
const BARRED: ReadonlySet<string> = new Set(["rejected", "suspended"]);
/** A recipient older than this when it is "created" existed before, in milliseconds. */
const OLD = 10_000;

/** The run's token, and the version under which recipients are created. */
export interface Creation {
  readonly run: string;
  readonly version: string | null;
  /** The first creation that was accepted; null when none was. */
  readonly accepted: Exchange | null;
  /** Where none was: a refusal that is not about the version, and the version sent with it. */
  readonly refused?: { readonly exchange: Exchange; readonly version: string | null };
  /** The last refusal of a recipient that refers to files, where one without is accepted. */
  readonly filesRefused?: Exchange;
  /** Whether it is refused for a documented rule that the list keeps: that is judged like any value. */
  readonly listDenied?: true;
}

/** The name that the first recipient of a run gets right away, so that a later run recognises it. */
const MARK = "Used by an earlier conformance run";

/** Whether a creation answered with a resource that existed before, as a service may do for a repeated partner id. */
function wasThereBefore(exchange: Exchange): boolean {
  if (responseField(exchange, "business_name") === MARK) return true;
  const created = Date.parse(String(responseField(exchange, "created_at")));
  const answered = Date.parse(exchange.response?.headers.date ?? "");
  return answered - created > OLD;
}

/** Gives the first recipient of a run its name. @param creation null where there was none */
export async function mark(sender: Sender, context: TemplateContext, creation: Exchange | null): Promise<void> {
  const id = creation === null ? undefined : responseField(creation, "recipient_id");
  const [template] = updateRecipientTemplates(context);
  if (typeof id !== "string" || template === undefined) return;
  const body = { ...template.body, business_name: MARK };
  await sender.send(materialise({ ...template, body, path: { recipient_id: id } }, null, "").wire);
}

/** Whether a refusal is about the content of a recipient, as far as its words show. */
function isAboutContent(exchange: Exchange): boolean {
  return hasStatus(exchange, isValidation) && !/version/i.test(exchange.response?.body ?? "");
}

/**
 * Finds the Api-Version that recipient creation accepts (section 9, a conflict), and unused partner ids.
 * @param now milliseconds since the epoch, for a run token that no earlier run had
 */
async function findCreation(probe: Probe, context: TemplateContext, now: number): Promise<Creation> {
  const { recipientVersion: stated } = probe.stated;
  const versions = statedFirst([CONTRACT_VERSION, CONFLICTING_VERSION, null], stated);
  const runOf = (generation: number): string => runToken(context.seed, generation);
  /** Whether a recipient without files is accepted; false where the context has none to leave out. */
  const takenWithoutFiles = async (generation: number, version: string | null): Promise<boolean> => {
    const [template] = createRecipientTemplates({ ...withoutFiles(context), createVersion: version });
    if (template === undefined || context.recipientFiles.length === 0) return false;
    const fresh = partnerId(runOf(generation), "first without files", 0);
    return isSuccess(await probe.sender.send(materialise(template, null, fresh).wire));
  };
  const { taken, refused } = await discoverFact(probe, {
    fact: "recipientVersion",
    moves: [0, now].flatMap((generation) => versions.map((version) => ({ generation, version }))),
    isStated: ({ version }) => version === stated,
    // The same id under each version: where an earlier run used it, no version accepts it again.
    ask: ({ generation, version }, sender) => {
      const [template] = createRecipientTemplates({ ...context, createVersion: version });
      const fresh = partnerId(runOf(generation), "first", 0);
      return template === undefined ? null : sender.send(materialise(template, null, fresh).wire);
    },
    // No earlier run had the ids of a later generation: an old creation time would be the service's own.
    isTaken: (answer, { generation }) => isSuccess(answer) && (generation !== 0 || !wasThereBefore(answer)),
    next: async ({ move: { generation, version }, answer }, left) => {
      if (isSuccess(answer)) return left.filter((other) => other.generation !== generation);
      // If another version were accepted a moment later, that would only show that the files are ready by then.
      const mayBeOfFiles = isAboutContent(answer) && namesFiles(answer);
      return mayBeOfFiles && (await takenWithoutFiles(generation, version)) ? [] : left;
    },
    found: ({ version }) => versionFound("createRecipient", version, stated),
  });
  if (taken !== null) return { run: runOf(taken.move.generation), version: taken.move.version, accepted: taken.answer };
  const first = refused.find(({ answer }) => isAboutContent(answer));
  return {
    run: runOf(now),
    version: stated === undefined ? CONTRACT_VERSION : stated,
    accepted: null,
    ...(first === undefined ? {} : { refused: { exchange: first.answer, version: first.move.version } }),
  };
}

/**
 * Finds the same where files may not be usable at once.
 * @param uploadedAt when the files were uploaded, in milliseconds since the epoch
 */
export async function findCreationWithFiles(
  probe: Probe,
  context: TemplateContext,
  now: number,
  uploadedAt: number,
): Promise<Creation> {
  const found = await findCreation(probe, context, now);
  if (context.recipientFiles.length === 0) return found;
  if (found.accepted !== null) {
    noteReadyFiles(probe, Date.now() - uploadedAt, found.accepted);
    return found;
  }
  const bare = await findCreation(probe, withoutFiles(context), now + 1);
  if (bare.accepted === null) return found;
  if (found.refused !== undefined && deniesTheList(found.refused.exchange)) return { ...bare, listDenied: true };
  const [template] = createRecipientTemplates({ ...context, createVersion: bare.version });
  if (template === undefined) return bare;
  const ready = await untilReady(probe, template, (turn) => partnerId(bare.run, "files ready", turn));
  return isSuccess(ready) ? bare : { ...bare, filesRefused: ready };
}

export interface MadeRecipients {
  readonly recipients: Record<AccountType, KnownRecipient[]>;
  readonly accepted: readonly Exchange[];
  /** Requests that were refused for their content, with their templates. */
  readonly refusals: readonly { readonly template: Template; readonly exchange: Exchange }[];
  /** By account type and turn. */
  readonly created: ReadonlyMap<string, Made>;
  /** How often recipients were created before. */
  readonly round: number;
}

/** What was created in a run, and what it was created from. */
export interface Making {
  readonly run: string;
  readonly context: TemplateContext;
  readonly made: MadeRecipients;
}

interface Made {
  readonly known: KnownRecipient;
  /** Whether its status may keep it from being updated. */
  readonly isBarred: boolean;
}

/**
 * The recipients of one account type in their order. Barred ones are left out where there are others: whether they may
 * be updated is open.
 */
function usable(accountType: AccountType, created: ReadonlyMap<string, Made>): KnownRecipient[] {
  const own = THRICE.flatMap((_, turn) => created.get(`${accountType} ${turn}`) ?? []);
  const free = own.filter(({ isBarred }) => !isBarred);
  return (free.length > 0 ? free : own).map(({ known }) => known);
}

/**
 * Creates the recipients that updates work on, as far as the service accepts them.
 * @param before what was created before: only what is missing is created. It keeps the partner ids of several rounds
 * distinct.
 */
export async function createRecipients(
  sender: Sender,
  context: TemplateContext,
  run: string,
  profile: Profile,
  before: MadeRecipients | null = null,
): Promise<MadeRecipients> {
  const templates = createRecipientTemplates(context);
  const round = before === null ? 0 : before.round + 1;
  const accepted = [...(before?.accepted ?? [])];
  const refusals: { template: Template; exchange: Exchange }[] = [];
  const created = new Map(before?.created);
  const create = async (accountType: AccountType, template: Template, turn: number): Promise<void> => {
    let partner = "";
    const exchange = await sendAnew(sender, (anew) => {
      partner = partnerId(run, `recipient ${accountType} ${turn}${anew}`, round);
      return materialise(template, null, partner).wire;
    });
    const recipientId = responseField(exchange, "recipient_id");
    if (hasStatus(exchange, isValidation)) refusals.push({ template, exchange });
    else if (isSuccess(exchange)) accepted.push(exchange);
    if (typeof recipientId !== "string" || recipientId === "") return;
    const createdAt = responseField(exchange, "created_at");
    const status = responseField(exchange, "status");
    const known = { recipientId, partnerRecipientId: partner, accountType, template: template.id, status, createdAt };
    created.set(`${accountType} ${turn}`, { known, isBarred: typeof status === "string" && BARRED.has(status) });
  };
  await Promise.all(
    ACCOUNT_TYPES.flatMap((accountType) => {
      const own = withAccountType(templates, accountType);
      return RECIPIENTS[profile][accountType].flatMap((place, turn) => {
        const template = own[place % own.length];
        return template === undefined || created.has(`${accountType} ${turn}`)
          ? []
          : [create(accountType, template, turn)];
      });
    }),
  );
  const recipients = { bank: usable("bank", created), crypto: usable("crypto", created) };
  return { recipients, accepted, refusals, created, round };
}

/** The same without some recipients: they are created again when others are requested. */
export function withoutRecipients(made: MadeRecipients, lost: ReadonlySet<KnownRecipient>): MadeRecipients {
  const created = new Map([...made.created].filter(([, { known }]) => !lost.has(known)));
  return { ...made, created, recipients: { bank: usable("bank", created), crypto: usable("crypto", created) } };
}
