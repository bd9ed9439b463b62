/** Faults that come and go: every so many requests, or only while several are under way. */
import { isObject } from "../../json.js";
import { OPERATION_NAMES, type OperationName, type Refusal, refusal } from "../../request.js";
import { always, bodyChanged, type Change, changeAt, insteadOfSuccess } from "../changes.js";
import { type Defect, defects, type Rows, SERVER_ERROR } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

const FAMILY = "unsteady";

function everySoOften(operation: OperationName, position: number): Defect[] {
  const every = 5 + (position % 4) * 2;
  const nth = (instead: Refusal) => (): DefectHooks => {
    let accepted = 0;
    return { result: (result) => (result.kind === "success" && ++accepted % every === 0 ? instead : result) };
  };
  const unauthorized = refusal(401, "UNAUTHORIZED", "The credentials are not valid");
  const forgotten = `forgotten-credentials | every ${every}th good request is answered with 401`;
  return defects(FAMILY, operation, {
    [`state/steady/every-${every} | every ${every}th good request fails`]: nth(SERVER_ERROR),
    ...(position % 2 === 0 ? { [`state/steady/${forgotten}`]: nth(unauthorized) } : {}),
  });
}

const altered = (every: number, path: string, change: Change) => (): DefectHooks => {
  let shown = 0;
  return bodyChanged((body) => (++shown % every === 0 ? changeAt(body, path, change) : body));
};

/** Answers that are wrong every so often and look like any other. */
const ALTERED: Rows = {
  "createRecipient/echo/business_name/every-7, state/steady | every seventh business_name comes back with a space behind it":
    altered(7, "business_name", (name) => `${String(name)} `),
  "updateRecipient/echo/website/every-5, state/steady | every fifth website comes back as another one": altered(
    5,
    "website",
    always("https://default.example.com"),
  ),
  "createCustomer/echo/partner_customer_id/every-4, state/steady | every fourth partner_customer_id comes back with a number behind it":
    altered(4, "partner_customer_id", (id) => `${String(id)}-1`),
  "uploadFile/response/file_id.type/every-6, state/steady | every sixth file_id is a number": altered(
    6,
    "file_id",
    always(42),
  ),
  "getTransferDetail/response/fee.type/every-6, state/steady | every sixth fee is a text": altered(6, "fee", String),
  "getDepositDetail/response/amount.type/every-6, state/steady | every sixth amount is a text": altered(
    6,
    "amount",
    String,
  ),
  "listTransactions/response/total.type/every-6, state/steady | every sixth total is a text": altered(
    6,
    "total",
    String,
  ),
  "listBalances/response/[].currency.enum/every-5, state/steady | every fifth reading shows all wallets in EUR":
    altered(5, "[].currency", always("EUR")),
};

/** How many requests are to be under way at once, and how long each is held back, in milliseconds, so that they meet. */
const CROWD = 4;
const HOLDING_TIME = 10;

/** Hooks that can ask, while a request is being answered, whether many are under way. */
const crowding = (hooksFor: (isCrowded: () => boolean) => DefectHooks) => (): DefectHooks => {
  let underWay = 0;
  return {
    request: (request) => {
      underWay++;
      return request;
    },
    delay: (milliseconds) => milliseconds + HOLDING_TIME,
    response: (response) => {
      underWay--;
      return response;
    },
    ...hooksFor(() => underWay >= CROWD),
  };
};

/** Shows something of the answer before. */
const mixedUp = (change: (body: unknown, before: unknown) => unknown) =>
  crowding((isCrowded) => {
    let before: unknown;
    return bodyChanged((body) => {
      before = isCrowded() && before !== undefined ? change(body, before) : body;
      return before;
    });
  });

const sameMember = (name: string) =>
  mixedUp((body, before) => (isObject(body) && isObject(before) ? { ...body, [name]: before[name] } : body));

const takenForEachOther = mixedUp((_body, before) => before);

const CROWDED: Rows = {
  "createRecipient/state/recipient_id.unique/when-crowded | recipients that are created at the same time get the same id":
    sameMember("recipient_id"),
  "createCustomer/state/customer_id.unique/when-crowded | customers that are created at the same time get the same id":
    sameMember("customer_id"),
  "uploadFile/state/file_id.unique/when-crowded | files that are uploaded at the same time get the same id":
    sameMember("file_id"),
  "getTransferDetail/state/asked-for/when-crowded, state/steady | transactions that are read at the same time are taken for each other":
    takenForEachOther,
  "getDepositDetail/state/asked-for/when-crowded, state/steady | transactions that are read at the same time are taken for each other":
    takenForEachOther,
};

export const UNSTEADY: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap(everySoOften),
  ...defects(FAMILY, null, ALTERED),
  ...defects(FAMILY, null, CROWDED),
  ...OPERATION_NAMES.filter((operation) => operation !== "updateRecipient").flatMap((operation) =>
    defects(FAMILY, operation, {
      [`state/steady/when-crowded | a request fails while ${CROWD} of them are under way`]: crowding((isCrowded) =>
        insteadOfSuccess(SERVER_ERROR, isCrowded),
      ),
    }),
  ),
];
