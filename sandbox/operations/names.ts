/** The nine operations of section 4. */
export type OperationName =
  | "createRecipient"
  | "updateRecipient"
  | "uploadFile"
  | "createCustomer"
  | "getTransferDetail"
  | "listTransactions"
  | "getTransferReceipt"
  | "listBalances"
  | "getDepositDetail";
