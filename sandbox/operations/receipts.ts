import { type Answer, success } from "../answer.js";
import type { Behaviour } from "../behaviours.js";
import type { Call } from "../call.js";
import { receiptPdf } from "../receiptPdf.js";
import { stageAt, type Transfer } from "../resources.js";
import type { Service } from "../service.js";
import type { Operation } from "./operation.js";
import { transactionByPartnerId, unknownAnswer } from "./transactionLookup.js";

/** How many characters each string of a receipt in several has. */
const CHUNK_LENGTH = 512;

const ENCODERS: Readonly<Record<Behaviour["receiptEncoding"], (pdf: Buffer) => string[]>> = {
  base64: (pdf) => [pdf.toString("base64")],
  dataUri: (pdf) => [`data:application/pdf;base64,${pdf.toString("base64")}`],
  base64Chunks: (pdf) => pdf.toString("base64").match(new RegExp(`.{1,${CHUNK_LENGTH}}`, "g")) ?? [],
};

/** Section 4.7. */
export const getTransferReceipt: Operation = {
  name: "getTransferReceipt",
  method: "GET",
  path: "/api/transactions/transfer/receipt",
  writes: false,
  requestRefusal: (call, service) => {
    const name = service.behaviour.receiptParameter;
    const value = call.query[name];
    return typeof value === "string" && value !== "" ? undefined : service.refuse(call, `${name} is required once`);
  },
  answer: receiptAnswer,
};

function receiptAnswer(call: Call, service: Service): Answer {
  const { behaviour } = service;
  const transfer = requestedTransfer(call, service);
  if (transfer === undefined) return unknownAnswer(service, []);
  if (stageAt(transfer.progress, service.now()) !== "succeeded") {
    if (behaviour.pendingReceipt === "refused") return service.refuse(call, "The transfer is not completed");
    if (behaviour.pendingReceipt === "empty") return receiptOf([], service);
  }
  return receiptOf(ENCODERS[behaviour.receiptEncoding](receiptPdf(transfer, service)), service);
}

function requestedTransfer(call: Call, service: Service): Transfer | undefined {
  const { receiptParameter } = service.behaviour;
  const value = call.query[receiptParameter];
  const found =
    receiptParameter === "partner_transaction_id"
      ? transactionByPartnerId(value, service)
      : service.state.transactions.get(String(value));
  return found?.kind === "transfer" ? found : undefined;
}

function receiptOf(strings: readonly string[], { behaviour }: Service): Answer {
  const answer = success(Number(behaviour.readStatus), strings);
  return behaviour.receiptMediaType === "json" ? answer : { ...answer, mediaType: behaviour.receiptMediaType };
}
