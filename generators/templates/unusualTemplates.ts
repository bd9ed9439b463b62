/** Requests in unusual forms: a rule may be checked only where some optional field is present, or where it is absent. */

import { fieldTree, optionalMembers } from "../../schemas/fieldTree.js";
import {
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  valueAt,
  without,
  withValueAt,
} from "../../schemas/json.js";
import { onceEach } from "../../schemas/onceEach.js";
import { OPERATIONS } from "../../schemas/operations.js";
import type { Template } from "../edits/edit.js";
import { freshTextsIn } from "../texts/freshTexts.js";
import { ACCOUNT_TYPES, type AccountType, accountTypeOf, withAccountType } from "./accountTypes.js";

function withoutMembers(body: JsonObject, own: readonly string[], ofAccount: string): JsonObject {
  const { payment_details: details } = body;
  return without(isObject(details) ? { ...body, payment_details: without(details, [ofAccount]) } : body, own);
}

/**
 * The forms of each kind of account, by the parts present. Together with the other templates, whose addresses differ, each
 * optional part occurs without each other one; and some are empty.
 */
const FORMS: Readonly<Record<AccountType, Readonly<Record<string, (body: JsonObject) => JsonObject>>>> = {
  bank: {
    "without website and files": (body) => withoutMembers(body, ["website", "file_id_list"], "payment_method"),
    "with empty parts": (body) => {
      const { address_info: address } = body;
      const parts = { ...(isObject(address) ? address : {}), address_line_1: "", state: "", post_code: "" };
      return withoutMembers({ ...body, website: "", address_info: parts, file_id_list: [] }, [], "local_bank_code");
    },
  },
  crypto: {
    "with a website alone": (body) => without(body, ["address_info", "file_id_list"]),
    "with one file alone": (body) => ({
      ...without(body, ["address_info", "website"]),
      business_name: "深圳市远景国际贸易有限公司",
      file_id_list: Array.isArray(body.file_id_list) ? body.file_id_list.slice(0, 1) : [],
    }),
  },
};

function inForms(templates: readonly Template[], change: (body: JsonObject) => JsonObject): Template[] {
  return templates.flatMap((full) =>
    Object.entries(FORMS[accountTypeOf(full)]).flatMap(([words, form]) =>
      full.body === null ? [] : { ...full, id: `${full.id} ${words}`, body: change(form(full.body)) },
    ),
  );
}

/** A creation of each kind of account without what an update may leave out. Updates have such templates among the others. */
export function bareTemplates(templates: readonly Template[]): Template[] {
  const optional = optionalMembers(fieldTree(OPERATIONS.updateRecipient.requestSchema));
  return firstOfEach(templates.filter(({ operation }) => operation === "createRecipient")).flatMap((full) =>
    full.body === null ? [] : { ...full, id: `${full.id} bare`, body: without(full.body, optional) },
  );
}

function firstOfEach(templates: readonly Template[]): Template[] {
  return ACCOUNT_TYPES.flatMap((type) => withAccountType(templates, type).slice(0, 1));
}

/**
 * Requests about recipients in unusual forms; a creation may leave out business_type, as the document's sample does.
 * Where a service does not accept one, its cases are skipped: what a creation has to carry is open, and that an update
 * may leave a field out has its own checks.
 */
export const unusualTemplates = onceEach((templates: readonly Template[]): readonly Template[] => {
  const [first] = templates;
  const untyped = (body: JsonObject): JsonObject => without(body, ["business_type"]);
  switch (first?.operation) {
    case "createRecipient":
      return [...bareTemplates(templates), ...inForms(firstOfEach(templates), untyped)];
    case "updateRecipient":
      return inForms(firstOfEach(templates), (body) => body);
    case "createCustomer":
      return customersInForms(first);
    default:
      return [];
  }
});

/** Some of the leaf values of each object. @param isKept whether the one of this index stays */
function someOf(value: Json, isKept: (index: number) => boolean): Json {
  if (Array.isArray(value)) return value.map((item) => someOf(item, isKept));
  if (!isObject(value)) return value;
  const isLeaf = (member: Json): boolean => !isObject(member) && !(Array.isArray(member) && member.some(isObject));
  const leaves = Object.entries(value).flatMap(([name, member]) => (isLeaf(member) ? name : []));
  const kept = Object.entries(value).filter(([name, member]) => !isLeaf(member) || isKept(leaves.indexOf(name)));
  return Object.fromEntries(kept.map(([name, member]) => [name, isLeaf(member) ? member : someOf(member, isKept)]));
}

/** Parts of a customer, such that each value occurs without each of the three after it; the first two make a whole. */
const HALVES: readonly (readonly [words: string, isKept: (index: number) => boolean])[] = [
  ["with one half", (index) => index % 2 === 0],
  ["with the other half", (index) => index % 2 === 1],
  ["with every second pair", (index) => index % 4 < 2],
  ["with the other pairs", (index) => index % 4 >= 2],
];

/** What a service is likely to require of every customer. */
const IDENTITY: readonly Pointer[] = [
  ["partner_customer_id"],
  ["business_details", "business_name_english"],
  ["business_details", "business_name"],
];

/** A customer with each part of the optional data besides its identity. */
function customersInForms(full: Template): Template[] {
  return HALVES.flatMap(([words, isKept]) => {
    const own = someOf(full.body, isKept);
    const body = IDENTITY.reduce((half, at) => withValueAt(half, at, valueAt(full.body ?? undefined, at)), own);
    if (!isObject(body)) return [];
    return { ...full, id: `${full.id} ${words}`, body, freshTexts: freshTextsIn(body, full.freshTexts ?? []) };
  });
}
