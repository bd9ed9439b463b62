/** Updates that change more or less than they should, and recipients that cannot be updated (section 4.2). */
import { isObject, type JsonObject } from "../../json.js";
import { type PartnerRequest, type Refusal, refusal } from "../../request.js";
import {
  always,
  bodyChanged,
  bodyOf,
  changeAt,
  cut,
  objectChanged,
  publishedPath,
  shownValueChanged,
  storedValueChanged,
  successChanged,
  valueIn,
  withMembers,
} from "../changes.js";
import { type Defect, defectOf, defects, type HooksOf } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

const FAMILY = "state";

/** A refused update takes effect all the same, as far as its website goes. */
function appliedThough(status: number): DefectHooks {
  return {
    result: (result, request, { state }) => {
      const body = bodyOf(request);
      const recipient = state.recipients.get(request.recipientId);
      if (result.kind === "refusal" && result.status === status && isObject(body) && recipient !== undefined) {
        const { fields } = recipient;
        const applied = { ...recipient, fields: { ...fields, website: body.website ?? fields.website } };
        state.recipients.set(recipient.id, applied, request.rawBody?.length ?? 0);
      }
      return result;
    },
  };
}

/** A value that an update does not change as long as another one is unchanged. */
function unchangedBeside(path: string, neighbour: string): Defect[] {
  const [field, other] = [publishedPath(path), publishedPath(neighbour)];
  const hooks: HooksOf = () => {
    const last = new Map<string, { readonly value: unknown; readonly beside: unknown }>();
    return bodyChanged((body, { recipientId }) => {
      const before = last.get(recipientId);
      const now = { value: valueIn(body, path), beside: valueIn(body, neighbour) };
      const kept = before !== undefined && before.beside === now.beside && now.value !== undefined;
      last.set(recipientId, kept ? before : now);
      return kept && before.value !== undefined ? changeAt(body, path, always(before.value)) : body;
    });
  };
  const title = `an update does not change ${field} while ${other} stays the same`;
  return [defectOf("echo", "updateRecipient", `echo/${field}`, "same-neighbour", title, hooks)];
}

/** Updates that change what no update may change (section 4.2). */
export const OVERREACHING_UPDATES: readonly Defect[] = [
  ...defects(FAMILY, "updateRecipient")`
    state/partner_recipient_id.kept/cut-at-50 | an update shows a long partner_recipient_id cut to 50 characters
      | ${shownValueChanged("partner_recipient_id", cut(50))}
    state/recipient_id.kept/member-wins | an update shows the recipient_id that its body has
      | ${objectChanged((body, request) => {
        const sent = valueIn(bodyOf(request), "recipient_id");
        return typeof sent === "string" ? { ...body, recipient_id: sent } : body;
      })}
    state/isolation/state-from-city | an empty state becomes the city
      | ${storedValueChanged(
        "address_info",
        withMembers(({ state, city }): JsonObject => (state === "" ? { state: city } : {})),
      )}
    state/refused.unapplied/applied-400
      | an update that breaks a rule is answered with 400, and changes the website all the same | ${appliedThough(400)}
    state/refused.unapplied/applied-401
      | an update without valid credentials is answered with 401, and changes the website all the same
      | ${appliedThough(401)}
    state/refused.unapplied/applied-403
      | an update without permission is answered with 403, and changes the website all the same | ${appliedThough(403)}
  `,
  ...unchangedBeside("business_type", "business_name"),
  ...unchangedBeside("payment_details(bank).bank_name", "payment_details(bank).account_number"),
  ...unchangedBeside("payment_details(crypto).wallet_name", "payment_details(crypto).wallet_address"),
  ...defects(FAMILY, "updateRecipient")`
    state/isolation/others-overwritten | an update gives its account to the recipients of all transfers
      | ${() => {
        let last: unknown;
        return {
          ...shownValueChanged("recipient.payment_details", (account) => last ?? account),
          stored: (fields, { operation }: PartnerRequest) => {
            if (operation === "updateRecipient") last = fields.payment_details;
            return fields;
          },
        };
      }}
  `.map((defect): Defect => ({ ...defect, on: ["updateRecipient", "getTransferDetail"] })),
];

const UNKNOWN = refusal(404, "NOT_FOUND", "No recipient has this recipient_id");

/** Only a number of the most recent recipients are found by an update. */
const onlyNewestFound = (count: number) => (): DefectHooks => {
  const newest: unknown[] = [];
  return successChanged((result, { operation, recipientId }) => {
    if (operation === "updateRecipient") return newest.includes(recipientId) ? result : UNKNOWN;
    if (isObject(result.body)) newest.push(result.body.recipient_id);
    if (newest.length > count) newest.shift();
    return result;
  });
};

/** A recipient is updated once, and then refused. */
const updatedOnce = (instead: Refusal) => (): DefectHooks => {
  const updated = new Set<string>();
  return successChanged((result, { recipientId }) => {
    if (updated.has(recipientId)) return instead;
    updated.add(recipientId);
    return result;
  });
};

const UNCHANGEABLE = "The recipient cannot be changed any more";
const CONTROLS = "accepts/control.bank, accepts/control.crypto";

/** Recipients that this service knows, but does not find, or does not update (section 4.2). */
export const FEW_UPDATES: readonly Defect[] = [
  ...defects(FAMILY, "updateRecipient")`
    accepts/control.bank/newest-alone, ${CONTROLS} | only the recipient that was created last is found by an update
      | ${onlyNewestFound(1)}
    accepts/control.bank/two-newest, ${CONTROLS} | only the two recipients that were created last are found by an update
      | ${onlyNewestFound(2)}
  `.map((defect): Defect => ({ ...defect, on: ["createRecipient", "updateRecipient"] })),
  ...defects(FAMILY, "updateRecipient")`
    accepts/again/once-400 | a recipient that was updated is refused with 400 when it is updated again
      | ${updatedOnce(refusal(400, "INVALID_PARAMETER", UNCHANGEABLE))}
    accepts/again/once-409, ${CONTROLS} | a recipient that was updated is refused with 409 when it is updated again
      | ${updatedOnce(refusal(409, "ALREADY_EXISTS", UNCHANGEABLE))}
    accepts/again/once-404, ${CONTROLS} | a recipient that was updated is not found when it is updated again
      | ${updatedOnce(UNKNOWN)}
  `,
];
