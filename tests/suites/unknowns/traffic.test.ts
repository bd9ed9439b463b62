/** Answers that list what was met in all traffic. */
import { expect, test } from "vitest";
import type { Observations } from "../../../engine/judge/observations.js";
import { NotesOfTraffic } from "../../../suites/unknowns/traffic.js";
import { exchangeOf, responseOf } from "../../oracles/answers.js";

const JUDGING = { sent: undefined, edit: null, control: null, response: true, echo: false, errors: true } as const;

function error(status: number, code: string) {
  return exchangeOf(responseOf({ errors: [{ detail: "no", code }] }, status));
}

function notesOn() {
  const answers: Observations = new Map();
  const notes = new NotesOfTraffic(answers);
  return { answers, notes };
}

test("how long answers took is told once everything was sent, and only of answers", () => {
  const { answers, notes } = notesOn();
  notes.finish();
  expect(answers.size).toBe(0);
  for (const durationMs of [3.2, 0.4, 12, 5]) notes.noteAnswered({ ...exchangeOf(responseOf({})), durationMs });
  notes.noteAnswered({ ...exchangeOf({ kind: "timeout", message: "no response" }), durationMs: 10_000 });
  notes.finish();
  expect(answers.get("unknown.responseTime")).toMatchObject({
    value: { fastest: { milliseconds: 1 }, half: { milliseconds: 4 }, most: { milliseconds: 5 } },
    text: "fastest 1 ms, p50 4 ms, p95 5 ms",
    evidence: { durationMs: 12 },
  });
});

test("each part of such an answer keeps the exchange that brought it", () => {
  const { answers, notes } = notesOn();
  const [first, second] = [error(400, "A"), error(400, "B")];
  const judging = { ...JUDGING, operation: "listBalances", check: "listBalances/auth/no-key" } as const;
  for (const exchange of [first, second, error(400, "A")]) notes.note(exchange, judging);
  const seen = answers.get("unknown.errorCodes");
  expect(seen).toMatchObject({ value: ["A", "B"], text: "A, B" });
  expect(seen?.parts?.get("A")).toBe(first);
  expect(seen?.parts?.get("B")).toBe(second);
});
