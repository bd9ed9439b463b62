/**
 * Model-based sequences: several recipients are created and updated in random order, while files are uploaded and customers created;
 * each answer is compared with a model that knows what every recipient was given last (sections 2.1, 4.1 to 4.4).
 */
import fc from "fast-check";
import { check } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { modelSequence, type Turns } from "../../../engine/cases/modelSequence.js";
import type { Profile } from "../../../engine/model.js";
import { placedOn, type Template } from "../../../generators/edits/edit.js";
import { type AccountType, accountTypeOf, withAccountType } from "../../../generators/templates/accountTypes.js";
import { hash32 } from "../../../generators/texts/partnerId.js";
import { isEmpty, isObject, type JsonObject, jsonText } from "../../../schemas/json.js";
import type { OperationId } from "../../../schemas/operations.js";
import { expectIds, expectOwn, UPDATE_OPTIONAL, withoutOptional } from "./recipients.js";

const SEQUENCES: Readonly<Record<Profile, number>> = { smoke: 1, standard: 12, deep: 40 };
/** Most turns; half as many on average, and not fewer in smoke: two recipients, and an update after them. */
const LENGTH: Readonly<Record<Profile, number>> = { smoke: 3, standard: 26, deep: 60 };

interface Known {
  readonly recipientId: string;
  readonly partnerId: unknown;
  readonly accountType: AccountType;
  /** The last value given to each optional field. */
  given: JsonObject;
  /** Texts that only requests about this recipient held. */
  readonly marks: string[];
}

/** What the service must hold after the commands so far. */
interface Model {
  readonly recipients: Known[];
  files: number;
  customers: number;
}

interface Real {
  readonly turns: Turns;
  readonly target: Target;
}

type Command = fc.AsyncCommand<Model, Real>;

function pickedFrom<T>(all: readonly T[], pick: number): T | undefined {
  return all[pick % Math.max(1, all.length)];
}

/** The fields of a body that an update may leave out, as far as they are there. */
function optionalIn(body: JsonObject | null): JsonObject {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => UPDATE_OPTIONAL.includes(name)));
}

/** The template with values that no other turn has, wherever any text will do: they hold the mark. */
function marked(template: Template, mark: string): Template {
  const { website, address_info: address } = template.body ?? {};
  const own: JsonObject = {
    ...(website === undefined ? {} : { website: `https://www.example.com/${mark}` }),
    ...(isObject(address) ? { address_info: { ...address, address_line_2: `Unit ${mark}` } } : {}),
  };
  return { ...template, body: { ...template.body, ...own } };
}

const create = (pick: number): Command => ({
  check: () => true,
  async run({ recipients }, { turns, target }) {
    const picked = pickedFrom(target.templates.createRecipient, pick);
    if (picked === undefined) return;
    const mark = turns.fresh();
    const template = marked(picked, mark);
    const about = recipients.length;
    const step = await turns.step(template, `recipient ${about + 1} is created as ${template.id}`, about);
    const { recipient_id: id, partner_recipient_id: partnerId } = step.body;
    if (typeof id !== "string") return;
    turns.expecting(about).expect(!recipients.some((known) => known.recipientId === id), step, {
      message: "A creation returns the recipient_id of an earlier recipient",
      expected: "an id of its own",
      actual: jsonText(id),
      isProof: true,
    });
    turns.made(id);
    const accountType = accountTypeOf(template);
    recipients.push({ recipientId: id, partnerId, accountType, given: optionalIn(template.body), marks: [mark] });
  },
  toString: () => `create(${pick})`,
});

/** Creates something unrelated to recipients. */
const beside =
  (operation: OperationId, kind: "files" | "customers", does: (number: number) => string) =>
  (pick: number): Command => ({
    check: () => true,
    async run(model, { turns, target }) {
      const template = pickedFrom(target.templates[operation], pick);
      if (template === undefined || target.unready[operation] !== undefined) return;
      model[kind] += 1;
      await turns.step(template, `${does(model[kind])} as ${template.id}`, kind);
    },
    toString: () => `${operation}(${pick})`,
  });

/** What an update carries: everything, only what it must, or that and the files of another recipient. */
const CARRIED = ["full", "sparse", "files"] as const;
type Carried = (typeof CARRIED)[number];

function named({ recipients }: Model, known: Known): string {
  return `recipient ${recipients.indexOf(known) + 1}`;
}

