import type { Behaviour } from "../behaviours.js";
import type { PartnerRequest } from "../partnerRequest.js";
import { receiptPdf } from "../receiptPdf.js";
import { statusAt, type Transfer } from "../resources.js";
import { type Result, success } from "../result.js";
import type { Service } from "../service.js";
import type { Operation } from "./operation.js";
import { transactionByPartnerId, unknownTransaction } from "./transactionLookup.js";

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
  requestRefusal: (request, service) => {
    const name = service.behaviour.receiptParameter;
    const value = request.query[name];
    return typeof value === "string" && value !== "" ? undefined : service.refuse(request, `${name} is required once`);
  },
  perform: receipt,
};

function receipt(request: PartnerRequest, service: Service): Result {
  const { behaviour } = service;
  const transfer = requestedTransfer(request, service);
  if (transfer === undefined) return unknownTransaction(request, service, []);
  if (statusAt(transfer.progress, service.now()) !== "succeeded") {
    if (behaviour.pendingReceipt === "refused") return service.refuse(request, "The transfer is not completed");
    if (behaviour.pendingReceipt === "empty") return receiptOf([], service);
  }
  return receiptOf(ENCODERS[behaviour.receiptEncoding](receiptPdf(transfer, service)), service);
}

function requestedTransfer(request: PartnerRequest, service: Service): Transfer | undefined {
  const { receiptParameter } = service.behaviour;
  const value = request.query[receiptParameter];
  const found =
    receiptParameter === "partner_transaction_id"
      ? transactionByPartnerId(value, service)
      : service.state.transactions.get(String(value));
  return found?.kind === "transfer" ? found : undefined;
}

function receiptOf(strings: readonly string[], { behaviour }: Service): Result {
  const result = success(Number(behaviour.readStatus), strings);
  return behaviour.receiptMediaType === "json" ? result : { ...result, mediaType: behaviour.receiptMediaType };
}
