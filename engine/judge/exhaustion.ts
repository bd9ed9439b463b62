/**
 * Operations that accepted the suite's own requests and, by the end of a run, refuse every one in the same words: a
 * quota is used up. Whether there is one is left open (section 8), so that these refusals say nothing of the values in
 * the requests.
 */

import type { Exchange } from "../../client/model.js";
import { materialise } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { hasStatus } from "../../oracles/outcome.js";
import type { OperationId } from "../../schemas/operation.js";
import { operationAt } from "../../schemas/paths.js";
import { isRefusalOfTheMoment } from "../../schemas/statuses.js";
import type { Adaptation, Contract } from "../contract.js";
import { templatesOf } from "../model.js";
import type { ResourceRun } from "../send/resources.js";
import { quoted, saysKnownAlready, wordsOf } from "./refusalText.js";
import type { Results } from "./results.js";

const ALLOWANCE = "unknown.allowance";

/** Plain requests that must all be refused. */
const ASKED = 3;

/** Why an operation refuses everything by now. */
export interface Exhausted extends Adaptation {
  /** Whether an answer is this refusal. */
  readonly matches: (exchange: Exchange) => boolean;
}

function isRefusal(exchange: Exchange): boolean {
  return hasStatus(exchange, isRefusalOfTheMoment);
}

/** Whether an operation refused a request that it should accept. */
function isSuspected(results: Results, operation: OperationId): boolean {
  const asksFor = ({ wire }: Exchange): boolean => operationAt(wire.path, wire.method)?.operation === operation;
  const plain = results.refusalLog.filter(({ answered }) => answered === "refusedByNow");
  if (plain.some(({ template }) => template.operation === operation)) return true;
  return results.failuresWhere((exchange) => isRefusal(exchange) && asksFor(exchange)).length > 0;
}

async function findExhaustion(run: ResourceRun, operation: OperationId): Promise<Exhausted | null> {
  const templates = templatesOf(run.target, operation).slice(0, ASKED);
  const answers: Exchange[] = [];
  for (let turn = 0; turn < ASKED && templates.length > 0; turn++) {
    const template = templates[turn % templates.length];
    if (template === undefined) break;
    const fresh = partnerId(run.target.run, `exhausted ${operation}`, turn);
    const answer = await run.send(materialise(template, null, fresh).wire);
    if (!isRefusal(answer)) return null;
    answers.push(answer);
  }
  const [evidence] = answers;
  if (evidence === undefined) return null;
  const words = wordsOf(evidence);
  if (answers.some((answer) => wordsOf(answer) !== words)) return null;
  const open = saysKnownAlready(evidence) ? "whether a value may be sent twice" : "whether there is an allowance";
  return {
    reason: `${operation} accepted plain requests at first and refuses them now: ${quoted(evidence)}; ${open} is left open (section 8)`,
    evidence,
    matches: (exchange) => wordsOf(exchange) === words,
  };
}

/**
 * The operations whose quota is used up; sends requests only where something was wrongly refused.
 * @param exhaustible those that may have one, each with what is observed when it accepts a request
 */
export async function findExhausted(
  run: ResourceRun,
  results: Results,
  exhaustible: Contract["exhaustible"],
): Promise<ReadonlyMap<OperationId, Exhausted>> {
  const exhausted = new Map<OperationId, Exhausted>();
  for (const [operation, taken] of Object.entries(exhaustible)) {
    if (!run.observations.has(taken) || !isSuspected(results, operation)) continue;
    const found = await findExhaustion(run, operation);
    if (found === null) continue;
    exhausted.set(operation, found);
    run.observations.set(ALLOWANCE, {
      value: { exhausted: operation, refused: found.evidence.response?.status ?? null },
      text: found.reason,
      evidence: found.evidence,
    });
  }
  const asked = Object.keys(exhaustible).some((operation) => templatesOf(run.target, operation).length > 0);
  if (exhausted.size === 0 && asked)
    run.observations.set(ALLOWANCE, { value: { exhausted: "none" }, text: "no limit was met", evidence: null });
  return exhausted;
}
