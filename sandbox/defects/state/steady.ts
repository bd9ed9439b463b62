/** Intermittent faults: every n-th request, or only while several are under way. */
import { isObject } from "../../json.js";
import { OPERATION_NAMES, type OperationName, type Refusal, refusal } from "../../request.js";
import { always, bodyChanged, type Change, changeAt, insteadOfSuccess } from "../changes.js";
import { type Defect, defects, defectsBy, SERVER_ERROR } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

const FAMILY = "unsteady";

function everySoOften(operation: OperationName, position: number): Defect[] {
  const every = 5 + (position % 4) * 2;
  const nth = (instead: Refusal) => (): DefectHooks => {
    let accepted = 0;
    return { result: (result) => (result.kind === "success" && ++accepted % every === 0 ? instead : result) };
  };
  const unauthorized = refusal(401, "UNAUTHORIZED", "The credentials are not valid");
  const all = defects(FAMILY, operation)`
    state/steady/every-${String(every)} | every ${String(every)}th good request fails | ${nth(SERVER_ERROR)}
    state/steady/forgotten-credentials | every ${String(every)}th good request is answered with 401
      | ${nth(unauthorized)}
  `;
  return all.slice(0, position % 2 === 0 ? 2 : 1);
}

/** Answers that are wrong every so often but look like any other: how often, and how the value changes. */
const ALTERED = defectsBy(FAMILY, null, [], ([every, change]: readonly [number, Change], path) => () => {
  let shown = 0;
  return bodyChanged((body) => (++shown % every === 0 ? changeAt(body, path, change) : body));
})`
  createRecipient/echo/business_name/every-7, state/steady
    | every seventh business_name comes back with a space behind it | ${[7, (name) => `${String(name)} `]}
  updateRecipient/echo/website/every-5, state/steady | every fifth website comes back as another one
    | ${[5, always("https://default.example.com")]}
  createCustomer/echo/partner_customer_id/every-4, state/steady
    | every fourth partner_customer_id comes back with a number behind it | ${[4, (id) => `${String(id)}-1`]}
  uploadFile/response/file_id.type/every-6, state/steady | every sixth file_id is a number | ${[6, always(42)]}
  getTransferDetail/response/fee.type/every-6, state/steady | every sixth fee is a text | ${[6, String]}
  getDepositDetail/response/amount.type/every-6, state/steady | every sixth amount is a text | ${[6, String]}
  listTransactions/response/total.type/every-6, state/steady | every sixth total is a text | ${[6, String]}
  listBalances/response/[].currency.enum/every-5, state/steady | every fifth reading shows all wallets in EUR
    | ${[5, always("EUR")]}
`;

/** How many requests have to be under way at once, and how long each is held back, in milliseconds, so that they meet. */
const CROWD = 4;
const HOLDING_TIME = 10;

/** Hooks that can check, while a request is being answered, whether many are under way. */
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

const CROWDED = defects(FAMILY, null)`
  createRecipient/state/recipient_id.unique/when-crowded | recipients that are created at the same time get the same id
    | ${sameMember("recipient_id")}
  createCustomer/state/customer_id.unique/when-crowded | customers that are created at the same time get the same id
    | ${sameMember("customer_id")}
  uploadFile/state/file_id.unique/when-crowded | files that are uploaded at the same time get the same id
    | ${sameMember("file_id")}
  getTransferDetail/state/asked-for/when-crowded, state/steady
    | transactions that are read at the same time are mixed up | ${takenForEachOther}
  getDepositDetail/state/asked-for/when-crowded, state/steady
    | transactions that are read at the same time are mixed up | ${takenForEachOther}
`;

const FAILING_CROWD = crowding((isCrowded) => insteadOfSuccess(SERVER_ERROR, isCrowded));
const OTHERS = OPERATION_NAMES.filter((operation) => operation !== "updateRecipient");

export const UNSTEADY: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap(everySoOften),
  ...ALTERED,
  ...CROWDED,
  ...defects(FAMILY, OTHERS)`
    state/steady/when-crowded | a request fails while ${String(CROWD)} requests are in progress | ${FAILING_CROWD}
  `,
];
