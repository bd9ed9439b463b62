import { isObject, type JsonObject } from "../../json.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import { refusal } from "../../result.js";
import type { BodyOperation } from "../../rules.js";
import { bodyOf } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { BODY_OPERATIONS } from "../requestTables.js";

const defect = familyOf("too-strict");

/** An object of the body whose members must come in a certain order. */
function orderedObject(body: JsonObject): JsonObject {
  return isObject(body.payment_details) ? body.payment_details : body;
}

const FIRST_MEMBERS = ["account_type", "partner_customer_id", "file"];

function refusing(
  operation: BodyOperation,
  way: string,
  title: string,
  isRefused: (text: string, body: JsonObject) => boolean,
): Defect {
  const meets = (request: PartnerRequest): boolean => {
    const body = bodyOf(request);
    return isObject(body) && isRefused(request.rawBody?.toString() ?? "", body);
  };
  return defect(`${operation}/accepts/body.notation/${way}`, title, {
    result: (result, request) =>
      result.kind === "success" && meets(request)
        ? refusal(400, "MALFORMED_REQUEST", "The body could not be read")
        : result,
  });
}

/** Bodies that are refused for how their JSON is written down (section 1). */
export const STRICT_NOTATIONS: readonly Defect[] = BODY_OPERATIONS.flatMap((operation) => [
  refusing(operation, "escapes", "a body with \\u escapes is refused", (text) => /\\u[0-9a-f]{4}/i.test(text)),
  refusing(operation, "line-breaks", "a body with line breaks between its members is refused", (text) =>
    text.includes("\n"),
  ),
  ...(operation === "uploadFile"
    ? []
    : [
        refusing(operation, "order", "a body is refused whose members come in another order", (_text, body) => {
          const [first = ""] = Object.keys(orderedObject(body));
          return !FIRST_MEMBERS.includes(first);
        }),
      ]),
]);
