import { isObject } from "../../json.js";
import type { OperationName } from "../../operations/names.js";
import { type Refusal, refusal } from "../../result.js";
import { changeAt } from "../bodyPath.js";
import { bodyChanged } from "../changes.js";
import { type Defect, type DefectNames, defectOf, familyOf } from "../defect.js";
import type { DefectHooks } from "../hooks.js";
import { OPERATION_NAMES, SERVER_ERROR } from "../requestTables.js";

const FAMILY = "unsteady";
const defect = familyOf(FAMILY);

function everySoOften(operation: OperationName, position: number): Defect[] {
  const every = 5 + (position % 4) * 2;
  const nth = (way: string, title: string, instead: Refusal): Defect =>
    defect(`${operation}/state/steady/${way}`, title, () => {
      let accepted = 0;
      return {
        result: (result) => (result.kind === "success" && ++accepted % every === 0 ? instead : result),
      };
    });
  return [
    nth(`every-${every}`, `every ${every}th good request fails`, SERVER_ERROR),
    ...(position % 2 === 0
      ? [
          nth(
            "forgotten-credentials",
            `every ${every}th good request is answered with 401`,
            refusal(401, "UNAUTHORIZED", "The credentials are not valid"),
          ),
        ]
      : []),
  ];
}

/** Answers that are wrong every so often and look like any other. */
function alteredEverySoOften(): Defect[] {
  const altered = (
    operation: OperationName,
    rule: string,
    every: number,
    path: string,
    change: (value: unknown) => unknown,
    title: string,
  ): Defect =>
    defectOf(FAMILY, operation, [rule, "state/steady"], `every-${every}`, title, () => {
      let shown = 0;
      return bodyChanged((body) => (++shown % every === 0 ? changeAt(body, path, change) : body));
    });
  return [
    altered(
      "createRecipient",
      "echo/business_name",
      7,
      "business_name",
      (name) => `${String(name)} `,
      "every seventh business_name comes back with a space behind it",
    ),
    altered(
      "updateRecipient",
      "echo/website",
      5,
      "website",
      () => "https://default.example.com",
      "every fifth website comes back as another one",
    ),
    altered(
      "createCustomer",
      "echo/partner_customer_id",
      4,
      "partner_customer_id",
      (id) => `${String(id)}-1`,
      "every fourth partner_customer_id comes back with a number behind it",
    ),
    altered("uploadFile", "response/file_id.type", 6, "file_id", () => 42, "every sixth file_id is a number"),
    altered("getTransferDetail", "response/fee.type", 6, "fee", String, "every sixth fee is a text"),
    altered("getDepositDetail", "response/amount.type", 6, "amount", String, "every sixth amount is a text"),
    altered("listTransactions", "response/total.type", 6, "total", String, "every sixth total is a text"),
    altered(
      "listBalances",
      "response/[].currency.enum",
      5,
      "[].currency",
      () => "EUR",
      "every fifth reading shows all wallets in EUR",
    ),
  ];
}

/** How many requests are to be under way at once, and how long each is held back, in milliseconds, so that they meet. */
const CROWD = 4;
const HOLDING_TIME = 10;

/** Counts the requests that are under way; `crowded` is asked while one of them is being answered. */
function crowding(): { readonly hooks: DefectHooks; readonly isCrowded: () => boolean } {
  let underWay = 0;
  return {
    isCrowded: () => underWay >= CROWD,
    hooks: {
      request: (request) => {
        underWay++;
        return request;
      },
      delay: (milliseconds) => milliseconds + HOLDING_TIME,
      response: (response) => {
        underWay--;
        return response;
      },
    },
  };
}

function underConcurrency(): Defect[] {
  const crowded = (names: DefectNames, title: string, change: (body: unknown, before: unknown) => unknown): Defect =>
    defect(names, title, () => {
      const { hooks, isCrowded } = crowding();
      let before: unknown;
      return {
        ...hooks,
        ...bodyChanged((body) => {
          const shown = isCrowded() && before !== undefined ? change(body, before) : body;
          before = shown;
          return shown;
        }),
      };
    });
  const failing = (operation: OperationName): Defect =>
    defect(`${operation}/state/steady/when-crowded`, `a request fails while ${CROWD} of them are under way`, () => {
      const { hooks, isCrowded } = crowding();
      return {
        ...hooks,
        result: (result) => (result.kind === "success" && isCrowded() ? SERVER_ERROR : result),
      };
    });
  const sameMember = (name: string) => (body: unknown, before: unknown) =>
    isObject(body) && isObject(before) ? { ...body, [name]: before[name] } : body;
  return [
    crowded(
      "createRecipient/state/recipient_id.unique/when-crowded",
      "recipients that are created at the same time get the same id",
      sameMember("recipient_id"),
    ),
    crowded(
      "createCustomer/state/customer_id.unique/when-crowded",
      "customers that are created at the same time get the same id",
      sameMember("customer_id"),
    ),
    crowded(
      "uploadFile/state/file_id.unique/when-crowded",
      "files that are uploaded at the same time get the same id",
      sameMember("file_id"),
    ),
    ...(["getTransferDetail", "getDepositDetail"] as const).map((operation) =>
      crowded(
        [`${operation}/state/asked-for/when-crowded`, "state/steady"],
        "transactions that are read at the same time are taken for each other",
        (_body, before) => before,
      ),
    ),
    ...OPERATION_NAMES.filter((operation) => operation !== "updateRecipient").map(failing),
  ];
}

/** Faults that come and go: every so many requests, or only while several are under way. */
export const UNSTEADY: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap(everySoOften),
  ...alteredEverySoOften(),
  ...underConcurrency(),
];
