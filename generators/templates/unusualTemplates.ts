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

function withAddressOf(body: JsonObject, ...names: readonly string[]): JsonObject {
  const { address_info: address } = body;
  if (!isObject(address)) return body;
  const others = Object.keys(address).filter((name) => !names.includes(name));
  return { ...body, address_info: without(address, others) };
}

/** The forms of each kind of account, by the parts present: each optional part without each other one, and all of them empty. */
const FORMS: Readonly<Record<AccountType, Readonly<Record<string, (body: JsonObject) => JsonObject>>>> = {
  bank: {
    "with half an address alone": (body) =>
      withAddressOf(
        withoutMembers(body, ["website", "file_id_list"], "payment_method"),
        "address_line_1",
        "state",
        "post_code",
      ),
    "with empty parts": (body) =>
      withoutMembers({ ...body, website: "", address_info: {}, file_id_list: [] }, [], "local_bank_code"),
  },
  crypto: {
    "with the other half, a website and one file": (body) => ({
      ...withAddressOf(body, "address_line_2", "city"),
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
  switch (first?.operation) {
    case "createRecipient":
      return [
        ...bareTemplates(templates),
        ...inForms(firstOfEach(templates), (body) => without(body, ["business_type"])),
      ];
    case "updateRecipient":
      return inForms(firstOfEach(templates), (body) => body);
    case "createCustomer":
      return customersInForms(first);
    default:
      return [];
  }
});

/** Every second leaf value of each object. */
function everySecond(value: Json, start: number): Json {
  if (Array.isArray(value)) return value.map((item) => everySecond(item, start));
  if (!isObject(value)) return value;
  const isLeaf = (member: Json): boolean => !isObject(member) && !(Array.isArray(member) && member.some(isObject));
  const leaves = Object.entries(value).flatMap(([name, member]) => (isLeaf(member) ? name : []));
  const kept = Object.entries(value).filter(([name, member]) => !isLeaf(member) || leaves.indexOf(name) % 2 === start);
  return Object.fromEntries(kept.map(([name, member]) => [name, isLeaf(member) ? member : everySecond(member, start)]));
}

/** What a service is likely to require of every customer. */
const IDENTITY: readonly Pointer[] = [
  ["partner_customer_id"],
  ["business_details", "business_name_english"],
  ["business_details", "business_name"],
];

/** A customer with each half of the optional data besides its identity, so that each value occurs without its neighbours. */
function customersInForms(full: Template): Template[] {
  return ["with one half", "with the other half"].flatMap((words, start) => {
    const body = IDENTITY.reduce(
      (half, at) => withValueAt(half, at, valueAt(full.body ?? undefined, at)),
      everySecond(full.body, start),
    );
    if (!isObject(body)) return [];
    return { ...full, id: `${full.id} ${words}`, body, freshTexts: freshTextsIn(body, full.freshTexts ?? []) };
  });
}
