import { refusal } from "../../request.js";
import { bodyOf, bodyRefused, insteadOfSuccess, textRefused } from "../changes.js";
import { type Defect, defectOf, defects, inTurn, pathOf, RECIPIENT_OPERATIONS } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

const FAMILY = "too-strict";

const CONTROLS = "accepts/control.bank, accepts/control.crypto";

/** Refuses an update or a recipient for its number of files, in the words that services use for it. */
function files(isRefused: (items: number) => boolean, words: string): DefectHooks {
  const due = refusal(400, "INVALID_PARAMETER", words);
  return bodyRefused(({ file_id_list: list }) => isRefused(Array.isArray(list) ? list.length : 0), due);
}

/** Lists of files that are refused for their length (section 2.1). A plain update may well have one, and is then refused completely. */
const LISTS = defects(FAMILY, RECIPIENT_OPERATIONS)`
  accepts/file_id_list.maxItems/none-but-empty, ${CONTROLS} | file_id_list takes no file, for its rule of 0 to 10 items
    | ${files((items) => items > 0, "file_id_list must have 0 to 10 items")}
  accepts/file_id_list.maxItems/must-be-empty, ${CONTROLS} | file_id_list must be empty
    | ${files((items) => items > 0, "file_id_list: must be empty")}
  accepts/file_id_list.maxItems/one-only, ${CONTROLS} | file_id_list takes one file
    | ${files((items) => items > 1, "Too many entries in file_id_list")}
  accepts/file_id_list.maxItems/two-at-least, ${CONTROLS} | file_id_list takes no single file
    | ${files((items) => items === 1, "fileIdList has too few elements")}
`;

const SWIFT_CODE = "payment_details.bank.swift_code";
const ACCOUNT_NUMBER = "payment_details.bank.account_number";
const WALLET_ADDRESS = "payment_details.crypto.wallet_address";

/** Which ends of the classes of characters a place may hold, counted from 1; from the end where it is negative. */
const PLACES: readonly (readonly [field: string, places: readonly number[], ends: string])[] = [
  [SWIFT_CODE, [1, 2, 3, 4, 5, 6], "AZ"],
  [SWIFT_CODE, [7], "AZ09"],
  // 0 in the eighth place marks a code for tests, which a service may refuse for that.
  [SWIFT_CODE, [8], "AZ9"],
  [SWIFT_CODE, [9, 10, 11], "AZ09"],
  [ACCOUNT_NUMBER, [1, -1], "AZ09"],
  [WALLET_ADDRESS, [1, -1], "AZaz09"],
];

/** Classes of characters that leave out their first or last one at one position of a pattern; the operations take turns. */
function classes(): Defect[] {
  const all = PLACES.flatMap(([field, places, ends]) =>
    places.flatMap((place) => [...ends].map((end) => ({ field, place, end }))),
  );
  return all.map(({ field, place, end }, index) => {
    const operation = inTurn(RECIPIENT_OPERATIONS, index) ?? "createRecipient";
    // A plain account may well have such a character, and is then refused completely.
    const plain = `accepts/control.${field === WALLET_ADDRESS ? "crypto" : "bank"}`;
    const rules = [`accepts/${field}.pattern`, plain, ...(field === SWIFT_CODE ? [] : ["accepts/content"])];
    const hooks = textRefused(pathOf(field), (text) => text.at(place < 0 ? place : place - 1) === end);
    const title = `${field} may not have ${end} in place ${place}`;
    return defectOf(FAMILY, operation, rules, `no-${end}-at-${place}`, title, hooks);
  });
}

const refusedIn = (field: string, pattern: RegExp): DefectHooks =>
  textRefused(pathOf(field), (text) => pattern.test(text));

