/** The forms that requests of an operation take: only one of them may have a hole in its access control. */

import type { KnownTransaction, Target } from "../../../discovery/target.js";
import type { Template } from "../../../generators/edits/edit.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { bareTemplates } from "../../../generators/templates/unusualTemplates.js";
import type { Json } from "../../../schemas/json.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";
import { pageTemplate } from "../state/pages.js";
import { ofEachStatus } from "../state/transactions.js";

/** A transaction by each of its ids. Whether each works alone is open: a form that is refused is skipped. */
function lookupForms(operation: OperationId, transactions: readonly KnownTransaction[]): Template[] {
  const known = transactions.find(({ partnerTransactionId }) => partnerTransactionId !== null) ?? transactions[0];
  if (known === undefined) return [];
  const { transactionId, partnerTransactionId } = known;
  const byId = { transaction_id: transactionId };
  const byPartnerId = { partner_transaction_id: partnerTransactionId ?? "" };
  return [
    readTemplate(operation, byId),
    ...(partnerTransactionId === null
      ? []
      : [readTemplate(operation, byPartnerId), readTemplate(operation, { ...byId, ...byPartnerId })]),
    ...ofEachStatus(transactions).map(({ query }) => readTemplate(operation, query)),
  ];
}

/** A person with a wallet, a recipient with only one of them, and the smallest one. */
function recipientForms(templates: readonly Template[]): Template[] {
  const [usual] = templates;
  const isCrypto = ({ id }: Template): boolean => id.startsWith("crypto");
  const isPerson = ({ body }: Template): boolean => body?.business_type !== usual?.body?.business_type;
  const size = ({ body }: Template) => JSON.stringify(body).length;
  const [bare] = bareTemplates(templates);
  const least = bare ?? templates.toSorted((left, right) => size(left) - size(right))[0];
  const forms = [
    templates.find((template) => isCrypto(template) && isPerson(template)),
    templates.find(isCrypto),
    templates.find(isPerson),
    least,
  ];
  return [...new Set(forms.filter((template) => template !== undefined))];
}

/** A customer with one person, and one without. Whether persons are needed is open: a form that is refused is skipped. */
function customerForms([usual]: readonly Template[]): Template[] {
  if (usual?.body == null) return [];
  const { business_person_list: persons, ...rest } = usual.body;
  const [first] = Array.isArray(persons) ? persons : [];
  const withPersons = (words: string, list: Json | undefined): Template => ({
    ...usual,
    id: `${usual.id} with ${words}`,
    body: list === undefined ? rest : { ...rest, business_person_list: list },
  });
  return [withPersons("one person", first === undefined ? [] : [first]), withPersons("no person", undefined)];
}

/** Items of a page that others follow in all but the shortest lists. */
const FEW_ITEMS = 5;

/** The second page, in the size of the first one where that leaves items to show: other sizes may be refused. */
function secondPage(target: Target): Template {
  const { firstPage = 1, size = null } = target.pages ?? {};
  return pageTemplate(firstPage + 1, hasSecondPage(target) ? (size ?? FEW_ITEMS) : FEW_ITEMS);
}

function hasSecondPage({ pages }: Target): boolean {
  return pages !== null && pages.total > (pages.size ?? FEW_ITEMS);
}

/** The forms other than the usual one, which is the first template. */
function otherForms(operation: OperationId, target: Target): readonly Template[] {
  switch (operation) {
    case "createRecipient":
    case "updateRecipient":
      return recipientForms(target.templates[operation]);
    case "uploadFile":
      return target.templates.uploadFile.slice(1);
    case "getTransferDetail":
      return lookupForms(operation, target.transfers);
    case "getDepositDetail":
      return lookupForms(operation, target.deposits);
    case "listTransactions":
      return [secondPage(target), readTemplate(operation, {})];
    case "createCustomer":
      return customerForms(target.templates.createCustomer);
    case "getTransferReceipt":
    case "listBalances":
      return [];
  }
}

/** The usual request under each other documented version. Whether it is taken is open: a form that is refused is skipped. */
function versionForms(operation: OperationId, usual: Template): Template[] {
  const others = OPERATIONS[operation].version?.allowed.filter((version) => version !== usual.version) ?? [];
  return others.map((version) => ({ ...usual, id: `${usual.id} under ${version}`, version }));
}

/** Requests of an operation that differ in form, the usual one first. */
export function formsOf(operation: OperationId, target: Target): readonly Template[] {
  const [usual] = target.templates[operation];
  if (usual === undefined) return [];
  const others = [...otherForms(operation, target), ...versionForms(operation, usual)].filter(
    ({ id, query }) =>
      id !== usual.id && (usual.body !== null || JSON.stringify(query) !== JSON.stringify(usual.query)),
  );
  return [usual, ...new Map(others.map((form) => [form.id, form])).values()];
}

/** The forms known to be accepted before the first case; the usual one is always among them. */
export function sureForms(operation: OperationId, target: Target): readonly Template[] {
  const [usual, ...others] = formsOf(operation, target);
  if (usual === undefined) return [];
  const second = operation === "listTransactions" && hasSecondPage(target) ? secondPage(target).id : null;
  return [usual, ...others.filter((form) => target.templates[operation].includes(form) || form.id === second)];
}
