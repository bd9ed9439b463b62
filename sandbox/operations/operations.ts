import type { OperationName, PartnerRequest, Refusal, Result } from "../request.js";
import type { Service } from "../service.js";
import { getDepositDetail, getTransferDetail, getTransferReceipt, listBalances, listTransactions } from "./reads.js";
import { createCustomer, createRecipient, updateRecipient, uploadFile } from "./writes.js";

/** One operation of section 4: where it is, what it asks of a request, and what it does. */
export interface Operation {
  readonly name: OperationName;
  readonly method: "GET" | "POST";
  /** With `:recipient_id` for the path parameter. */
  readonly path: string;
  readonly writes: boolean;
  readonly existenceRefusal?: (request: PartnerRequest, service: Service) => Refusal | undefined;
  readonly requestRefusal?: (request: PartnerRequest, service: Service) => Refusal | undefined;
  /** Called when no check refused; may still refuse for the state that it finds. */
  readonly perform: (request: PartnerRequest, service: Service) => Result;
}

/** The nine operations of section 4, in its order. */
export const OPERATIONS: readonly Operation[] = [
  createRecipient,
  updateRecipient,
  uploadFile,
  createCustomer,
  getTransferDetail,
  listTransactions,
  getTransferReceipt,
  listBalances,
  getDepositDetail,
];
