/** Resources that take what is another one's, or what no request gave them (sections 4.1, 4.2, 4.4, 4.5 and 4.9). */
import { isObject } from "../../json.js";
import { changeAt, publishedPath } from "../bodyPath.js";
import { bodyChanged, bodyOf, shownValueChanged, storedAccountType, storedValueChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { combined, confined, type DefectHooks } from "../hooks.js";
import { textChange } from "../text.js";

const defect = familyOf("state");
const echoDefect = familyOf("echo");
const statusDefect = familyOf("status");

/** A refused update takes effect all the same, as far as its website goes. */
function appliedThough(status: number, reason: string): Defect {
  return defect(
    `updateRecipient/state/refused.unapplied/applied-${status}`,
    `an update ${reason} is answered with ${status}, and changes the website all the same`,
    {
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
    },
  );
}

/** A value that an update does not change as long as another one is the same as before. */
function unchangedBeside(path: string, neighbour: string): Defect {
  return echoDefect(
    `updateRecipient/echo/${publishedPath(path)}/same-neighbour`,
    `an update does not change ${publishedPath(path)} while ${publishedPath(neighbour)} stays the same`,
    () => {
      const last = new Map<string, { readonly value: unknown; readonly beside: unknown }>();
      return bodyChanged((body, { recipientId }) => {
        const before = last.get(recipientId);
        const now = { value: valueIn(body, path), beside: valueIn(body, neighbour) };
        const kept = before !== undefined && before.beside === now.beside && now.value !== undefined;
        last.set(recipientId, kept ? before : now);
        return kept && before.value !== undefined ? changeAt(body, path, () => before.value) : body;
      });
    },
  );
}

/** The value at a path, noted on the way of a change that changes nothing. */
function valueIn(body: unknown, path: string): unknown {
  let found: unknown;
  changeAt(body, path, (value) => {
    found = value;
    return value;
  });
  return found;
}

/** A value that a creation leaves out is the one of the creation before. */
function sharedWithTheNext(operation: "createRecipient" | "createCustomer", path: string): Defect {
  return defect(
    `${operation}/state/isolation/left-over`,
    `a resource that is made without ${publishedPath(path)} shows that of the one before`,
    () => {
      let last: unknown;
      return bodyChanged((body, request) => {
        const sent = valueIn(bodyOf(request), path);
        last = sent ?? last;
        const [parent = "", name] = path.includes(".") ? path.split(".") : ["", path];
        if (sent !== undefined || last === undefined || name === undefined || !isObject(body)) return body;
        const within = parent === "" ? body : body[parent];
        const shown = { ...(isObject(within) ? within : {}), [name]: last };
        return parent === "" ? shown : { ...body, [parent]: shown };
      });
    },
  );
}

/** Resources that show what belongs to another one (sections 4.1, 4.2 and 4.4). */
export const EXCHANGED_RESOURCES: readonly Defect[] = [
  sharedWithTheNext("createRecipient", "website"),
  sharedWithTheNext("createCustomer", "business_details.website"),
  statusDefect(
    "updateRecipient/accepts/control.crypto/switched-201",
    "an update by which a bank account becomes a wallet is answered with 201",
    () => {
      let before: unknown;
      return {
        request: (request, service) => {
          before = storedAccountType(request, service);
          return request;
        },
        result: (result, request) => {
          const isSwitch = before === "bank" && valueIn(bodyOf(request), "payment_details.account_type") === "crypto";
          return isSwitch && result.kind === "success" ? { ...result, status: 201 } : result;
        },
      };
    },
  ),
];

/** Updates that change what no update changes (section 4.2). */
export const OVERREACHING_UPDATES: readonly Defect[] = [
  defect(
    "updateRecipient/state/partner_recipient_id.kept/cut-at-50",
    "an update shows a long partner_recipient_id cut to 50 characters",
    bodyChanged((body) =>
      changeAt(
        body,
        "partner_recipient_id",
        textChange((id) => id.slice(0, 50)),
      ),
    ),
  ),
  defect(
    "updateRecipient/state/recipient_id.kept/member-wins",
    "an update shows the recipient_id that its body has",
    bodyChanged((body, request) => {
      const sent = bodyOf(request);
      return isObject(body) && isObject(sent) && typeof sent.recipient_id === "string"
        ? { ...body, recipient_id: sent.recipient_id }
        : body;
    }),
  ),
  defect(
    "updateRecipient/state/isolation/state-from-city",
    "an empty state becomes the city",
    storedValueChanged("address_info", (address) =>
      isObject(address) && address.state === "" ? { ...address, state: address.city } : address,
    ),
  ),
  appliedThough(400, "that breaks a rule"),
  appliedThough(401, "without valid credentials"),
  appliedThough(403, "without permission"),
  unchangedBeside("business_type", "business_name"),
  unchangedBeside("payment_details(bank).bank_name", "payment_details(bank).account_number"),
  unchangedBeside("payment_details(crypto).wallet_name", "payment_details(crypto).wallet_address"),
  {
    ...defect(
      "updateRecipient/state/isolation/others-overwritten",
      "an update gives its account to the recipients of all transfers",
      {},
    ),
    hooks: () => {
      let last: unknown;
      const update: DefectHooks = {
        stored: (fields) => {
          last = fields.payment_details;
          return fields;
        },
      };
      const detail = shownValueChanged("recipient.payment_details", (account) => last ?? account);
      return combined(confined("updateRecipient", update), confined("getTransferDetail", detail));
    },
  },
];