/** None, or a city that this service has heard of. */
const KNOWN_CITY =
  /^$|^(?:Beijing|Changsha|Chengdu|Chongqing|Dalian|Dongguan|Foshan|Fuzhou|Guangzhou|Hangzhou|Hefei|Jinan|Kunming|Nanjing|Ningbo|Qingdao|Quanzhou|Shanghai|Shenyang|Shenzhen|Suzhou|Tianjin|Wuhan|Wuxi|Xiamen|Xi'an|Zhengzhou|Zhuhai)$/;

/** Texts that are refused for what they say, while others of the same length and the same characters are accepted. */
const TEXTS = defects(FAMILY, RECIPIENT_OPERATIONS)`
  accepts/content/picture | business_name may hold no picture | ${refusedIn("business_name", /\p{Emoji_Presentation}/u)}
  accepts/content/screened | payment_details.bank.bank_name may not name a union
    | ${refusedIn("payment_details.bank.bank_name", /union/i)}
  accepts/content/zeros | payment_details.bank.account_number may not begin with twelve zeros
    | ${refusedIn(ACCOUNT_NUMBER, /^0{12}/)}
  accepts/content/digits-only | address_info.post_code may hold digits only
    | ${refusedIn("address_info.post_code", /[^0-9]/)}
  accepts/content/capitals-only | address_info.post_code may hold no small letters
    | ${refusedIn("address_info.post_code", /[a-z]/)}
  accepts/content/no-space | address_info.post_code may hold no space | ${refusedIn("address_info.post_code", / /)}
  accepts/content/branch-digits | payment_details.bank.local_bank_code may hold digits only
    | ${refusedIn("payment_details.bank.local_bank_code", /[^0-9]/)}
  accepts/content/no-dash | payment_details.bank.local_bank_code may hold no hyphen
    | ${refusedIn("payment_details.bank.local_bank_code", /-/)}
  accepts/content/listed-cities | address_info.city must be the name of a big city
    | ${textRefused(pathOf("address_info.city"), (text) => !KNOWN_CITY.test(text))}
  accepts/content/letter-O | payment_details.bank.account_number may hold no letter O | ${refusedIn(ACCOUNT_NUMBER, /O/)}
`;

/** Refuses requests that refer to a file of some types, although these types suit (section 4.3). */
function typesRefused(...types: readonly string[]): DefectHooks {
  const due = refusal(400, "INVALID_PARAMETER", "a file is of a type that is not taken here");
  return insteadOfSuccess(due, (request, { state }) =>
    [...JSON.stringify(bodyOf(request) ?? null).matchAll(/"(file_[^"]+)"/g)].some(([, id = ""]) =>
      types.includes(state.files.get(id)?.type ?? ""),
    ),
  );
}

/** Files of the types that suit, refused for their type. A plain request may well refer to some, and is then refused completely. */
const SUITABLE_TYPES = defects(FAMILY, null)`
  createRecipient/accepts/file_id_list.maxItems/suitable-types, ${CONTROLS}
    | a recipient may refer to no Invoice and no Contract | ${typesRefused("Invoice", "Contract")}
  createRecipient/accepts/file_id_list.maxItems/invoices, ${CONTROLS} | a recipient may refer to no Invoice
    | ${typesRefused("Invoice")}
  updateRecipient/accepts/file_id_list.maxItems/invoices, ${CONTROLS} | an update may refer to no Invoice
    | ${typesRefused("Invoice")}
  createCustomer/accepts/file_type.context/registrations | a customer may refer to no Business Registration
    | ${typesRefused("Business Registration")}
  createCustomer/accepts/file_type.context/articles | a customer may refer to no Article of Association
    | ${typesRefused("Article of Association")}
  createCustomer/accepts/file_type.context/fronts | a customer may refer to no Main page | ${typesRefused("Main page")}
  createCustomer/accepts/file_type.context/backs | a customer may refer to no Back page | ${typesRefused("Back page")}
`;

/** Lists, types of files and texts that a service refuses although no rule forbids them (sections 2.1, 2.3, 2.4 and 4.3). */
export const REFUSED_CONTENT: readonly Defect[] = [...LISTS, ...SUITABLE_TYPES, ...classes(), ...TEXTS];
