import { isObject, type JsonObject } from "../../json.js";
import type { Transaction } from "../../resources.js";
import { listStatus } from "../../views.js";
import { bodyChanged } from "../changes.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import { middleOf } from "./transactions.js";

const FAMILY = "agreement";
const defect = familyOf(FAMILY);

/** One transaction of many that is shown wrongly. */
function oneOfMany(): Defect[] {
  const wordOfAnother = (kind: Transaction["kind"]): Defect =>
    defect(
      `listTransactions/state/details.agree/one-${kind}-failed`,
      `one ${kind} that succeeded is listed with the word of failed ones`,
      bodyChanged((body, _call, service) => {
        const { succeeded, failed } = middleOf(kind, service);
        if (!isObject(body) || !Array.isArray(body.items) || succeeded === undefined || failed === undefined)
          return body;
        const word = listStatus(failed, service);
        const items = body.items.map((item) =>
          isObject(item) && item.id === succeeded.id ? { ...item, status: word } : item,
        );
        return { ...body, items };
      }),
    );
  const transfer = (rule: string, way: string, title: string, change: (body: JsonObject) => JsonObject): Defect =>
    defectOf(
      FAMILY,
      "getTransferDetail",
      rule,
      way,
      title,
      bodyChanged((body, _call, service) =>
        isObject(body) && body.transaction_id === middleOf("transfer", service).succeeded?.id ? change(body) : body,
      ),
    );
  return [
    wordOfAnother("transfer"),
    wordOfAnother("deposit"),
    transfer("state/list.agrees", "one-failed", "one transfer of many is failed, unlike in the list", (body) => ({
      ...body,
      status: "failed",
    })),
    transfer("response/fee.type", "one-text", "the fee of one transfer of many is a text", (body) => ({
      ...body,
      fee: String(body.fee),
    })),
  ];
}

/** What shows only in one of many transactions. */
export const ONE_OF_MANY: readonly Defect[] = oneOfMany();
