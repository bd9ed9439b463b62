/** The most common probe: a template is sent with one edit after another, and each is accepted or refused. */
import type { Edit, Template } from "../../generators/edits/edit.js";
import type { Json, Pointer } from "../../generators/json.js";
import type { Unit } from "../../engine/model.js";
import { type Probe, probeUnit, type Reply } from "./observing.js";
import { gathered, outcome } from "./texts.js";

/** An edit and what it is called in the answer. */
export interface Attempt {
  readonly label: string;
  readonly edit: Edit | null;
  /** Sent instead of the probe's own template. */
  readonly template?: Template;
}

/** Attempts that set one field to several values, each called as it is written. */
export function values(at: Pointer, ...tried: readonly Json[]): Attempt[] {
  return tried.map((value) => ({ label: JSON.stringify(value), edit: { kind: "set", at, value } }));
}

/** Sends attempts one after the other. */
export async function tryAll(
  probe: Probe,
  template: Template,
  attempts: readonly Attempt[],
): Promise<(readonly [Attempt, Reply])[]> {
  const replies: (readonly [Attempt, Reply])[] = [];
  for (const attempt of attempts) replies.push([attempt, await probe.ask(attempt.template ?? template, attempt.edit)]);
  return replies;
}

/** The most telling of several replies: the first that was refused, else the first. */
export function telling(replies: readonly (readonly [Attempt, Reply])[]): Reply | undefined {
  return (replies.find(([, reply]) => !reply.accepted) ?? replies[0])?.[1];
}

/** A probe that tells which attempts are accepted. */
export function attemptsUnit(openPoint: string, tier: number, template: Template, attempts: readonly Attempt[]): Unit {
  return probeUnit(template.operation, openPoint, tier, template, async (probe) => {
    const replies = await tryAll(probe, template, attempts);
    const evidence = telling(replies);
    if (evidence === undefined) return;
    probe.answer(openPoint, gathered(replies.map(([{ label }, reply]) => [label, outcome(reply)])), evidence);
  });
}

/** A probe that leaves one field out. */
export function requiredUnit(openPoint: string, tier: number, template: Template, at: Pointer): Unit {
  return probeUnit(template.operation, openPoint, tier, template, async (probe) => {
    const reply = await probe.ask(template, { kind: "remove", at });
    const answer = reply.accepted ? "it may be left out" : "it must be sent";
    probe.answer(openPoint, `${answer}: a request without it is ${outcome(reply)}`, reply);
  });
}

/** A probe that sends null for one field after another. */
export function nullsUnit(openPoint: string, tier: number, template: Template, places: readonly Pointer[]): Unit {
  const attempts = places.map(
    (at): Attempt => ({
      label: at.filter((step) => typeof step === "string").join("."),
      edit: { kind: "set", at, value: null },
    }),
  );
  return probeUnit(template.operation, openPoint, tier, template, async (probe) => {
    const replies = await tryAll(probe, template, attempts);
    const evidence = telling(replies);
    if (evidence === undefined) return;
    const words = replies.map(([{ label }, reply]) => [label, `null is ${outcome(reply)}`] as const);
    const kinds = new Set(words.map(([, went]) => went));
    const [only] = kinds;
    probe.answer(
      openPoint,
      kinds.size === 1 && only !== undefined ? `${only} for every field that was tried` : gathered(words),
      evidence,
    );
  });
}

/** The field that probes add to a request: no service knows it. */
export const STRANGE_FIELD = "ppconform_unknown_field";

/** What became of the strange field of a request. */
export function strangeFieldWords(reply: Reply): string {
  if (!reply.accepted) return `a request with an unknown field is ${outcome(reply)}`;
  const kept = Object.hasOwn(reply.body, STRANGE_FIELD) ? "stored and returned" : "ignored";
  return `an unknown field is ${kept}: the request is ${outcome(reply)}`;
}

/** A probe that adds a field which the document does not know. */
export function strangeFieldUnit(openPoint: string, tier: number, template: Template): Unit {
  return probeUnit(template.operation, openPoint, tier, template, async (probe) => {
    const reply = await probe.ask(template, { kind: "set", at: [STRANGE_FIELD], value: "strange" });
    probe.answer(openPoint, strangeFieldWords(reply), reply);
  });
}

/** A probe that sends an empty object as the whole body. */
export function emptyObjectUnit(openPoint: string, tier: number, template: Template): Unit {
  return probeUnit(template.operation, openPoint, tier, template, async (probe) => {
    const render = () => "{}";
    const reply = await probe.ask(template, { kind: "raw", render, contentType: "application/json", label: "{}" });
    probe.answer(openPoint, `an empty object is ${outcome(reply)}`, reply);
  });
}
