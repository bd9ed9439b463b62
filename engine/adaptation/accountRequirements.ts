/**
 * What a service may ask of the values of a bank account in each other's company, beyond the documented rules: whose name
 * an account has, which networks take a local bank code, and which currencies are settled is left open (section 2.2).
 */
import { isObject, type JsonObject } from "../../schemas/json.js";

/** Changes that suit a request to such a service; none of them is one that the document asks for. */
export interface Suit {
  /** The account is in the name of the business. */
  readonly ownName?: true;
  /** Without a local bank code; on the international network alone, so that the code's own rules are still exercised. */
  readonly noLocalCode?: true;
  /** The currency of the account. */
  readonly currency?: string;
}

const INTERNATIONAL = "SWIFT";
const LOCAL = "CNY";
const FOREIGN = "USD";

/** All suits, the slightest first. */
export const SUITS: readonly Suit[] = [
  { ownName: true },
  { noLocalCode: true },
  { currency: LOCAL },
  { currency: FOREIGN },
  { ownName: true, noLocalCode: true },
  { ownName: true, currency: LOCAL },
  { noLocalCode: true, currency: LOCAL },
  { ownName: true, noLocalCode: true, currency: LOCAL },
];

/** A recipient's body with the changes of a suit; the same one where it has no bank account. */
export function suitedBody(body: JsonObject, suit: Suit | undefined): JsonObject {
  const { business_name: name, payment_details: details } = body;
  if (suit === undefined || !isObject(details) || details.account_type !== "bank") return body;
  const { local_bank_code: code, ...account } = details;
  const withoutCode = code === undefined || (suit.noLocalCode === true && details.network === INTERNATIONAL);
  return {
    ...body,
    payment_details: {
      ...account,
      ...(withoutCode ? {} : { local_bank_code: code }),
      ...(suit.ownName === true && name !== undefined ? { account_name: name } : {}),
      ...(suit.currency === undefined ? {} : { account_currency: suit.currency }),
    },
  };
}

/** Whether a suit changes a body at all. */
export function changes(suit: Suit, { business_name: name, payment_details: details }: JsonObject): boolean {
  if (!isObject(details) || details.account_type !== "bank") return false;
  return (
    (suit.ownName !== true || details.account_name !== name) &&
    (suit.noLocalCode !== true || (details.local_bank_code !== undefined && details.network === INTERNATIONAL)) &&
    (suit.currency === undefined || details.account_currency !== suit.currency)
  );
}

/** A suit in words. */
export function suitWords({ ownName, noLocalCode, currency }: Suit): string {
  const words = [
    ...(ownName === true ? ["in the name of the business"] : []),
    ...(noLocalCode === true ? ["without a local bank code"] : []),
    ...(currency === undefined ? [] : [`in ${currency}`]),
  ];
  return words.join(", ");
}
