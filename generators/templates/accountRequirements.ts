/**
 * What a service may require of the combined values of a bank account, beyond the documented rules: whose name an account
 * has, which networks take a local bank code, and which currencies are settled is left open (section 2.2).
 */
import { isObject, type JsonObject } from "../../schemas/json.js";

/** What such a service requires; the document requires none of it. */
export interface AccountRequirement {
  /** The account is in the name of the business. */
  readonly ownName?: true;
  /** Without a local bank code; on the international network only, so that the code's own rules are still exercised. */
  readonly noLocalCode?: true;
  readonly currency?: string;
}

const INTERNATIONAL = "SWIFT";
const LOCAL = "CNY";
const FOREIGN = "USD";

/** All requirements that are tried, the mildest first. */
export const ACCOUNT_REQUIREMENTS: readonly AccountRequirement[] = [
  { ownName: true },
  { noLocalCode: true },
  { currency: LOCAL },
  { currency: FOREIGN },
  { ownName: true, noLocalCode: true },
  { ownName: true, currency: LOCAL },
  { noLocalCode: true, currency: LOCAL },
  { ownName: true, noLocalCode: true, currency: LOCAL },
];

/** A recipient's body that meets a requirement; the same one where it has no bank account. */
export function meeting(body: JsonObject, requirement: AccountRequirement | undefined): JsonObject {
  const { business_name: name, payment_details: details } = body;
  if (requirement === undefined || !isObject(details) || details.account_type !== "bank") return body;
  const { local_bank_code: code, ...account } = details;
  const withoutCode = code === undefined || (requirement.noLocalCode === true && details.network === INTERNATIONAL);
  return {
    ...body,
    payment_details: {
      ...account,
      ...(withoutCode ? {} : { local_bank_code: code }),
      ...(requirement.ownName === true && name !== undefined ? { account_name: name } : {}),
      ...(requirement.currency === undefined ? {} : { account_currency: requirement.currency }),
    },
  };
}

/** Whether a body does not meet a requirement, not even in part. */
export function lacks({ ownName, noLocalCode, currency }: AccountRequirement, body: JsonObject): boolean {
  const { business_name: name, payment_details: details } = body;
  if (!isObject(details) || details.account_type !== "bank") return false;
  const hasCode = details.local_bank_code !== undefined && details.network === INTERNATIONAL;
  return (
    (ownName !== true || details.account_name !== name) &&
    (noLocalCode !== true || hasCode) &&
    (currency === undefined || details.account_currency !== currency)
  );
}

export function requirementText({ ownName, noLocalCode, currency }: AccountRequirement): string {
  return [
    ...(ownName === true ? ["in the name of the business"] : []),
    ...(noLocalCode === true ? ["without a local bank code"] : []),
    ...(currency === undefined ? [] : [`in ${currency}`]),
  ].join(", ");
}
