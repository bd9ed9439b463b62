import { changeAt } from "../bodyPath.js";
import { bodyChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { textChange } from "../text.js";
import { echoDefect } from "./echoDefect.js";

const defect = familyOf("echo");

const PERSONS = "business_person_list[]";

/** Values that come back otherwise where few requests go: on certain days, in other countries, in the third place of a list. */
export const ECHO_RARE_VALUES: readonly Defect[] = [
  echoDefect(
    "createCustomer",
    `${PERSONS}.basic_info.birth_date`,
    "leap-day",
    "comes back as the day after the 29th of February",
    textChange((value) => value.replace("-02-29T", "-03-01T")),
  ),
  echoDefect(
    "createCustomer",
    `${PERSONS}.identification.id_expiration_date`,
    "seconds-of-32-bits",
    "is never after January 2038",
    textChange((value) => (value > "2038-01-19T03:14:07Z" ? "2038-01-19T03:14:07Z" : value)),
  ),
  echoDefect("createCustomer", `${PERSONS}.basic_info.nationality`, "always-CN", "is always CN", () => "CN"),
  echoDefect("createCustomer", "account_usage.operating_country", "always-CN", "is always CN", () => "CN"),
  echoDefect(
    "createCustomer",
    "account_usage.estimated_monthly_revenue_currency",
    "always-USD",
    "is always USD",
    () => "USD",
  ),
  defect(
    `createCustomer/echo/${PERSONS}.residential_address.residential_address_city/third-person`,
    "the third person's city comes back in capitals",
    bodyChanged((body) => {
      let place = 0;
      return changeAt(body, `${PERSONS}.residential_address.residential_address_city`, (value) =>
        ++place === 3 ? String(value).toUpperCase() : value,
      );
    }),
  ),
  echoDefect(
    "updateRecipient",
    "payment_details(crypto).wallet_address",
    "prefix-added",
    "of forty hexadecimal digits comes back with 0x before it",
    textChange((value) => (/^[0-9a-f]{40}$/i.test(value) ? `0x${value}` : value)),
  ),
];
