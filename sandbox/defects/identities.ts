import type { IdentifierKind } from "../identifiers.js";
import { isObject, type JsonObject } from "../json.js";
import type { OperationName } from "../operations/names.js";
import { type Change, changeAt } from "./bodyPath.js";
import { bodyChanged, shownValueChanged } from "./changes.js";
import { type Defect, defect, defectsOf } from "./defect.js";

const FAMILY = "state";
const updateRecipient = defectsOf(FAMILY, "updateRecipient");

function repeatedIds(operation: OperationName, field: string, kind: IdentifierKind): Defect[] {
  const declared = defectsOf(FAMILY, operation);
  const repeating = (way: string, title: string, every: number): Defect =>
    declared(`state/${field}.unique`, way, title, () => {
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
    declared(
      `state/${field}.unique`,
      "constant",
      `every ${field} is the same`,
      shownValueChanged(field, () => `${kind}_000000000000000000000001`),
    ),
  ];
}

function changedIds(): Defect[] {
  const changed = (field: string, way: string, title: string, change: Change): Defect =>
    updateRecipient(`state/${field}.kept`, way, title, shownValueChanged(field, change));
  return [
    updateRecipient("state/recipient_id.kept", "new-one", "an update gives the recipient a new id", () => {
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
    updateRecipient(
      "state/partner_recipient_id.kept",
      "own-id",
      "an update answers with the recipient_id in place of the partner_recipient_id",
      bodyChanged((body) => (isObject(body) ? { ...body, partner_recipient_id: body.recipient_id } : body)),
    ),
  ];
}

const OPTIONAL_FIELDS = ["website", "address_info", "file_id_list"];

/** An update that shows or changes what belongs to another recipient. */
function leaks(): Defect[] {
  const operation = "updateRecipient";
  return [
    defect(
      FAMILY,
      operation,
      "state/isolation",
      "last-request",
      "what an update leaves out is taken from the update before it, whoever's it was",
      () => {
        let last: JsonObject = {};
        return {
          stored: (fields) => {
            const inherited = Object.fromEntries(
              OPTIONAL_FIELDS.filter((name) => Object.hasOwn(last, name)).map((name) => [name, last[name]]),
            );
            last = { ...inherited, ...fields };
            return last;
          },
        };
      },
    ),
    defect(FAMILY, operation, "state/isolation", "shared-address", "all recipients share one address", () => {
      let address: unknown;
      return bodyChanged((body, request) => {
        address = request.fields.address_info ?? address;
        return isObject(body) && address !== undefined ? { ...body, address_info: address } : body;
      });
    }),
    defect(FAMILY, operation, "state/isolation", "shared-files", "all recipients share one list of files", () => {
      let files: unknown;
      return bodyChanged((body, request) => {
        files = request.fields.file_id_list ?? files;
        return isObject(body) && files !== undefined ? { ...body, file_id_list: files } : body;
      });
    }),
    defect(
      FAMILY,
      operation,
      ["state/recipient_id.kept", "state/isolation"],
      "previous-answer",
      "an update is answered with the recipient of the update before it",
      () => {
        let last: unknown;
        return bodyChanged((body) => {
          const shown = last ?? body;
          last = body;
          return shown;
        });
      },
    ),
    defect(
      FAMILY,
      operation,
      "state/isolation",
      "website-everywhere",
      "an update sets the website of every recipient",
      {
        stored: (fields, _call, { state }) => {
          if (Object.hasOwn(fields, "website")) {
            for (const recipient of [...state.recipients.values()]) {
              state.addRecipient({ ...recipient, fields: { ...recipient.fields, website: fields.website } }, 0);
            }
          }
          return fields;
        },
      },
    ),
    defect(
      FAMILY,
      operation,
      ["state/isolation", "state/partner_recipient_id.kept"],
      "partner-id-of-another",
      "an update shows the partner_recipient_id of the recipient that was updated before",
      () => {
        let last: unknown;
        return bodyChanged((body) => {
          if (!isObject(body)) return body;
          const shown = { ...body, partner_recipient_id: last ?? body.partner_recipient_id };
          last = body.partner_recipient_id;
          return shown;
        });
      },
    ),
  ];
}

/** Section 4.8: one entry for each wallet. */
function balances(): Defect[] {
  const list = (
    way: string,
    rule: string,
    title: string,
    change: (wallets: readonly unknown[], reading: number) => readonly unknown[],
  ): Defect =>
    defect(FAMILY, "listBalances", `state/${rule}`, way, title, () => {
      let readings = 0;
      return bodyChanged((body) => (Array.isArray(body) ? change(body, ++readings) : body));
    });
  return [
    list("first-twice", "wallets.distinct", "the first wallet is listed twice", (wallets) => [
      ...wallets,
      ...wallets.slice(0, 1),
    ]),
    list("all-twice", "wallets.distinct", "every wallet is listed twice", (wallets) => [...wallets, ...wallets]),
    list("coming-and-going", "repeat", "the last wallet is missing from every third reading", (wallets, reading) =>
      reading % 3 === 0 ? wallets.slice(0, -1) : wallets,
    ),
    list("alternating", "repeat", "the total amounts are higher in every third reading", (wallets, reading) =>
      wallets.map((wallet) =>
        isObject(wallet) && reading % 3 === 0 ? { ...wallet, total_amount: Number(wallet.total_amount) + 10 } : wallet,
      ),
    ),
    list("shrinking", "repeat", "the available amounts shrink with each reading", (wallets, reading) =>
      wallets.map((wallet) =>
        isObject(wallet)
          ? { ...wallet, available_amount: Math.max(0, Number(wallet.available_amount) - reading) }
          : wallet,
      ),
    ),
  ];
}

/** Ids that repeat or change, and what recipients must not take from each other (sections 2.1, 4.1 and 4.2). */
export const IDENTITIES_DEFECTS: readonly Defect[] = [
  ...repeatedIds("createRecipient", "recipient_id", "rcp"),
  ...repeatedIds("createCustomer", "customer_id", "cus"),
  ...repeatedIds("uploadFile", "file_id", "file"),
  ...changedIds(),
  ...leaks(),
  ...balances(),
];
