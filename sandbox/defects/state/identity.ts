/**
 * Ids that repeat, change, or are confused with others; resources and partners whose data gets mixed up (sections 4.1
 * to 4.5 and 4.9).
 */
import { isObject, type JsonObject } from "../../json.js";
import { type OperationName, type Result, refusal } from "../../request.js";
import type { Service } from "../../service.js";
import type { IdentifierKind, Recipient } from "../../state.js";
import {
  always,
  bodyChanged,
  bodyOf,
  changeAt,
  objectChanged,
  shownValueChanged,
  storedAccountType,
  storedChanged,
  valueIn,
} from "../changes.js";
import { type Defect, defects } from "../defect.js";
import type { DefectHooks, OutgoingResponse } from "../hooks.js";

const FAMILY = "state";

/** A success without its body where no transaction is found. */
function nothingFound(instead: OutgoingResponse): DefectHooks {
  return { response: (response) => (response.status === 404 ? instead : response) };
}

/** Texts that are taken for the id of a transaction although they are not one. */
function foundThough(kind: "transfer" | "deposit", isMeant: (asked: string, id: string) => boolean): DefectHooks {
  return {
    request: (request, _same, { state }) => {
      const asked = request.query.transaction_id;
      if (typeof asked !== "string" || state.transactions.get(asked) !== undefined) return request;
      const found = [...state.transactions.values()].find((one) => one.kind === kind && isMeant(asked, one.id));
      return found === undefined ? request : { ...request, query: { ...request.query, transaction_id: found.id } };
    },
  };
}

/** Texts that are taken for the id of a recipient although they are not one. */
function takenFor(isMeant: (asked: string, recipient: Recipient, service: Service) => boolean): DefectHooks {
  return {
    request: (request, _same, service) => {
      const { recipients } = service.state;
      if (recipients.get(request.recipientId) !== undefined) return request;
      const found = [...recipients.values()].find((each) => isMeant(request.recipientId, each, service));
      return found === undefined ? request : { ...request, recipientId: found.id };
    },
  };
}

/** What is created gets the id that its request names. */
const namedInRequest = (name: string): DefectHooks =>
  objectChanged((body, { rawBody }) => {
    const named = new RegExp(`"${name}":"([^"]+)"`).exec(rawBody?.toString() ?? "")?.[1];
    return named === undefined ? body : { ...body, [name]: named };
  });

/** Identifiers that are nearly right, or that are those of other things. */
export const UNKNOWN_IDS: readonly Defect[] = [
  ...defects("response", null)`
    getTransferDetail/response/body.json/null-for-unknown | an unknown transaction is answered with 200 and null
      | ${nothingFound({ status: 200, headers: { "content-type": "application/json" }, text: "null" })}
    getDepositDetail/response/body.json/empty-for-unknown | an unknown transaction is answered with 200 and no body
      | ${nothingFound({ status: 200, headers: { "content-type": "application/json" }, text: "" })}
  `,
  ...defects("agreement", null)`
    getTransferDetail/state/unknown-id/longer | anything after a transaction_id is ignored
      | ${foundThough("transfer", (asked, id) => asked.startsWith(id))}
    getDepositDetail/state/unknown-id/any | a transaction_id of % finds the first deposit
      | ${foundThough("deposit", (asked) => asked === "%")}
    updateRecipient/state/unknown-recipient/beginning | the beginning of a recipient_id is enough
      | ${takenFor((asked, { id }) => asked.length > 12 && id.startsWith(asked))}
    updateRecipient/state/unknown-recipient/longer | anything after a recipient_id is ignored
      | ${takenFor((asked, { id }) => asked.startsWith(id))}
    updateRecipient/state/unknown-recipient/last-character | the last character of a recipient_id is not compared
      | ${takenFor((asked, { id }) => id.length === asked.length && id.slice(0, -1) === asked.slice(0, -1))}
    updateRecipient/state/unknown-recipient/partner-id | a partner_recipient_id is taken for a recipient_id
      | ${takenFor((asked, { partnerId }) => partnerId === asked)}
    updateRecipient/state/unknown-recipient/customer-id | a customer's id leads to the first recipient
      | ${takenFor((asked, _recipient, { state }) => state.customers.get(asked) !== undefined)}
  `,
];

/** A partner id, or the beginning of one, that a creation requires to be new although nothing was created with it. */
const usedUp =
  (field: string, by: Result["kind"], length = 64) =>
  (): DefectHooks => {
    const used = new Set<unknown>();
    return {
      result: (result, request) => {
        const id = valueIn(bodyOf(request), field);
        if (typeof id !== "string") return result;
        const key = id.slice(0, length);
        const isUsed = used.has(key);
        if (result.kind === by) used.add(key);
        return result.kind === "success" && isUsed
          ? refusal(409, "ALREADY_EXISTS", `${field} is already in use`)
          : result;
      },
    };
  };

