/** Values that are refused for something other than the rule that they are sent for: one more request shows each. */
import type { Excuse } from "../../engine/editCase.js";
import { excused, HELD } from "../../engine/model.js";
import { firstDetail, quoted, quotedText, wordsOf } from "../../engine/refusalText.js";
import { type Edit, materialise } from "../../generators/edits/edit.js";
import { fitText } from "../../generators/texts/fit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { hasStatus, isSuccess, meets, outcomeOf } from "../../oracles/outcome.js";
import { fieldTree, pointersIn, walk } from "../../schemas/fieldTree.js";
import { isObject, type Json, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import { operationOf } from "../../schemas/operation.js";
import { isRefusalStatus } from "../../schemas/statuses.js";
import type { CheckId } from "../check.js";

const FOREIGN = /[^\x20-\x7e]/;

/** A usual length, in characters: so few that no bound that counts bytes is near. */
const USUAL = 20;

/**
 * What excuses the refusal of a text at the bound of its length: that a text of the same length with other letters is accepted,
 * and one of usual length with these letters refused. Then the bound holds, and the check of the field's letters reports the
 * fault.
 * @param check is about the letters of the field; the refusal of a text of usual length is its finding
 */
export function excuseOfLetters(check: CheckId, path: string, edit: Edit): Excuse | undefined {
  if (edit.kind !== "set" || typeof edit.value !== "string" || !FOREIGN.test(edit.value)) return undefined;
  const { at } = edit;
  const letters = [...edit.value];
  return async (execution, template, testCase, refusal) => {
    const plain = valueAt(template.body ?? undefined, at);
    if (typeof plain !== "string" || FOREIGN.test(plain)) return null;
    const sent = async (value: string, name: string) => {
      const fresh = partnerId(execution.target.run, `${name} ${testCase}`, execution.attempt);
      const { wire, summary } = materialise(template, { kind: "set", at, value }, fresh);
      return { exchange: await execution.send(wire), summary };
    };
    const others = await sent(fitText(plain, letters.length, "words"), "as long");
    if (!isSuccess(others.exchange)) return null;
    const length = Math.min(plain.length, USUAL);
    const usual = Array.from({ length }, (_, index) => letters[index % letters.length] ?? "");
    const { exchange, summary } = await sent(usual.join(""), "of usual length");
    if (!hasStatus(exchange, isRefusalStatus) || wordsOf(exchange) !== wordsOf(refusal)) return null;
    const detail = firstDetail(exchange);
    execution.recorder.fail(check, {
      message: `${path} refuses characters that no rule forbids${detail === null ? "" : `; the service says ${quotedText(detail)}`}`,
      ...outcomeOf(template.operation, { kind: "accept" }, exchange),
      edit: summary,
      control: await execution.control(template),
      exchange,
    });
    return HELD;
  };
}

/**
 * What excuses a value of a template that is refused: that the template is refused in the same words with the value that
 * the service accepts there in a changed one.
 */
export function excuseOfOthers(path: string, at: Pointer, taken: Json): Excuse {
  return async (execution, template, testCase, refusal) => {
    const key = partnerId(execution.target.run, `${testCase} with the value that is taken`, execution.attempt);
    const exchange = await execution.send(materialise(template, { kind: "set", at, value: taken }, key).wire);
    if (!meets(template.operation, { kind: "refuse" }, exchange) || wordsOf(exchange) !== wordsOf(refusal)) return null;
    return excused(
      "premise",
      `the request is refused for another value, with ${path} ${JSON.stringify(taken)} as well: ${quoted(exchange)}`,
    );
  };
}

/** The decimals of a date-time. */
const FRACTION = /(?<=T\d{2}:\d{2}:\d{2})\.\d+/;

function withoutFraction(value: string): string {
  return value.replace(FRACTION, "");
}

/**
 * What excuses the refusal of a customer whose dates have decimals: that it is accepted without them. Which formats suit a
 * customer is open (section 2.4), so the check of each date's notations reports which of them is refused, not the controls.
 */
export const excuseOfFractions: Excuse = async (execution, template, testCase) => {
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
  const plain = dates.reduce<Json>(
    (rest, { at, value }) => withValueAt(rest, at, withoutFraction(value)) ?? rest,
    body,
  );
  if (dates.length === 0 || !isObject(plain)) return null;
  const whole = { ...template, body: plain };
  const sent = async (edit: Edit | null, turn: number) => {
    const fresh = partnerId(execution.target.run, `decimals ${turn} ${testCase}`, execution.attempt);
    const { wire, summary } = materialise(whole, edit, fresh);
    return { exchange: await execution.send(wire), summary };
  };
  const { exchange: control } = await sent(null, 0);
  if (!isSuccess(control)) return null;
  let refused = 0;
  for (const [turn, { path, at, value }] of dates.entries()) {
    const { exchange, summary } = await sent({ kind: "set", at, value }, turn + 1);
    if (!meets(operation, { kind: "refuse" }, exchange)) continue;
    refused += 1;
    const detail = firstDetail(exchange);
    execution.recorder.fail(`${operation}/accepts/${path}.format`, {
      message: `${path} refuses a date-time with a fraction of a second${detail === null ? "" : `; the service says ${quotedText(detail)}`}`,
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

/** Whether a date-time lies at the beginning or end of a month, day or year. */
function isAtAnEnd(day: string, time: string): boolean {
  return /^(?:01|28|29|30|31)$/.test(day) || /^(?:00:[^0]|01|23)/.test(time);
}

/**
 * What excuses the refusal of such a date: that one in the middle of the month is refused as well, at the same hour and at
 * noon. The last day of a month is like any other (section 1), and which dates suit a customer is open.
 */
export function excuseOfDate(path: string, edit: Edit): Excuse | undefined {
  if (edit.kind !== "set" || typeof edit.value !== "string") return undefined;
  const [, month, day = "", time = "", offset = ""] = DATE_TIME.exec(edit.value) ?? [];
  if (month === undefined || !isAtAnEnd(day, time)) return undefined;
  return async (execution, template, testCase) => {
    for (const hour of [`${time}${offset}`, "12:00:00Z"]) {
      const fresh = partnerId(execution.target.run, `middle of the month ${hour} ${testCase}`, execution.attempt);
      const { wire } = materialise(template, { ...edit, value: `${month}-15T${hour}` }, fresh);
      if (isSuccess(await execution.send(wire))) return null;
    }
    return excused(
      "premise",
      `${path} in the middle of the same month is refused as well: which dates suit is left open (section 2.4)`,
    );
  };
}
