import type { PartnerRequest } from "../../partnerRequest.js";
import type { Recipient } from "../../resources.js";
import type { Service } from "../../service.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import type { OutgoingResponse } from "../hooks.js";

const defect = familyOf("response");

/** Texts that are taken for the id of a recipient although they are none (section 4.2). */
function takenFor(
  way: string,
  title: string,
  find: (asked: string, recipients: readonly Recipient[], service: Service) => Recipient | undefined,
  rule: string = "state/unknown-recipient",
): Defect {
  return defectOf("agreement", "updateRecipient", rule, way, title, {
    request: (request: PartnerRequest, service) => {
      if (service.state.recipients.get(request.recipientId) !== undefined) return request;
      const found = find(request.recipientId, [...service.state.recipients.values()], service);
      return found === undefined ? request : { ...request, recipientId: found.id };
    },
  });
}

/** Texts that are taken for the id of a transaction although they are none (sections 4.5 and 4.9). */
function foundThough(
  operation: "getTransferDetail" | "getDepositDetail",
  way: string,
  title: string,
  isMeant: (asked: string, id: string) => boolean,
  rule: string = "state/unknown-id",
): Defect {
  return defectOf("agreement", operation, rule, way, title, {
    request: (request: PartnerRequest, { state }) => {
      const asked = request.query.transaction_id;
      if (typeof asked !== "string" || state.transactions.get(asked) !== undefined) return request;
      const kind = operation === "getTransferDetail" ? "transfer" : "deposit";
      const found = [...state.transactions.values()].find((one) => one.kind === kind && isMeant(asked, one.id));
      return found === undefined ? request : { ...request, query: { ...request.query, transaction_id: found.id } };
    },
  });
}

/** A success without its body where no transaction is found (sections 4.5 and 4.9). */
function nothingFound(
  operation: "getTransferDetail" | "getDepositDetail",
  way: string,
  title: string,
  instead: OutgoingResponse,
): Defect {
  return defect(`${operation}/response/body.json/${way}`, `an unknown transaction is answered with ${title}`, {
    response: (response) => (response.status === 404 ? instead : response),
  });
}

const sameLetters = (asked: string, id: string): boolean => asked.toLowerCase() === id.toLowerCase();

/** Identifiers that are nearly right, or that are those of other things. */
export const UNKNOWN_IDS: readonly Defect[] = [
  nothingFound("getTransferDetail", "null-for-unknown", "200 and null", {
    status: 200,
    headers: { "content-type": "application/json" },
    text: "null",
  }),
  nothingFound("getDepositDetail", "204-for-unknown", "204", { status: 204, headers: {}, text: "" }),
  foundThough("getTransferDetail", "longer", "what stands behind a transaction_id is ignored", (asked, id) =>
    asked.startsWith(id),
  ),
  foundThough("getDepositDetail", "any", "a transaction_id of % finds the first deposit", (asked) => asked === "%"),
  ...(["getTransferDetail", "getDepositDetail"] as const).map((operation) =>
    foundThough(operation, "any-case", "ids are compared without case", sameLetters, "state/unknown-id.case"),
  ),
  takenFor(
    "any-case",
    "ids are compared without case",
    (asked, all) => all.find(({ id }) => sameLetters(asked, id)),
    "state/unknown-recipient.case",
  ),
  takenFor("beginning", "the beginning of a recipient_id is enough", (asked, all) =>
    asked.length > 12 ? all.find(({ id }) => id.startsWith(asked)) : undefined,
  ),
  takenFor("longer", "what stands behind a recipient_id is ignored", (asked, all) =>
    all.find(({ id }) => asked.startsWith(id)),
  ),
  takenFor("last-character", "the last character of a recipient_id is not compared", (asked, all) =>
    all.find(({ id }) => id.length === asked.length && id.slice(0, -1) === asked.slice(0, -1)),
  ),
  takenFor("partner-id", "a partner_recipient_id is taken for a recipient_id", (asked, all) =>
    all.find(({ partnerId }) => partnerId === asked),
  ),
  takenFor("customer-id", "a customer's id leads to the first recipient", (asked, all, { state }) =>
    state.customers.get(asked) === undefined ? undefined : all[0],
  ),
];
