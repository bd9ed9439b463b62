/**
 * Model-based sequences: recipients are created and updated in random order, several at once in mind, and each answer is
 * compared with a model that knows what every recipient was given last (sections 2.1, 4.1 and 4.2).
 */
import fc from "fast-check";
import { check } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import type { Profile } from "../../../engine/model.js";
import { type Sequence, steps } from "../../../engine/sequenceCase.js";
import { type AccountType, accountTypeOf, withAccountType } from "../../../generators/templates/accountTypes.js";
import { hash32 } from "../../../generators/texts/partnerId.js";
import { type JsonRecord, jsonText } from "../../../schemas/json.js";
import { expectIds, expectOwn, UPDATE_OPTIONAL, updateOf, withoutOptional } from "./recipients.js";

const SEQUENCES: Readonly<Record<Profile, number>> = { smoke: 1, standard: 4, deep: 40 };
const LENGTH: Readonly<Record<Profile, number>> = { smoke: 8, standard: 16, deep: 30 };

interface Known {
  readonly recipientId: string;
  readonly partnerId: unknown;
  readonly accountType: AccountType;
  /** What each optional field was given last. */
  given: JsonRecord;
}

/** What the service must know after the commands so far. */
interface Model {
  readonly recipients: Known[];
}

interface Real {
  readonly sequence: Sequence;
  readonly target: Target;
  /** Counts the requests, so that each has ids of its own. */
  turn: number;
}

type Command = fc.AsyncCommand<Model, Real>;

/** The fields of a body that an update may leave out, as far as they are there. */
function optionalIn(body: JsonRecord | null): JsonRecord {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => UPDATE_OPTIONAL.includes(name)));
}

/** Creates a recipient of the template whose turn it is. */
const create = (pick: number): Command => ({
  check: () => true,
  async run({ recipients }, real) {
    const templates = real.target.templates.createRecipient;
    const template = templates[pick % templates.length];
    if (template === undefined) return;
    const step = await real.sequence.step(template, `turn ${real.turn++}`);
    const { recipient_id: id, partner_recipient_id: partnerId } = step.body;
    if (typeof id !== "string") return;
    real.sequence.expect(!recipients.some((known) => known.recipientId === id), step, {
      message: "A creation gives the recipient_id of an earlier recipient",
      expected: "an id of its own",
      actual: jsonText(id),
    });
    const accountType = accountTypeOf(template);
    recipients.push({ recipientId: id, partnerId, accountType, given: optionalIn(template.body) });
  },
  toString: () => `create(${pick})`,
});

/** Updates one of the recipients, in full or without what may be left out. */
const update = (which: number, pick: number, sparse: boolean): Command => ({
  check: ({ recipients }) => recipients.length > 0,
  async run({ recipients }, real) {
    const { sequence, target } = real;
    const known = recipients[which % recipients.length];
    if (known === undefined) return;
    // The account type stays: whether it may change is open.
    const templates = withAccountType(target.templates.updateRecipient, known.accountType);
    const template = templates[pick % Math.max(1, templates.length)];
    if (template === undefined) return;
    const chosen = sparse ? withoutOptional(template) : template;
    const step = await sequence.step(updateOf(known.recipientId, chosen), `turn ${real.turn++}`);
    if (!step.accepted) return;
    const after = "After several creations and updates";
    const ids = { recipient_id: known.recipientId, partner_recipient_id: known.partnerId };
    expectIds(sequence, step, ids, (name) => `${after} an update shows the ${name} of another recipient`);
    const sent = optionalIn(chosen.body);
    known.given = { ...known.given, ...sent };
    const strange = (field: string) => `${after} ${field} shows a value that the recipient was not given last`;
    expectOwn(sequence, step, known.given, strange);
    // A field that an update cleared stays cleared; one that it kept stays kept.
    const isCleared = (field: string) => sent[field] === undefined && step.body[field] === undefined;
    known.given = Object.fromEntries(Object.entries(known.given).filter(([field]) => !isCleared(field)));
  },
  toString: () => `update(${which}, ${pick}${sparse ? ", sparse" : ""})`,
});

function commands(length: number): fc.Arbitrary<Iterable<Command>> {
  const pick = fc.nat({ max: 7 });
  const updates = fc.tuple(fc.nat({ max: 3 }), pick, fc.boolean());
  return fc.commands([pick.map(create), updates.map((values) => update(...values))], {
    maxCommands: length,
    size: "max",
  });
}

export const randomSequences = check("updateRecipient/state/sequence", {
  title: "Any order of creations and updates leaves each recipient with its own ids and values",
  sends: "random sequences of creations and updates of several recipients",
  expects: "in each answer the recipient's own ids, and the values it was given last, or none",
  touches: ["createRecipient"],
  cases: (target) =>
    Array.from({ length: SEQUENCES[target.profile] }, (_, index) => ({
      drawn: true,
      ...steps(Math.floor(index / 2), async (sequence) => {
        const seed = hash32(`${target.seed} sequence ${index}`);
        const [drawn] = fc.sample(commands(LENGTH[target.profile]), { seed, numRuns: 1 });
        if (drawn === undefined) return;
        await fc.asyncModelRun(() => ({ model: { recipients: [] }, real: { sequence, target, turn: 0 } }), drawn);
      }),
    })),
});
