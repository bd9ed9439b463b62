/** What the document leaves open about an account: which of its values go together, and with those around it (section 2.2). */
import { createHash } from "node:crypto";
import { isObject } from "./json.js";
import type { PartnerRequest } from "./partnerRequest.js";
import type { Refusal } from "./result.js";
import type { Service } from "./service.js";

const BASE_58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The refusal of payment details whose values do not go together. */
export function accountDetailsRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const { behaviour } = service;
  const details = request.fields.payment_details;
  if (!isObject(details)) return undefined;
  const { network, account_currency: currency, wallet_address: address } = details;
  if (behaviour.networkCurrency === "ofNetwork" && network === "SEPA" && currency !== "EUR")
    return service.refuse(request, "payment_details.account_currency must be EUR on SEPA");
  if (details.account_type === "bank") {
    const { business_name: name } = request.fields;
    if (behaviour.accountOwner === "business" && name !== undefined && details.account_name !== name)
      return service.refuse(request, "payment_details.account_name must be the name of the business");
    if (behaviour.localCodes === "domestic" && network === "SWIFT" && details.local_bank_code !== undefined)
      return service.refuse(request, "payment_details.local_bank_code does not go with SWIFT");
    const isPaid = currency === "CNY" || (network === "SEPA" && currency === "EUR");
    if (behaviour.settlement === "yuan" && !isPaid)
      return service.refuse(request, "payment_details.account_currency is not offered");
  }
  if (behaviour.walletAddresses === "any" || details.account_type !== "crypto") return undefined;
  const real = network === "TRX" ? isTron(String(address)) : /^0x[0-9a-fA-F]{40}$/.test(String(address));
  return real
    ? undefined
    : service.refuse(request, `payment_details.wallet_address is no address of ${String(network)}`);
}

function isTron(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false;
  const value = [...address].reduce((sum, digit) => sum * 58n + BigInt(BASE_58.indexOf(digit)), 0n);
  const bytes = Buffer.from(value.toString(16).padStart(50, "0"), "hex");
  const hash = createHash("sha256").update(bytes.subarray(0, -4)).digest();
  return createHash("sha256").update(hash).digest().subarray(0, 4).equals(bytes.subarray(-4));
}
