/** Sequences of requests: what no single request can show. A sequence is one case, run again as a whole. */
import type { CredentialsEdit, CredentialsGuess, Exchange } from "../../client/model.js";
import { type Materialised, materialise, type Template } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { bodyOf, successBody } from "../../oracles/json.js";
import { hasStatus, isSuccess } from "../../oracles/outcome.js";
import type { Area } from "../../schemas/areas.js";
import type { JsonRecord } from "../../schemas/json.js";
import { saysNothing } from "../../schemas/statuses.js";
import type { CaseDraft, CaseIdentity } from "../check.js";
import type { Case, Execution, Failure } from "../model.js";
import { usualEffect } from "../plan/effects.js";

/** Areas whose sequences send what must be accepted; others ask for versions, credentials and refusals. */
const OF_VALID: ReadonlySet<Area> = new Set(["accepts", "echo", "response", "state"]);

/** The answer to a step of a sequence. */
export interface Step {
  readonly exchange: Exchange;
  readonly accepted: boolean;
  /** The success body when it is an object, else an empty one. */
  readonly body: JsonRecord;
  /** The success body whatever it is; undefined when it is not JSON or not a success. */
  readonly value: unknown;
}

/** What a sequence works with. */
export interface Sequence {
  readonly execution: Execution;
  /** Sends a template as it is, judged as all traffic is. */
  step(template: Template, key: string, options?: StepOptions): Promise<Step>;
  /** Reads what need not be read again: uses the answer that this run already has to the same request, else sends a step. */
  reading(template: Template, key: string): Promise<Step>;
  /** A partner's id that nothing else has: the same one when a run is repeated. */
  fresh(key: string): string;
  /** Notes that something holds, or a failure that shows in an answer. */
  expect(holds: boolean, answer: Pick<Step, "exchange">, failure: Departure): void;
  /** The sequence cannot show what it is for, with the reason. */
  blocked(reason: string): void;
}

/** How an answer departs from a rule. */
export interface Departure
  extends Pick<Failure, "message" | "expected" | "actual" | "fields" | "moves" | "isProof" | "place"> {
  /** The answer that it departs from, where it is another one. */
  readonly control?: Pick<Step, "exchange"> | null | undefined;
}

export interface StepOptions {
  /** Judge the answer by response schema and echo, or a success by its shape alone. Default: true. */
  readonly judged?: boolean | "shape";
  /** Default: the whole credentials. */
  readonly credentials?: CredentialsEdit;
}

/**
 * A case that takes several requests, for the check that it is declared in. By default its number is its name.
 * @param tier lower is sooner; 0 is sent in every profile
 * @param guesses which part of the credentials it seems to guess
 */
export function steps(
  tier: number,
  execute: (sequence: Sequence) => Promise<void>,
  { name, guesses }: { readonly name?: string | undefined; readonly guesses?: CredentialsGuess | undefined } = {},
): CaseDraft {
  const make = (identity: CaseIdentity): Case => {
    const { check, operation, id } = identity;
    return {
      id,
      check,
      operation,
      effect: usualEffect(operation),
      tier,
      ...(guesses === undefined ? {} : { guesses }),
      execute(execution) {
        const fresh = (key: string): string => partnerId(execution.target.run, `${id} ${key}`, execution.attempt);
        const sequence: Sequence = {
          execution,
          fresh,
          step: (template, key, stepOptions) => step(execution, identity, template, fresh(key), stepOptions),
          async reading(template, key) {
            const known = await execution.control(template);
            return known === null ? step(execution, identity, template, fresh(key)) : stepOf(known);
          },
          expect(holds, { exchange }, { control, ...texts }) {
            execution.recorder.request(check);
            if (holds) execution.recorder.pass(check);
            else execution.recorder.fail(check, { ...texts, edit: null, control: control?.exchange ?? null, exchange });
          },
          blocked: (reason) => execution.recorder.blocked(check, reason),
        };
        return execute(sequence);
      },
    };
  };
  return { tier, ...(name === undefined ? {} : { name }), make };
}

/**
 * Reads the same thing several times: one after the other, and a few at once. Reads that alternate with other requests
 * would miss a fault in every second answer.
 */
export async function readings(sequence: Sequence, template: Template, atOnce = 2): Promise<Step[]> {
  const steps = [await sequence.step(template, "first"), await sequence.step(template, "second")];
  const turns = Array.from({ length: atOnce }, (_, index) => `at once ${index}`);
  steps.push(...(await Promise.all(turns.map((turn) => sequence.step(template, turn)))));
  steps.push(await sequence.step(template, "last"));
  return steps;
}

async function step(
  execution: Execution,
  { check, operation, area }: CaseIdentity,
  template: Template,
  fresh: string,
  options: StepOptions = {},
): Promise<Step> {
  const { judged = true, credentials = "valid" } = options;
  const { wire, sent }: Materialised = materialise(template, { kind: "credentials", credentials }, fresh);
  const exchange = await execution.send(wire);
  const about = { check, operation: template.operation, sent, edit: null, control: null };
  // An operation that is only used for reading is judged in its own cases.
  const isWhole = judged === true;
  if (judged !== false || template.operation === operation)
    execution.judge(exchange, {
      ...about,
      // What may be nothing may be said to be nothing.
      response: isWhole || (judged === "shape" && !hasStatus(exchange, saysNothing)),
      echo: isWhole,
      errors: true,
      valid: isWhole && credentials === "valid" && OF_VALID.has(area) ? "unjudged" : undefined,
    });
  return stepOf(exchange);
}

function stepOf(exchange: Exchange): Step {
  const accepted = isSuccess(exchange);
  return { exchange, accepted, value: accepted ? bodyOf(exchange) : undefined, body: successBody(exchange) };
}
