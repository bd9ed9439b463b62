/** One cause of many refusals: something that rejects the content of texts, whatever their field. */

import { distinct, groupedBy } from "../../schemas/groups.js";
import type { CheckResult } from "../model.js";
import { ruleOf } from "./checkId.js";
import {
  type Explained,
  type Explanation,
  isErrorShape,
  isLetIn,
  names,
  places,
  refusalOf,
  statusOf,
} from "./explanations.js";

function charactersOf(checks: readonly CheckResult[]): string[] {
  return distinct(checks.flatMap(({ findings: [first] }) => first?.characters ?? []));
}

function signatureOf(check: CheckResult): string {
  return `${statusOf(check)} ${refusalOf(check)}`;
}

/**
 * Texts of several fields that are refused in the same words, which name none of the fields: for a character, or for
 * whatever a firewall rejects. A refusal in another shape than that of the service's errors is the same fault.
 */
export const refusedTexts: Explanation = (departing) => {
  const refused = departing.filter((check) => check.area === "accepts" && !isLetIn(check) && statusOf(check) >= 400);
  return [...groupedBy(refused, signatureOf)].flatMap(([signature, checks]): Explained[] => {
    const texts = checks.filter((check) => ruleOf(check) === "combinations" || charactersOf([check]).length > 0);
    const fields = distinct(texts.map(({ field }) => field));
    const characters = charactersOf(texts);
    if (characters.length === 0 || fields.length < 2 || texts.some((check) => names(signature, check.field ?? "")))
      return [];
    const shapes = departing.filter((check) => isErrorShape(check) && signatureOf(check) === signature);
    const where = places([...texts, ...shapes]);
    const [status = 0] = texts.map(statusOf);
    const what = `Texts with ${characters.join(" or ")} are refused with ${status}`;
    const text = shapes.length === 0 ? `${what} on ${where}` : `${what} in a wrong error shape on ${where}`;
    return [{ key: "accepts/characters", rank: "errors", checks: [...texts, ...shapes], text }];
  });
};
