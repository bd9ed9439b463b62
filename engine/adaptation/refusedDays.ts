/** The 29th of February is a day as others are (section 1). Which dates suit a customer is open, so the day before is asked for. */
import { type Edit, materialise } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { isSuccess } from "../../oracles/outcome.js";
import type { Excuse } from "../editCase.js";
import { letGo } from "../outcome.js";

const LEAP_DAY = "-02-29T";

/** What excuses the refusal of a leap day: that the day before is refused as well. */
export function excuseOfLeapDay(path: string, edit: Edit): Excuse | undefined {
  if (edit.kind !== "set" || typeof edit.value !== "string" || !edit.value.includes(LEAP_DAY)) return undefined;
  const dayBefore: Edit = { ...edit, value: edit.value.replace(LEAP_DAY, "-02-28T") };
  return async (execution, template, testCase) => {
    const fresh = partnerId(execution.target.run, `day before ${testCase}`, execution.attempt);
    const { wire } = materialise(template, dayBefore, fresh);
    if (isSuccess(await execution.send(wire))) return null;
    return letGo(
      "premise",
      `${path} of the day before is refused as well: which dates suit is left open (section 2.4)`,
    );
  };
}
