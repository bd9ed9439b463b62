/** Judges agreed answers: what was seen of an unknown, against what was agreed about it. */
import type { Exchange } from "../../client/model.js";
import type { EditSummary } from "../../generators/edits/edit.js";
import { type Accord, accordOf, agreedText, agreedWhere } from "../../reports/answers/answers.js";
import type { Observations, SeenAnswer } from "../judge/observations.js";
import type { Judged } from "../judge/verdicts.js";
import type { FactFinding } from "../send/discovering.js";
import type { AgreedCheck } from "./checks.js";

/** What a run saw, as far as agreed answers are concerned. */
export interface SeenAnswers {
  readonly observations: Observations;
  /** What became of the facts that the preflight tried, by the id of their agreed. */
  readonly facts: ReadonlyMap<string, FactFinding>;
  readonly whole: boolean;
}

/** A failure from an agreed answer, with what proves it. */
export interface AgreedDifference {
  readonly actual: string;
  readonly edit: EditSummary | null;
  readonly control: Exchange | null;
  readonly exchange: Exchange;
}

/** What became of an agreed answer. */
export type AgreedOutcome =
  | { readonly kind: "kept" }
  | { readonly kind: "differs"; readonly failure: AgreedDifference }
  /** Nothing was seen of it; the reason is null when only the run knows it. */
  | { readonly kind: "open"; readonly why: string | null };

function outcomeOfFact(finding: FactFinding): AgreedOutcome {
  if (finding.kind === "kept") return { kind: "kept" };
  const { found: actual, edit, control, exchange } = finding;
  return { kind: "differs", failure: { actual, edit, control, exchange } };
}

/** The exchange that shows what was not agreed: for an answer made of many, the one that brought the unexpected part. */
function proofOf(seen: SeenAnswer, accord: Accord): Exchange | null {
  if (accord.kind !== "differs") return seen.evidence;
  const [part] = accord.strange.flatMap((text) => seen.parts?.get(text) ?? []);
  return part ?? seen.evidence;
}

/** Compares one answer with what was agreed. */
export function outcomeOf({ answer }: AgreedCheck, seen: SeenAnswer, whole: boolean): AgreedOutcome {
  const { value, text, parts, summary } = seen;
  if (value === null) return { kind: "open", why: `the run could not tell: ${text}` };
  const listed = parts === undefined ? null : [...parts.keys()];
  const accord = accordOf(answer.stated, { value, text, listed, whole, summary });
  switch (accord.kind) {
    case "kept":
      return { kind: "kept" };
    case "open":
      return { kind: "open", why: `${accord.why}; seen: ${text}` };
    case "differs": {
      const exchange = proofOf(seen, accord);
      if (exchange === null) return { kind: "open", why: `no request proves what was seen: ${text}` };
      return { kind: "differs", failure: { actual: text, edit: null, control: null, exchange } };
    }
    default:
      return accord satisfies never;
  }
}

/**
 * The first verdict of a run on an agreed answer.
 * @param isFoundOut whether only discovery can find it out
 */
export function firstOutcome(agreed: AgreedCheck, seen: SeenAnswers, isFoundOut: boolean): AgreedOutcome {
  const { id } = agreed.answer;
  if (isFoundOut) {
    const finding = seen.facts.get(id);
    return finding === undefined ? { kind: "open", why: null } : outcomeOfFact(finding);
  }
  const answer = seen.observations.get(id);
  return answer === undefined ? { kind: "open", why: null } : outcomeOf(agreed, answer, seen.whole);
}

/** The result of asking again: null when nothing that was asked could be repeated. */
export type SecondOutcome = AgreedOutcome | "ended" | null;

/**
 * The verdict on an agreed answer.
 * @param reason why nothing was seen, where the outcome does not say it
 */
export function judgeAgreed(agreed: AgreedCheck, first: AgreedOutcome, second: SecondOutcome, reason: string): Judged {
  const { definition, file, answer, question } = agreed;
  const base = { definition, reason: null, failures: [], requests: 1, cases: 1, failing: 0 };
  const met = ({ actual, ...proof }: AgreedDifference): Judged["failures"] => [
    {
      testCase: definition.id,
      isOwn: true,
      failure: {
        message: `The answer is not the agreed one. ${question}`,
        expected: `${agreedText(answer.stated)} (agreed in ${agreedWhere(file, answer)})`,
        actual,
        ...proof,
      },
    },
  ];
  switch (first.kind) {
    case "kept":
      return { ...base, verdict: "pass" };
    case "open":
      return { ...base, verdict: "not-exercised", reason: first.why ?? reason, requests: 0, cases: 0 };
    case "differs": {
      const differs: Judged = { ...base, verdict: "violation", failures: met(first.failure), failing: 1 };
      if (second === null) return differs;
      if (second === "ended")
        return { ...differs, verdict: "flaky", reason: "the run ended before it could be asked once more" };
      if (second.kind === "differs") return { ...differs, failures: met(second.failure) };
      const now = second.kind === "kept" ? "answered as agreed" : "not answered";
      const changed = `answered with "${first.failure.actual}", and when asked once more ${now}`;
      return { ...differs, verdict: "flaky", reason: changed };
    }
    default:
      return first satisfies never;
  }
}
