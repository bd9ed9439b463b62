/** Witnesses of single values: whether one is refused for something other than the rule that it is sent for. */

import { sayingOf, wordsOf } from "../../engine/judge/refusalText.js";
import { excused, HELD } from "../../engine/model.js";
import { sendTemplate } from "../../engine/send/sendTemplate.js";
import { excusedFor, isRefusal, type Witness } from "../../engine/witnesses/witness.js";
import type { Edit } from "../../generators/edits/edit.js";
import { fitText } from "../../generators/texts/fit.js";
import { hasStatus, isSuccess, outcomeOf } from "../../oracles/outcome.js";
import { fieldTree, pointersIn, walk } from "../../schemas/fieldTree.js";
import { isObject, type Json, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import { operationOf } from "../../schemas/operation.js";
import { isRefusalStatus } from "../../schemas/statuses.js";

const FOREIGN = /[^\x20-\x7e]/;

/** A usual length, in characters: so few that no bound that counts bytes is near. */
const USUAL = 20;

/**
 * A text at the bound of its length: whether one of the same length with other letters is accepted, and one of usual length
 * with these letters refused. Then the bound holds, and the check of the field's letters reports the fault.
 */
export function otherLetters(path: string): Witness {
  return async ({ execution, template, edit, key, refusal }) => {
    if (edit?.kind !== "set" || typeof edit.value !== "string" || !FOREIGN.test(edit.value)) return null;
    const { at } = edit;
    const letters = [...edit.value];
    const plain = valueAt(template.body ?? undefined, at);
    if (typeof plain !== "string" || FOREIGN.test(plain)) return null;
    const sent = (value: string, name: string) =>
      sendTemplate(execution, template, { kind: "set", at, value }, `${name} ${key}`);
    const others = await sent(fitText(plain, letters.length, "words"), "as long");
    if (!isSuccess(others.exchange)) return null;
    const length = Math.min(plain.length, USUAL);
    const usual = Array.from({ length }, (_, index) => letters[index % letters.length] ?? "");
    const { exchange, summary } = await sent(usual.join(""), "of usual length");
    if (!hasStatus(exchange, isRefusalStatus) || wordsOf(exchange) !== wordsOf(refusal)) return null;
    execution.recorder.fail(`${template.operation}/accepts/${path}.text`, {
      message: `${path} refuses characters that no rule forbids${sayingOf(exchange)}`,
      ...outcomeOf(template.operation, { kind: "accept" }, exchange),
      edit: summary,
      control: await execution.control(template),
      exchange,
    });
    return HELD;
  };
}

/** A value of a template: whether the template is refused in the same words with the value that is accepted there in a changed one. */
export function takenValue(path: string, at: Pointer, taken: Json): Witness {
  return async ({ execution, template, key, refusal }) => {
    const name = `${key} with the value that is taken`;
    const { exchange } = await sendTemplate(execution, template, { kind: "set", at, value: taken }, name);
    if (!isRefusal(template, exchange) || wordsOf(exchange) !== wordsOf(refusal)) return null;
    const shown = `the request is refused for another value, with ${path} ${JSON.stringify(taken)} as well`;
    return excusedFor("premise", shown, exchange);
  };
}

const FRACTION = /(?<=T\d{2}:\d{2}:\d{2})\.\d+/;

/**
 * A customer whose dates have decimals: whether it is accepted without them. Which formats suit a customer is open
 * (section 2.4), so the check of each date's notations reports which of them is refused, not the controls.
 */
export const withoutFractions: Witness = async ({ execution, template, key }) => {
  const { operation, body } = template;
  const { requestSchema } = operationOf(operation);
  if (requestSchema === null || body === null) return null;
  const dates = [...walk(fieldTree(requestSchema))].flatMap(({ path, rules, location }) =>
    rules.format !== "date-time"
      ? []
      : pointersIn(body, location).flatMap((at) => {
          const value = valueAt(body, at);
          return typeof value === "string" && FRACTION.test(value) ? [{ path, at, value }] : [];
        }),
  );
  const plain = dates.reduce<Json>((rest, { at, value }) => withValueAt(rest, at, value.replace(FRACTION, "")), body);
  if (dates.length === 0 || !isObject(plain)) return null;
  const sent = (edit: Edit | null, turn: number) =>
    sendTemplate(execution, { ...template, body: plain }, edit, `decimals ${turn} ${key}`);
  const { exchange: control } = await sent(null, 0);
  if (!isSuccess(control)) return null;
  let refused = 0;
  for (const [turn, { path, at, value }] of dates.entries()) {
    const { exchange, summary } = await sent({ kind: "set", at, value }, turn + 1);
    if (!isRefusal(template, exchange)) continue;
    refused += 1;
    execution.recorder.fail(`${operation}/accepts/${path}.format`, {
      message: `${path} refuses a date-time with a fraction of a second${sayingOf(exchange)}`,
      ...outcomeOf(operation, { kind: "accept" }, exchange),
      edit: summary,
      control,
      exchange,
    });
  }
  return refused === 0 ? null : HELD;
};

/** A date-time without decimals: year and month, day, time, offset. */
const DATE_TIME = /^(\d{4}-\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/;

/**
 * The middle of the month of a date that an edit sets at the beginning or end of a month, day or year: at the same hour, and at
 * noon. Of other edits nothing.
 */
export function middlesOfMonth(edit: Edit | null): readonly string[] {
  if (edit?.kind !== "set" || typeof edit.value !== "string") return [];
  const [, month, day = "", time = "", offset = ""] = DATE_TIME.exec(edit.value) ?? [];
  const isAtAnEnd = /^(?:01|28|29|30|31)$/.test(day) || /^(?:00:[^0]|01|23)/.test(time);
  return month !== undefined && isAtAnEnd ? [`${time}${offset}`, "12:00:00Z"].map((hour) => `${month}-15T${hour}`) : [];
}

/**
 * Such a date: whether the middle of the month is refused as well. The last day of a month is like any other (section 1), and
 * which dates suit a customer is open.
 */
export function middleOfMonth(path: string): Witness {
  return async ({ execution, template, edit, key }) => {
    const dates = middlesOfMonth(edit);
    if (edit?.kind !== "set" || dates.length === 0) return null;
    for (const value of dates) {
      const name = `middle of the month ${value.slice(value.indexOf("T") + 1)} ${key}`;
      if (isSuccess((await sendTemplate(execution, template, { ...edit, value }, name)).exchange)) return null;
    }
    const shown = `${path} in the middle of the same month is refused as well`;
    return excused("premise", `${shown}: which dates suit is left open (section 2.4)`);
  };
}
