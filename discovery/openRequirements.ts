/**
 * Operations whose requirements the document leaves open: lengths, formats and required flags of a customer (section 2.4),
 * encoding, size and format of a file (sections 4.3 and 8). Where such an operation accepts none of the suite's requests
 * and each refusal can be a validation of what is open, it is not at fault: it could not be exercised.
 */
import type { Exchange } from "../client/model.js";
import type { Adaptation } from "../engine/contract.js";
import type { Observations } from "../engine/judge/observations.js";
import { quoted } from "../engine/judge/refusalText.js";
import { RefusedRequests, refusedText } from "../engine/judge/refusedRequests.js";
import type { CheckRecord, Results } from "../engine/judge/results.js";
import type { CheckDefinition } from "../engine/model.js";
import { isSuccess } from "../oracles/outcome.js";
import { type OperationId, VERSION_HEADER } from "../schemas/operations.js";
import { isValidation } from "../schemas/statuses.js";
import { TYPES_REFUSED, UNTYPED } from "./uploads.js";

type OpenOperation = "createCustomer" | "uploadFile";

interface OpenRequirements {
  /** The observation of the preflight that a control was accepted. */
  readonly acceptedBefore: string;
  /** What is open, in words, with its sections. */
  readonly open: string;
  readonly isStated: (error: string) => boolean;
}

const OPEN: Readonly<Record<OpenOperation, OpenRequirements>> = {
  createCustomer: {
    acceptedBefore: "preflight.createCustomer.version",
    open: "which lengths, formats and fields a customer needs is left open (section 2.4)",
    isStated: () => false,
  },
  uploadFile: {
    acceptedBefore: "unknown.uploadFile.fileEncoding",
    open: "which encoding, size and format a file needs is left open (sections 4.3 and 8)",
    // The value of Api-Version is stated for uploads (section 9).
    isStated: (error) => error.toLowerCase().includes(VERSION_HEADER.toLowerCase()),
  },
};

const OPERATIONS: readonly OpenOperation[] = ["createCustomer", "uploadFile"];

/** Whether an answer refuses a request for something that the document leaves open. */
function isOpenRefusal({ response }: Exchange, isStated: OpenRequirements["isStated"]): boolean {
  return response !== null && isValidation(response.status) && !isStated(response.body);
}

/** Whether the verdict of a check is open when its operation accepts none of its controls. */
export function judgesOpenControls({ operation, judgesControls, gathersUnsteadiness }: CheckDefinition): boolean {
  return OPERATIONS.some((open) => open === operation) && (judgesControls ?? gathersUnsteadiness ?? false);
}

function controlsOf(operation: OpenOperation, checks: readonly CheckDefinition[], results: Results): CheckRecord[] {
  return checks
    .filter((check) => check.operation === operation && judgesOpenControls(check))
    .map(({ id }) => results.of(id));
}

/** The operations with open requirements that accepted none of their controls, and refused each as they may. */
export function refusedAltogether(
  checks: readonly CheckDefinition[],
  results: Results,
  observations: Observations,
): ReadonlyMap<OpenOperation, Adaptation> {
  return new Map(
    OPERATIONS.flatMap((operation): [OpenOperation, Adaptation][] => {
      const { acceptedBefore, open, isStated } = OPEN[operation];
      const records = controlsOf(operation, checks, results);
      const untyped = operation === "uploadFile" ? observations.get(UNTYPED)?.evidence : null;
      if (untyped && isSuccess(untyped)) return [];
      if (operation === "uploadFile" && observations.has(TYPES_REFUSED)) return [];
      if (observations.has(acceptedBefore) || records.some(({ passes }) => passes > 0)) return [];
      const refusals = records.flatMap(({ failures }) => failures.map(({ failure }) => failure.exchange));
      const [evidence] = refusals;
      if (evidence === undefined || !refusals.every((exchange) => isOpenRefusal(exchange, isStated))) return [];
      const reason = `${operation} accepts none of the suite's plain requests: ${quoted(evidence)}; ${open}`;
      return [[operation, { reason, evidence }]];
    }),
  );
}

const NONE = "none beyond what the suite's requests meet";

/** The operations with such an observation, and those whose refused requests are listed in it. */
const TOLD_TOGETHER = new Map<OpenOperation | "createRecipient", readonly OperationId[]>([
  ["createRecipient", ["createRecipient", "updateRecipient"]],
  ["createCustomer", ["createCustomer"]],
  ["uploadFile", ["uploadFile"]],
]);

/** Observes how the operations with open requirements treat the suite's own requests. */
export function observeRequirements(
  checks: readonly CheckDefinition[],
  results: Results,
  refused: ReadonlyMap<OpenOperation, Adaptation>,
  observations: Observations,
  requests = new RefusedRequests(),
): void {
  for (const operation of OPERATIONS) {
    const refusal = refused.get(operation);
    const accepted = controlsOf(operation, checks, results).some(({ passes }) => passes > 0);
    const id = `unknown.${operation}.requirements`;
    if (refusal !== undefined) {
      const value = { met: false, refused: refusal.evidence.response?.status ?? null };
      const text = `requirements that no request of the suite meets: ${quoted(refusal.evidence)}`;
      observations.set(id, { value, text, evidence: refusal.evidence });
    } else if (accepted && !observations.has(id))
      observations.set(id, { value: { met: true }, text: NONE, evidence: null });
  }
  for (const [operation, sharing] of TOLD_TOGETHER) {
    const those = requests.of(sharing);
    const [first] = those;
    const text = refusedText(those);
    if (first === undefined || text === null || (operation !== "createRecipient" && refused.has(operation))) continue;
    const id = `unknown.${operation}.requirements`;
    const known = observations.get(id)?.text ?? NONE;
    const named = [...new Set(those.flatMap((one) => one.named.map(({ path }) => path)))].sort();
    const told = known === NONE ? text : `${known}; ${text}`;
    observations.set(id, { value: { met: false, refused: named }, text: told, evidence: first.exchange });
  }
}
