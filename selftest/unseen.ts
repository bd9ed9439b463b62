/** Why a check need not have been seen failing on a defect of the sandbox. */

/** Checks by pattern, `*` standing for any characters, with the reason. */
export interface UnseenReason {
  readonly pattern: string;
  readonly reason: string;
}

const ONLY_VALUE =
  "The list has one value, which stands in every control: a service that refuses it refuses the controls, and that is the finding.";
const VARIANT = "Each value has controls of its own: a service that refuses it refuses those, and that is the finding.";
const FOUND_AS_OBJECT =
  "A delivery's data object is found by being an object; where there is none, the envelope is at fault.";

export const UNSEEN_REASONS: readonly UnseenReason[] = [
  { pattern: "*Recipient/accepts/country_code.enum", reason: ONLY_VALUE },
  { pattern: "*Recipient/accepts/payment_details.bank.country_code.enum", reason: ONLY_VALUE },
  { pattern: "*Recipient/accepts/payment_details.account_type.enum", reason: VARIANT },
  { pattern: "webhooks/response/*.body.type", reason: FOUND_AS_OBJECT },
];
