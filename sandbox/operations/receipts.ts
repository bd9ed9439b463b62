import type { Behaviour } from "../behaviours.js";
import { type PartnerRequest, type Result, success } from "../request.js";
import type { Service } from "../service.js";
import { statusAt, type TransactionStatus, type Transfer } from "../state.js";
import type { Operation } from "./operation.js";
import { transactionByPartnerId, unknownTransaction } from "./transactions.js";

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

const STATUS_WORDS: Readonly<Record<TransactionStatus, string>> = {
  open: "Pending",
  succeeded: "Completed",
  failed: "Failed",
};

/** The payment confirmation of a transfer: a PDF of one page. The same for the same transfer and status. */
export function receiptPdf(transfer: Transfer, service: Service): Buffer {
  const { source, target } = transfer;
  const lines = [
    "Payment confirmation",
    `Transaction: ${transfer.id}`,
    `Partner reference: ${transfer.partnerId}`,
    `Status: ${STATUS_WORDS[statusAt(transfer.progress, service.now())]}`,
    `Sent: ${source.amount.toFixed(2)} ${source.currency} (${source.network})`,
    `Received: ${target.amount.toFixed(2)} ${target.currency} (${target.network})`,
    `Exchange rate: ${transfer.exchangeRate}`,
    `Fee: ${transfer.fee.toFixed(2)} ${source.currency}`,
    `Recipient: ${transfer.recipient.id}`,
    `Started: ${service.writeTime(transfer.progress.createdAt)}`,
    "Issued by a sandbox. No money was moved.",
  ];
  const text = lines.map((line) => `(${pdfText(line)}) Tj T*`).join("\n");
  const content = `BT /F1 12 Tf 18 TL 72 760 Td\n${text}\nET`;
  return assemble([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
}

// The standard fonts have no characters beyond Latin.
function pdfText(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&");
}

function assemble(objects: readonly string[]): Buffer {
  let pdf = "%PDF-1.4\n";
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(pdf.length);
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}
