/** Which side deliveries take where the document says two things (sections 4.10 and 6). */
import type { Exchange } from "../../client/model.js";
import { verb } from "../../reports/visible.js";
import type { Category } from "../../schemas/deliveries.js";
import type { JudgedDelivery } from "../checks/judge.js";
import { share, type WebhookAnswer } from "./answer.js";

/** The sides that were taken. @param details the details that could be read, by delivery */
export function conflictAnswers(
  judged: readonly JudgedDelivery[],
  details: ReadonlyMap<JudgedDelivery, Exchange>,
): WebhookAnswer[] {
  const of = (category: Category) =>
    judged.filter(({ reading }) => reading.category === category && reading.data !== null);
  const [transfer] = of("Transfers");
  const [deposit] = of("Deposit");
  const list = of("Transfers").find(({ reading }) => reading.data?.at.endsWith("[]"));
  const transactions = [...of("Transfers"), ...of("Deposit"), ...of("Return")];
  const [described] = transactions;
  const answers: WebhookAnswer[] = [];
  if (described !== undefined) {
    const readable = transactions.filter((each) => details.has(each)).length;
    const text = `${readable} of ${transactions.length} deliveries about transactions ${verb(readable, "is", "are")} about one whose detail can be read`;
    const value = { readable: share(readable, transactions.length) };
    answers.push({ id: "conflict.webhooks.undescribedData", value, text, evidence: described });
  }
  if (transfer !== undefined) {
    const text =
      list === undefined
        ? "the data of a transfer delivery is one object"
        : "the data of a transfer delivery can be a list";
    answers.push({
      id: "conflict.webhooks.batchTransfers",
      value: { list: list !== undefined },
      text,
      evidence: list ?? transfer,
    });
  }
  if (deposit !== undefined) {
    const object = deposit.reading.data?.objects[0] ?? {};
    const addresses = ["source_wallet_address", "target_wallet_address"].filter(
      (name) => typeof object[name] === "string",
    );
    const text = `a deposit delivery carries ${addresses.length === 0 ? "no wallet address" : addresses.join(" and ")}, and its detail can ${details.has(deposit) ? "" : "not "}be read`;
    const value = { addresses, detail: details.has(deposit) };
    answers.push({ id: "conflict.webhooks.depositOrigin", value, text, evidence: deposit });
  }
  return answers;
}
