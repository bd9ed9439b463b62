/**
 * Model-based sequences: recipients are created and updated in random order, several at once in mind, and each answer is
 * compared with a model that knows what every recipient was given last (sections 2.1, 4.1 and 4.2).
 */
import fc from "fast-check";
import { untilUpdatable } from "../../../engine/adaptation/recipientAge.js";
import { checkOf, group } from "../../../engine/checkGroup.js";
import type { CheckGroup, Profile, Target } from "../../../engine/model.js";
import { type Sequence, type Step, sequenceCase } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import type { JsonObject } from "../../../generators/json.js";
import { hash32 } from "../../../generators/texts/partnerId.js";
import { foreign, OPTIONAL_FIELDS, withoutOptional } from "./recipientState.js";

const SEQUENCES: Readonly<Record<Profile, number>> = { smoke: 2, standard: 4, deep: 40 };
const LENGTH: Readonly<Record<Profile, number>> = { smoke: 12, standard: 16, deep: 30 };

interface Known {
  readonly recipientId: string;
  readonly partnerId: unknown;
  /** When its creation was answered, in milliseconds since the epoch. */
  readonly created: number;
  /** What each optional field was given last. */
  readonly optional: Record<string, unknown>;
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

function accountOf(template: Template): string {
  return template.id.startsWith("crypto") ? "crypto" : "bank";
}

function identity(sequence: Sequence, step: Step, known: Known): void {
  for (const [name, expected] of [
    ["recipient_id", known.recipientId],
    ["partner_recipient_id", known.partnerId],
  ] as const) {
    const shown = step.body[name];
    if (shown === undefined || expected === undefined) continue;
    sequence.expect(shown === expected, step.exchange, {
      message: `After several creations and updates an update shows the ${name} of another recipient`,
      expected: JSON.stringify(expected),
      actual: JSON.stringify(shown),
    });
  }
}

class Create implements Command {
  constructor(private readonly pick: number) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const templates = real.target.templates.createRecipient;
    const template = templates[this.pick % templates.length];
    if (template === undefined) return;
    const step = await real.sequence.step(template, `turn ${real.turn++}`);
    const { recipient_id: id } = step.body;
    if (typeof id !== "string") return;
    real.sequence.expect(!model.recipients.some((known) => known.recipientId === id), step.exchange, {
      message: "A creation gives the recipient_id of an earlier recipient",
      expected: "an id of its own",
      actual: JSON.stringify(id),
    });
    const optional: Record<string, unknown> = { account: accountOf(template) };
    for (const field of OPTIONAL_FIELDS) optional[field] = template.body?.[field];
    model.recipients.push({
      recipientId: id,
      partnerId: step.body.partner_recipient_id,
      created: Date.now(),
      optional,
    });
  }

  toString(): string {
    return `create(${this.pick})`;
  }
}

class Update implements Command {
  constructor(
    private readonly which: number,
    private readonly pick: number,
    private readonly sparse: boolean,
  ) {}

  check(model: Readonly<Model>): boolean {
    return model.recipients.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const known = model.recipients[this.which % model.recipients.length];
    if (known === undefined) return;
    // The account type stays: whether it may change is open.
    const templates = real.target.templates.updateRecipient.filter(
      (template) => accountOf(template) === known.optional.account,
    );
    const template = templates[this.pick % Math.max(1, templates.length)];
    if (template === undefined) return;
    await untilUpdatable(real.target, known.created);
    const chosen = this.sparse ? withoutOptional(template) : template;
    const step = await real.sequence.step(
      { ...chosen, path: { recipient_id: known.recipientId } },
      `turn ${real.turn++}`,
    );
    if (!step.accepted) return;
    identity(real.sequence, step, known);
    for (const field of OPTIONAL_FIELDS) {
      const sent: JsonObject = chosen.body ?? {};
      if (sent[field] !== undefined) known.optional[field] = sent[field];
      const expected = known.optional[field];
      real.sequence.expect(!foreign(expected, step.body[field]), step.exchange, {
        message: `After several creations and updates ${field} shows a value that the recipient was not given last`,
        expected: `${JSON.stringify(expected)}, or none`,
        actual: JSON.stringify(step.body[field]) ?? "absent",
      });
      // A field that an update cleared stays cleared; one that it kept stays kept.
      if (sent[field] === undefined && step.body[field] === undefined) known.optional[field] = undefined;
    }
  }

  toString(): string {
    return `update(${this.which}, ${this.pick}${this.sparse ? ", sparse" : ""})`;
  }
}

function commands(length: number): fc.Arbitrary<Iterable<Command>> {
  const pick = fc.nat({ max: 7 });
  return fc.commands(
    [
      pick.map((value) => new Create(value)),
      fc
        .tuple(fc.nat({ max: 3 }), pick, fc.boolean())
        .map(([which, value, sparse]) => new Update(which, value, sparse)),
    ],
    { maxCommands: length, size: "max" },
  );
}

/** Random sequences of creations and updates against a model. */
export function sequences(): CheckGroup {
  const definition = checkOf("updateRecipient", "state", {
    rule: "sequence",
    section: "4.2",
    title: "Any order of creations and updates leaves each recipient with its own ids and values",
    sends: "random sequences of creations and updates of several recipients",
    expects: "in each answer the recipient's own ids, and the values it was given last, or none",
  });
  return group("updateRecipient", [definition], (target) =>
    Array.from({ length: SEQUENCES[target.profile] }, (_, index) =>
      sequenceCase({
        check: definition.id,
        operation: "updateRecipient",
        tier: Math.floor(index / 2),
        index,
        async execute(sequence) {
          const seed = hash32(`${target.seed} sequence ${index}`);
          const [spreadEdits] = fc.sample(commands(LENGTH[target.profile]), { seed, numRuns: 1 });
          if (spreadEdits === undefined) return;
          await fc.asyncModelRun(
            () => ({ model: { recipients: [] }, real: { sequence, target, turn: 0 } }),
            spreadEdits,
          );
        },
      }),
    ),
  );
}