/** The update, and how a turn describes it. */
function carrying(full: Template, carried: Carried, lender: Known, model: Model): readonly [Template, string] {
  const sparse = withoutOptional(full);
  const { file_id_list: files } = lender.given;
  if (carried === "files" && files !== undefined && !isEmpty(files)) {
    const withFiles = { ...sparse, body: { ...sparse.body, file_id_list: files } };
    return [withFiles, `is updated as ${full.id}, with the files of ${named(model, lender)} alone`];
  }
  const chosen = carried === "full" ? full : sparse;
  const without = isEmpty(optionalIn(chosen.body)) ? ", without optional fields" : "";
  return [chosen, `is updated as ${full.id}${without}`];
}

/** Updates one of the recipients, in full or without what may be left out. */
const update = (which: number, pick: number, carried: Carried, other: number): Command => ({
  check: () => true,
  async run(model, real) {
    const { turns, target } = real;
    if (model.recipients.length === 0) return create(pick).run(model, real);
    // The last one where there are fewer: without the recipients after it, the turn is about the same one.
    const [known, lender] = [which, other].map((each) => model.recipients[Math.min(each, model.recipients.length - 1)]);
    if (known === undefined || lender === undefined) return;
    // The account type stays: whether it may change is open.
    const full = pickedFrom(withAccountType(target.templates.updateRecipient, known.accountType), pick);
    if (full === undefined) return;
    const mark = turns.fresh();
    known.marks.push(mark);
    const [chosen, does] = carrying(marked(full, mark), carried, lender, model);
    const about = model.recipients.indexOf(known);
    const step = await turns.step(placedOn(chosen, known.recipientId), `${named(model, known)} ${does}`, about);
    if (!step.accepted) return;
    const others = model.recipients.filter((one) => one !== known).flatMap(({ marks }) => marks);
    const sequence = turns.expecting(about, (shown) => others.some((one) => shown.includes(one)));
    const ids = { recipient_id: known.recipientId, partner_recipient_id: known.partnerId };
    expectIds(sequence, step, ids, (name) => `An update shows a ${name} that is not the recipient's own`);
    const sent = optionalIn(chosen.body);
    known.given = { ...known.given, ...sent };
    expectOwn(sequence, step, known.given, "shows another value than the last one sent");
    // A field that an update cleared stays cleared; one that it kept stays kept.
    const isCleared = (field: string) => sent[field] === undefined && step.body[field] === undefined;
    known.given = Object.fromEntries(Object.entries(known.given).filter(([field]) => !isCleared(field)));
  },
  toString: () => `update(${which}, ${pick}, ${carried}, ${other})`,
});

function commands(length: number, replayPath?: string): fc.Arbitrary<Iterable<Command>> {
  const pick = fc.nat({ max: 7 });
  const which = fc.nat({ max: 3 });
  // Updates are the most telling, above all those that leave out what the recipient must keep or lose.
  const updating = fc
    .tuple(which, pick, fc.constantFrom(...CARRIED, "sparse" as const), which)
    .map((values) => update(...values));
  const uploading = pick.map(beside("uploadFile", "files", (number) => `file ${number} is uploaded`));
  const onboarding = pick.map(beside("createCustomer", "customers", (number) => `customer ${number} is created`));
  const all = [pick.map(create), pick.map(create), updating, updating, updating, fc.oneof(uploading, onboarding)];
  return fc.commands(all, { maxCommands: length, size: "max", replayPath });
}

/** Whether an update follows when there are two recipients: a single one cannot be mixed up with another. */
function isTelling(drawn: readonly string[]): boolean {
  const made = drawn.flatMap((command, index) => (command.startsWith("create(") ? index : []));
  return drawn.findLastIndex((command) => command.startsWith("update(")) > (made[1] ?? Number.POSITIVE_INFINITY);
}

export const randomSequences = check("updateRecipient/state/sequence", {
  title: "Any order of creations and updates leaves each recipient with its own ids and values",
  sends: "random sequences of creations and updates of several recipients, with uploads and customers between them",
  expects: "in each response the recipient's own ids, and the values sent last, or none",
  touches: ["createRecipient", "uploadFile", "createCustomer"],
  cases: (target) =>
    Array.from({ length: SEQUENCES[target.profile] }, (_, index) =>
      modelSequence<Model, Real>(Math.floor(index / 2), {
        commands: (replayPath) => commands(LENGTH[target.profile], replayPath),
        seed: hash32(`${target.seed} sequence ${index}`),
        isTelling,
        begin: (turns) => ({ model: { recipients: [], files: 0, customers: 0 }, real: { turns, target } }),
      }),
    ),
});
