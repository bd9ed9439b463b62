/** Services that offer some kinds of accounts and recipients only. */
import type { Decide } from "../front.js";
import {
  CONFORMS,
  type Expected,
  fronted,
  inPlace,
  memberOf,
  refusal,
  type Situation,
  violated,
  writesRecipient,
} from "../situation.js";

/** Requests with another value of a member are refused with words. */
function only(
  name: string,
  path: readonly string[],
  offered: RegExp,
  words: string,
  expected: Expected,
  status = 400,
): Situation {
  const decide = (): Decide => (arrival, pass) => {
    const value = writesRecipient(arrival) ? memberOf(arrival.body, ...path) : undefined;
    return typeof value === "string" && !offered.test(value)
      ? inPlace(pass, refusal(status, `${path.join(".")}: ${words}`))
      : "pass";
  };
  return fronted(name, "smoke", decide, expected);
}

const ACCOUNT = "payment_details";

export const KINDS: readonly Situation[] = [
  only("no crypto accounts", [ACCOUNT, "account_type"], /^bank$/, "crypto is not offered", violated(/crypto/)),
  only("no bank accounts", [ACCOUNT, "account_type"], /^crypto$/, "bank is not offered", violated(/bank/)),
  only(
    "SWIFT and wallets only",
    [ACCOUNT, "network"],
    /^(SWIFT|ETH|TRX)$/,
    "only SWIFT is offered",
    violated(/network/),
  ),
  only("no individuals", ["business_type"], /^Business$/, "only companies are served", violated(/Individual/)),
  // Permission may lack for one kind of account, as it may for an operation.
  only("a key that may store no wallets", [ACCOUNT, "account_type"], /^(?!crypto$)/, "forbidden", CONFORMS, 403),
  only("a key that may not use FPS", [ACCOUNT, "network"], /^(?!FPS$)/, "forbidden", CONFORMS, 403),
  only("US dollars only", [ACCOUNT, "account_currency"], /^USD$/, "only USD is offered", CONFORMS),
];
