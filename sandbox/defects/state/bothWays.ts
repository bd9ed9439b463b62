import { isObject, type JsonObject } from "../../json.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import type { Service } from "../../service.js";
import { transferView } from "../../views.js";
import { bodyChanged } from "../changes.js";
import { type Defect, type DefectId, familyOf } from "../defect.js";
import { transactionsOf } from "./transactions.js";

const defect = familyOf("agreement");

function byPartnerId({ query }: PartnerRequest): boolean {
  return typeof query.transaction_id !== "string";
}

function byBothIds({ query }: PartnerRequest): boolean {
  return typeof query.transaction_id === "string" && typeof query.partner_transaction_id === "string";
}

/** A detail that is another one when it is read in another way (sections 4.5 and 4.9). */
function bothWays(): Defect[] {
  const shown = (
    id: DefectId,
    title: string,
    isMeant: (request: PartnerRequest) => boolean,
    change: (body: JsonObject, service: Service) => JsonObject,
  ): Defect =>
    defect(
      id,
      title,
      bodyChanged((body, request, service) => (isObject(body) && isMeant(request) ? change(body, service) : body)),
    );
  const partyOfAnother = (part: "customer" | "recipient") => (body: JsonObject, service: Service) => {
    const id = isObject(body[part]) ? body[part][`${part}_id`] : undefined;
    for (const transfer of transactionsOf("transfer", service)) {
      const other = transfer.kind === "transfer" ? transferView(transfer, service)[part] : undefined;
      if (isObject(other) && other[`${part}_id`] !== id) return { ...body, [part]: { ...other, [`${part}_id`]: id } };
    }
    return body;
  };
  return [
    ...(["customer", "recipient"] as const).map((part) =>
      shown(
        `getTransferDetail/state/both-ways/other-${part}`,
        `a transfer has the ${part} of another one when it is read by its partner_transaction_id`,
        byPartnerId,
        partyOfAnother(part),
      ),
    ),
    shown(
      "getTransferDetail/state/both-ways/stale-status",
      "a failed transfer is pending when it is read by its partner_transaction_id",
      byPartnerId,
      (body) => (body.status === "failed" ? { ...body, status: "pending" } : body),
    ),
    shown(
      "getDepositDetail/state/both-ways/stale-status",
      "a failed deposit is in process when it is read by its partner_transaction_id",
      byPartnerId,
      (body) => (body.status === "Failed" ? { ...body, status: "Processing" } : body),
    ),
    shown(
      "getTransferDetail/state/both-ways/other-notes",
      "a transfer has other notes when it is read by both its ids",
      byBothIds,
      (body) => ({ ...body, notes: `${String(body.notes ?? "")}.` }),
    ),
  ];
}

/** What shows only in one way of reading a detail. */
export const BOTH_WAYS: readonly Defect[] = bothWays();
