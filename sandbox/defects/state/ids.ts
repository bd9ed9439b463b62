import { createHash } from "node:crypto";
import type { IdentifierKind } from "../../identifiers.js";
import { isObject } from "../../json.js";
import type { OperationName } from "../../operations/names.js";
import { type Result, refusal } from "../../result.js";
import { type Change, changeAt } from "../bodyPath.js";
import { bodyChanged, bodyOf, shownValueChanged } from "../changes.js";
import { type Defect, type DefectId, familyOf } from "../defect.js";

const defect = familyOf("state");

function repeatedIds(operation: OperationName, field: string, kind: IdentifierKind): Defect[] {
  const repeating = (way: string, title: string, every: number): Defect =>
    defect(`${operation}/state/${field}.unique/${way}`, title, () => {
      let shown = 0;
      let last: unknown;
      return bodyChanged((body) =>
        changeAt(body, field, (id) => {
          const isRepeated = ++shown % every === 0 && last !== undefined;
          last = isRepeated ? last : id;
          return last;
        }),
      );
    });
  return [
    repeating("every-second", `every second ${field} is the one before it`, 2),
    repeating("every-fifth", `every fifth ${field} is the one before it`, 5),
    defect(
      `${operation}/state/${field}.unique/constant`,
      `every ${field} is the same`,
      shownValueChanged(field, () => `${kind}_000000000000000000000001`),
    ),
  ];
}

function changedIds(): Defect[] {
  const changed = (field: string, way: string, title: string, change: Change): Defect =>
    defect(`updateRecipient/state/${field}.kept/${way}`, title, shownValueChanged(field, change));
  return [
    defect("updateRecipient/state/recipient_id.kept/new-one", "an update gives the recipient a new id", () => {
      let updates = 0;
      return shownValueChanged(
        "recipient_id",
        (id) => `${String(id).slice(0, -4)}${String(++updates).padStart(4, "0")}`,
      );
    }),
    changed(
      "recipient_id",
      "capitals",
      "an update answers with the id in capitals behind its prefix",
      (id) => `rcp_${String(id).slice(4).toUpperCase()}`,
    ),
    changed(
      "partner_recipient_id",
      "made-up",
      "an update answers with another partner_recipient_id",
      () => "partner-recipient-unknown",
    ),
    changed(
      "partner_recipient_id",
      "small",
      "an update answers with the partner_recipient_id in the other letter case",
      (id) => {
        const text = String(id);
        return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
      },
    ),
    changed("created_at", "now", "an update sets created_at", () => "2031-01-01T00:00:00Z"),
    defect(
      "updateRecipient/state/partner_recipient_id.kept/own-id",
      "an update answers with the recipient_id in place of the partner_recipient_id",
      bodyChanged((body) => (isObject(body) ? { ...body, partner_recipient_id: body.recipient_id } : body)),
    ),
  ];
}

/** A partner id, or the beginning of one, that a creation needs to be new although nothing was made with it. */
function usedUp(
  id: DefectId,
  field: "partner_recipient_id" | "partner_customer_id",
  title: string,
  { length = 64, by }: { readonly length?: number; readonly by: Result["kind"] },
): Defect {
  return defect(id, title, () => {
    const used = new Set<unknown>();
    return {
      result: (result, request) => {
        const body = bodyOf(request);
        const id = isObject(body) ? body[field] : undefined;
        if (typeof id !== "string") return result;
        const key = id.slice(0, length);
        const isUsed = used.has(key);
        if (result.kind === by) used.add(key);
        return result.kind === "success" && isUsed
          ? refusal(409, "ALREADY_EXISTS", `${field} is already in use`)
          : result;
      },
    };
  });
}

function contentId(body: unknown): string {
  return `file_${createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 24)}`;
}

/** Ids that repeat or change (sections 2.1, 4.1 and 4.2). */
export const IDS: readonly Defect[] = [
  usedUp(
    "createRecipient/state/refused.unapplied/burnt",
    "partner_recipient_id",
    "a refused creation uses up its partner id",
    { by: "refusal" },
  ),
  usedUp(
    "createCustomer/state/refused.unapplied/burnt",
    "partner_customer_id",
    "a refused creation uses up its partner id",
    { by: "refusal" },
  ),
  usedUp(
    "createRecipient/accepts/partner_recipient_id.maxLength/first-50-compared",
    "partner_recipient_id",
    "partner ids that begin alike are taken for one",
    { by: "success", length: 50 },
  ),
  defect(
    "uploadFile/state/file_id.type/from-content",
    "a file_id follows from the content alone",
    bodyChanged((body, request) => changeAt(body, "file_id", () => contentId(bodyOf(request)))),
  ),
  ...repeatedIds("createRecipient", "recipient_id", "rcp"),
  ...repeatedIds("createCustomer", "customer_id", "cus"),
  ...repeatedIds("uploadFile", "file_id", "file"),
  ...changedIds(),
];
