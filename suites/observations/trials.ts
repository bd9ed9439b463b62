/** The most common inquiry: a template is sent with one edit after another, and each is accepted or refused. */

import type { Case } from "../../engine/model.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import type { Json, Pointer } from "../../generators/json.js";
import { type Inquiry, inquiryCase, type Reply } from "./observing.js";
import { gathered, outcome } from "./texts.js";

/** An edit and what it is called in the answer. */
export interface Trial {
  readonly label: string;
  readonly edit: Edit | null;
  /** Sent instead of the inquiry's own template. */
  readonly template?: Template;
}

/** Attempts that set one field to several values, each called as it is written. */
export function values(at: Pointer, ...tried: readonly Json[]): Trial[] {
  return tried.map((value) => ({ label: JSON.stringify(value), edit: { kind: "set", at, value } }));
}

/** Sends trials one after the other. */
export async function tryAll(
  inquiry: Inquiry,
  template: Template,
  trials: readonly Trial[],
): Promise<(readonly [Trial, Reply])[]> {
  const replies: (readonly [Trial, Reply])[] = [];
  for (const trial of trials) replies.push([trial, await inquiry.ask(trial.template ?? template, trial.edit)]);
  return replies;
}

/** The most telling of several replies: the first that was refused, else the first. */
export function telling(replies: readonly (readonly [Trial, Reply])[]): Reply | undefined {
  return (replies.find(([, reply]) => !reply.accepted) ?? replies[0])?.[1];
}

/** A inquiry that tells which trials are accepted. */
export function trialsCase(unknownId: string, tier: number, template: Template, trials: readonly Trial[]): Case {
  return inquiryCase(template.operation, unknownId, tier, template, async (inquiry) => {
    const replies = await tryAll(inquiry, template, trials);
    const evidence = telling(replies);
    if (evidence === undefined) return;
    inquiry.answer(unknownId, gathered(replies.map(([{ label }, reply]) => [label, outcome(reply)])), evidence);
  });
}

/** A inquiry that leaves one field out. */
export function omissionCase(unknownId: string, tier: number, template: Template, at: Pointer): Case {
  return inquiryCase(template.operation, unknownId, tier, template, async (inquiry) => {
    const reply = await inquiry.ask(template, { kind: "remove", at });
    const answer = reply.accepted ? "it may be left out" : "it must be sent";
    inquiry.answer(unknownId, `${answer}: a request without it is ${outcome(reply)}`, reply);
  });
}

/** A inquiry that sends null for one field after another. */
export function nullsCase(unknownId: string, tier: number, template: Template, places: readonly Pointer[]): Case {
  const trials = places.map(
    (at): Trial => ({
      label: at.filter((step) => typeof step === "string").join("."),
      edit: { kind: "set", at, value: null },
    }),
  );
  return inquiryCase(template.operation, unknownId, tier, template, async (inquiry) => {
    const replies = await tryAll(inquiry, template, trials);
    const evidence = telling(replies);
    if (evidence === undefined) return;
    const words = replies.map(([{ label }, reply]) => [label, `null is ${outcome(reply)}`] as const);
    const kinds = new Set(words.map(([, went]) => went));
    const [only] = kinds;
    inquiry.answer(
      unknownId,
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

/** A inquiry that adds a field which the document does not know. */
export function unknownFieldCase(unknownId: string, tier: number, template: Template): Case {
  return inquiryCase(template.operation, unknownId, tier, template, async (inquiry) => {
    const reply = await inquiry.ask(template, { kind: "set", at: [STRANGE_FIELD], value: "strange" });
    inquiry.answer(unknownId, strangeFieldWords(reply), reply);
  });
}

/** A inquiry that sends an empty object as the whole body. */
export function emptyObjectCase(unknownId: string, tier: number, template: Template): Case {
  return inquiryCase(template.operation, unknownId, tier, template, async (inquiry) => {
    const render = () => "{}";
    const reply = await inquiry.ask(template, { kind: "raw", render, contentType: "application/json", label: "{}" });
    inquiry.answer(unknownId, `an empty object is ${outcome(reply)}`, reply);
  });
}
