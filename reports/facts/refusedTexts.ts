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

/** Whether a check is about what texts say. */
function isAboutTexts(check: CheckResult): boolean {
  return /^(?:combinations|content)$|\.text$/.test(ruleOf(check)) || charactersOf([check]).length > 0;
}

/**
 * Texts that are refused in the same words, which name none of their fields: for a character, or for whatever a firewall
 * rejects. A refusal in another shape than that of the service's errors is the same fault.
 */
export const refusedTexts: Explanation = (departing) => {
  const refused = departing.filter((check) => check.area === "accepts" && !isLetIn(check) && statusOf(check) >= 400);
  return [...groupedBy(refused, signatureOf)].flatMap(([signature, checks]): Explained[] => {
    const texts = checks.filter(isAboutTexts);
    const fields = distinct(texts.map(({ field }) => field));
    const characters = charactersOf(texts);
    const shapes = departing.filter((check) => isErrorShape(check) && signatureOf(check) === signature);
    const isAnywhere = fields.length > 1 || texts.some((check) => ruleOf(check) === "content");
    if (!isAnywhere || (characters.length === 0 && shapes.length === 0)) return [];
    if (texts.some((check) => names(signature, check.field ?? ""))) return [];
    const where = places([...texts, ...shapes]);
    const [status = 0] = texts.map(statusOf);
    const what =
      characters.length === 0
        ? `Texts are refused for what they say: ${status}`
        : `Texts with ${characters.join(" or ")} are refused with ${status}`;
    const text = `${what}${shapes.length === 0 ? "" : " with the wrong error shape"} on ${where}`;
    return [{ key: "accepts/characters", rank: "errors", checks: [...texts, ...shapes], text }];
  });
};
