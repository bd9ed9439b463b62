/**
 * The last day of a month, a leap day and the last hour of a day are as others are (section 1). Which dates suit a customer is
 * open, so that one from the middle of the same month is asked for.
 */

import type { Excuse } from "../../engine/editCase.js";
import { excused } from "../../engine/outcome.js";
import { type Edit, materialise } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { isSuccess } from "../../oracles/outcome.js";

/** A date-time without decimals: year and month, day, time, offset. */
const DATE_TIME = /^(\d{4}-\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/;

/** Whether a date-time lies where months, days and years begin and end. */
function isAtAnEnd(day: string, time: string): boolean {
  return /^(?:01|28|29|30|31)$/.test(day) || /^(?:00:[^0]|01|23)/.test(time);
}

/** What excuses the refusal of such a date: that one in the middle of the month is refused as well, at its hour and at noon. */
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