function repeatedIds(operation: OperationName, field: string, kind: IdentifierKind): Defect[] {
  const repeating = (every: number) => (): DefectHooks => {
    let shown = 0;
    let last: unknown;
    return shownValueChanged(field, (id) => {
      last = ++shown % every === 0 ? (last ?? id) : id;
      return last;
    });
  };
  return defects(FAMILY, operation)`
    state/${field}.unique/every-second | every second ${field} is the one before it | ${repeating(2)}
    state/${field}.unique/every-fifth | every fifth ${field} is the one before it | ${repeating(5)}
    state/${field}.unique/constant | every ${field} is the same
      | ${shownValueChanged(field, always(`${kind}_000000000000000000000001`))}
  `;
}

/** Ids that repeat or change (sections 2.1, 4.1 and 4.2). */
export const IDS: readonly Defect[] = [
  ...defects(FAMILY, null)`
    createRecipient/state/refused.unapplied/burnt | a refused creation uses up its partner id
      | ${usedUp("partner_recipient_id", "refusal")}
    createCustomer/state/refused.unapplied/burnt | a refused creation uses up its partner id
      | ${usedUp("partner_customer_id", "refusal")}
    createRecipient/accepts/partner_recipient_id.maxLength/first-50-compared
      | partner ids that begin alike are taken for one | ${usedUp("partner_recipient_id", "success", 50)}
  `,
  ...repeatedIds("createRecipient", "recipient_id", "rcp"),
  ...repeatedIds("createCustomer", "customer_id", "cus"),
  ...repeatedIds("uploadFile", "file_id", "file"),
  ...defects(FAMILY, "updateRecipient")`
    state/recipient_id.kept/new-one | an update gives the recipient a new id
      | ${() => {
        let updates = 0;
        const next = (): string => String(++updates).padStart(4, "0");
        return shownValueChanged("recipient_id", (id) => `${String(id).slice(0, -4)}${next()}`);
      }}
    state/recipient_id.kept/capitals | an update answers with the id in capitals behind its prefix
      | ${shownValueChanged("recipient_id", (id) => `rcp_${String(id).slice(4).toUpperCase()}`)}
    state/partner_recipient_id.kept/made-up | an update answers with another partner_recipient_id
      | ${shownValueChanged("partner_recipient_id", always("partner-recipient-unknown"))}
    state/partner_recipient_id.kept/small | an update answers with the partner_recipient_id in the other letter case
      | ${shownValueChanged("partner_recipient_id", (id) => {
        const text = String(id);
        return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
      })}
    state/created_at.kept/now | an update sets created_at
      | ${shownValueChanged("created_at", always("2031-01-01T00:00:00Z"))}
    state/partner_recipient_id.kept/own-id
      | an update answers with the recipient_id in place of the partner_recipient_id
      | ${objectChanged((body) => ({ ...body, partner_recipient_id: body.recipient_id }))}
  `,
];

/** Answers with something of the answer before, whoever's it was. */
const afterAnother = (change: (body: JsonObject, before: JsonObject) => unknown) => (): DefectHooks => {
  let last: JsonObject | undefined;
  return objectChanged((body) => {
    const before = last ?? body;
    last = body;
    return change(body, before);
  });
};

/** A member that all recipients share. */
const shared = (name: string) => (): DefectHooks => {
  let last: unknown;
  return objectChanged((body, { fields }) => {
    last = fields[name] ?? last;
    return last === undefined ? body : { ...body, [name]: last };
  });
};

/** An update that shows or changes what belongs to another recipient. */
export const ISOLATION: readonly Defect[] = defects(FAMILY, "updateRecipient")`
  state/isolation/last-request | what an update leaves out is taken from the update before it, whoever's it was
    | ${() => {
      let last: JsonObject = {};
      return storedChanged((fields) => {
        const inherited = ["website", "address_info", "file_id_list"].filter((name) => Object.hasOwn(last, name));
        last = { ...Object.fromEntries(inherited.map((name) => [name, last[name]])), ...fields };
        return last;
      });
    }}
  state/isolation/shared-address | all recipients share one address | ${shared("address_info")}
  state/isolation/shared-files | all recipients share one list of files | ${shared("file_id_list")}
  state/recipient_id.kept/previous-answer, state/isolation
    | an update is answered with the recipient of the update before it | ${afterAnother((_body, before) => before)}
  state/isolation/website-everywhere | an update sets the website of every recipient
    | ${storedChanged((fields, _request, { state }) => {
      const { website } = fields;
      for (const recipient of Object.hasOwn(fields, "website") ? [...state.recipients.values()] : [])
        state.addRecipient({ ...recipient, fields: { ...recipient.fields, website } }, 0);
      return fields;
    })}
  state/isolation/created-before, state/steady
    | an update sets website and address_info of the recipient created just before, too
    | ${storedChanged((fields, { recipientId }, { state }) => {
      const all = [...state.recipients.values()];
      const before = all[all.findIndex(({ id }) => id === recipientId) - 1];
      const { website, address_info } = fields;
      if (before !== undefined)
        state.addRecipient({ ...before, fields: { ...before.fields, website, address_info } }, 0);
      return fields;
    })}
  state/isolation/partner-id-of-another, state/partner_recipient_id.kept
    | an update shows the partner_recipient_id of the recipient that was updated before
    | ${afterAnother((body, { partner_recipient_id }) => ({ ...body, partner_recipient_id }))}
`;

