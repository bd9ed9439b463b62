/** What the checks of the tests' reports are about, read from their ids. */
import { AREAS, type CheckResult } from "../../reports/model.js";
import { VALUE_KEYWORDS } from "../../schemas/fieldTree.js";
import { SUBJECTS } from "../../schemas/operations.js";

const KEYWORDS: readonly string[] = [...VALUE_KEYWORDS, "required", "present", "optional", "empty", "text"];
const OF_FIELDS: readonly string[] = ["accepts", "refuses", "response", "echo"];

/** Operation and area of a check's id, and field and keyword where it is about a field. @throws Error for another id */
export function identified(id: string): Pick<CheckResult, "id" | "operation" | "area" | "field" | "keyword"> {
  const [first, second = "", ...rest] = id.split("/");
  const operation = SUBJECTS.find((subject) => subject === first);
  const area = AREAS.find((name) => name === second);
  if (operation === undefined || area === undefined) throw new Error(`no such operation or area: ${id}`);
  const rule = rest.join("/");
  const keyword = KEYWORDS.find((name) => rule.endsWith(`.${name}`));
  if (!OF_FIELDS.includes(area) || rule.startsWith("normal-form.")) return { id, operation, area };
  if (keyword === undefined) return { id, operation, area, ...(area === "echo" ? { field: rule } : {}) };
  return { id, operation, area, field: rule.slice(0, -keyword.length - 1), keyword };
}