/** Sets members of selected recipients of the other partner. */
function changeOthers({ other }: Service, isMeant: (partnerId: string) => boolean, members: JsonObject): void {
  for (const recipient of [...(other?.state.recipients.values() ?? [])]) {
    if (isMeant(recipient.partnerId))
      other?.state.addRecipient({ ...recipient, fields: { ...recipient.fields, ...members } }, 0);
  }
}

/** Two partners whose data gets mixed up (sections 4.1, 4.2 and 4.6). */
export const PARTNERS: readonly Defect[] = defects(FAMILY, null)`
  updateRecipient/state/partners.isolation/by-partner-id
    | an update sets the website of the other partner's recipient with the same partner_recipient_id
    | ${storedChanged((fields, { recipientId }, service) => {
      const { partnerId } = service.state.recipients.get(recipientId) ?? {};
      changeOthers(service, (id) => id === partnerId, { website: fields.website });
      return fields;
    })}
  updateRecipient/state/partners.isolation/everywhere
    | an update sets the address of all recipients of the other partner
    | ${storedChanged((fields, _request, service) => {
      changeOthers(service, () => true, { address_info: fields.address_info });
      return fields;
    })}
  createRecipient/state/partners.isolation/left-over
    | a recipient that is made without a website shows the last one of the other partner
    | ${() => {
      const last = new Map<Service, unknown>();
      return objectChanged((body, { fields }, service) => {
        last.set(service, fields.website ?? last.get(service));
        const shown = service.other === undefined ? undefined : last.get(service.other);
        return fields.website === undefined && shown !== undefined ? { ...body, website: shown } : body;
      });
    }}
  createRecipient/state/recipient_id.unique/of-request | a recipient gets the recipient_id that the request names
    | ${namedInRequest("recipient_id")}
  createCustomer/state/customer_id.unique/of-request | a customer gets the customer_id that the request names
    | ${namedInRequest("customer_id")}
  uploadFile/state/file_id.unique/of-request | a file gets the file_id that the request names
    | ${namedInRequest("file_id")}
  uploadFile/state/file_id.unique/empty-when-repeated | a file that is uploaded again gets an empty file_id
    | ${() => {
      const files = new Set<unknown>();
      return objectChanged((body, { fields: { file } }) => {
        const isRepeated = files.has(file);
        files.add(file);
        return isRepeated ? { ...body, file_id: "" } : body;
      });
    }}
  createCustomer/state/customer_id.unique/empty-without-persons | a customer without persons gets an empty customer_id
    | ${objectChanged((body, { fields: { business_person_list: persons } }) =>
      persons === undefined ? { ...body, customer_id: "" } : body,
    )}
  createRecipient/state/recipient_id.unique/per-partner
    | a recipient of the second partner gets the id of the first partner's last recipient
    | ${() => {
      let last: unknown;
      return bodyChanged((body, { principal }) =>
        changeAt(body, "recipient_id", (id) => {
          if (principal === "second") return last ?? id;
          last = id;
          return id;
        }),
      );
    }}
  listTransactions/state/partners.repeat/cached | a page that the other partner has just read is shown again
    | ${() => {
      const pages = new Map<string, { readonly service: Service; readonly result: Result }>();
      return {
        result: (result, { query }, service) => {
          const key = JSON.stringify(query);
          const last = pages.get(key);
          pages.set(key, { service, result });
          return last === undefined || last.service === service ? result : last.result;
        },
      };
    }}
`;

/** A value that a creation leaves out is the one of the creation before. */
const leftOver = (path: string) => (): DefectHooks => {
  const [parent, name = ""] = path.includes(".") ? path.split(".") : [undefined, path];
  let last: unknown;
  return objectChanged((body, request) => {
    const sent = valueIn(bodyOf(request), path);
    last = sent ?? last;
    if (sent !== undefined || last === undefined) return body;
    const within = parent === undefined ? body : body[parent];
    const shown = { ...(isObject(within) ? within : {}), [name]: last };
    return parent === undefined ? shown : { ...body, [parent]: shown };
  });
};

/** Resources that show what belongs to another one (sections 4.1, 4.2 and 4.4). */
export const EXCHANGED_RESOURCES: readonly Defect[] = [
  ...defects(FAMILY, null)`
    createRecipient/state/isolation/left-over | a resource that is made without website shows that of the one before
      | ${leftOver("website")}
    createCustomer/state/isolation/left-over
      | a resource that is made without business_details.website shows that of the one before
      | ${leftOver("business_details.website")}
  `,
  ...defects("status", "updateRecipient")`
    accepts/control.crypto/switched-201 | an update by which a bank account becomes a wallet is answered with 201
      | ${() => {
        let before: unknown;
        return {
          request: (request, _same, service) => {
            before = storedAccountType(request, service);
            return request;
          },
          result: (result, request) => {
            const isSwitch = before === "bank" && valueIn(bodyOf(request), "payment_details.account_type") === "crypto";
            return isSwitch && result.kind === "success" ? { ...result, status: 201 } : result;
          },
        };
      }}
  `,
];
