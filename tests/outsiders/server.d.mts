/** Types of the outsider's server, and what each of its choices means. Sections are those of the contract document. */

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

export type PresetName = "ledgerhouse" | "northbank" | "minimal" | "southbridge";

/** What the document leaves open, decided. Every combination keeps the documented rules, save where a value says otherwise. */
export interface Choices {
  /** Success status of the operations that create; the update is 200 (4.2), reads are 200. */
  createdStatus: Partial<Record<OperationName, 200 | 201 | 202>>;
  /** Status of a refused value, off the update, where it is 400. */
  refusalStatus: 400 | 409 | 422;
  /** The reason phrase of a success instead of the usual one. */
  reasonPhrase: string | null;
  /** Versions that recipient creation takes; null: the header is not looked at (9, a conflict). */
  recipientVersions: readonly string[] | null;
  /** Versions that customer creation takes; null: any, but one is required. */
  customerVersions: readonly string[] | null;
  /** Whether an update without a version gets the default one (9 calls the header required and gives it a default). */
  updateVersionDefaulted: boolean;
  /** Fields that recipient creation requires. */
  createRequires: readonly string[];
  /** Fields that customer creation requires. */
  customerRequires: readonly string[];
  /** Business type of a recipient that was created without one. */
  defaultBusinessType: "Business" | "Individual";
  unknownFields: "ignored" | "refused" | "kept";
  /** What a null in a request is. "absent" can be argued: the fields are documented as strings. */
  requestNulls: "refused" | "absent";
  jsonMediaTypeRequired: boolean;
  /** Whether an update looks for the recipient before it reads the body. */
  lookupBeforeBody: boolean;
  fileEncoding: "base64" | "data-uri" | "any";
  fileTypeRequired: boolean;
  unknownFileIds: "accepted" | "refused";
  /** A partner id for the second time: another resource, a refusal, or the first resource again. */
  duplicatePartnerIds: "accepted" | "refused" | "same";
  /** Both ids on a detail: they must agree, one of them counts, or a refusal. */
  bothTransactionIds: "agree" | "transaction" | "partner" | "refused";
  unknownTransactionStatus: 400 | 404 | 409 | 422;
  receiptParameter: string;
  receiptEncoding: "base64" | "data-uri" | "hex" | "address";
  receiptsFor: "all" | "completed";
  firstPage: 0 | 1;
  defaultPageSize: number;
  maximumPageSize: number;
  oversizedPage: "clamped" | "refused";
  /** A page number or size that is no count. */
  oddPage: "refused" | "defaulted";
  listOrder: "newest" | "oldest" | "id";
  listTypes: { transfer: string; deposit: string };
  /** How a list item writes the status that a detail writes as the key. */
  listStatuses: Record<string, string>;
  listReference: "partner" | "own";
  /** Time zone of the timestamps this company makes: Z or an offset. */
  zone: string;
  fractionDigits: 0 | 3 | 6 | 9;
  /** A customer's date-times come back as sent or as the same instant in UTC. */
  customerDates: "verbatim" | "utc";
  /** What an answer has for an optional field without a value. "null" can be argued, as above. */
  emptyFields: "omitted" | "empty" | "null";
  extraFields: boolean;
  walletIds: boolean;
  fiatNetwork: "omitted" | "null" | "ETH" | "TRX";
  /** What an update does to optional fields that it leaves out; "merged" also keeps parts of the address. */
  optionalOnUpdate: "kept" | "cleared" | "merged";
  recipientStates: { created: RecipientState; updated: RecipientState };
  customerState: string;
  idStyle: "uuid" | "counter" | "sortable";
  filePrefix: string;
  codeStyle: "upper" | "dotted" | "numeric";
  reportedProblems: "first" | "all";
  /** Another method on a known path, off the update, where it is 405. */
  wrongMethodStatus: 404 | 405;
  jsonStyle: "plain" | "escaped" | "pretty";
  /** Whether amounts are printed as 10.5 or 10.50. */
  numberStyle: "shortest" | "scaled";
  mediaType: string;
  errorMediaType: string;
  bodyFraming: "chunked" | "length";
  headerCase: "train" | "lower" | "upper";
  connection: "keep-alive" | "close";
}

export type RecipientState = "pending" | "active" | "rejected" | "suspended";

/** One deliberate departure from one documented rule. */
export interface Fault {
  readonly id: string;
  readonly operation: OperationName;
  /** The kind of departure: the name of the file in faults/ that has it. */
  readonly family: FaultFamily;
  /** Whether the document states the rule outright, or only implies it. */
  readonly level: "must" | "should";
  /** The rule it breaks: operation, field and what is documented. */
  readonly rule: string;
  /** What the server does instead. */
  readonly describe: string;
}

export type FaultFamily =
  | "lengths"
  | "spellings"
  | "kinds"
  | "uploads"
  | "customers"
  | "echoes"
  | "answers"
  | "refusals"
  | "access"
  | "pages"
  | "memories"
  | "failures";

/** Where a fault takes hold. Each gets what the server has come to, and returns what it goes on with; any may throw. */
export interface FaultHooks {
  /** Once, at the start: changes the rule trees. */
  rules?(rules: Record<string, object>, choices: Choices): void;
  /** The pair of credentials that was recognised. */
  identify?(pair: object | undefined, call: Call): object | undefined;
  /** Whether the pair lacks the permission. */
  forbid?(forbidden: boolean, call: Call): boolean;
  methodAllowed?(allowed: boolean, call: Call): boolean;
  /** Whether the version is served. */
  served?(served: boolean, call: Call): boolean;
  /** The body that was read. */
  bind?(body: unknown, call: Call): unknown;
  /** What is wrong with the body or the query. */
  judge?(problems: readonly object[], call: Call): readonly object[];
  /** Whether a file is of the wrong type for its context. */
  fileContext?(wrong: boolean, call: Call, context: "recipient" | "customer"): boolean;
  /** The id of a new resource. */
  issue?(id: string, call: Call): string;
  /** The recipient, transfer or deposit that was looked up. */
  find?(record: object | undefined, call: Call): object | undefined;
  /** The recipient that is about to be stored, and on an update what it was before. */
  save?(record: object, call: Call, previous?: object): object;
  /** The finished answer; its body is a copy. */
  reply?(reply: Reply, call: Call): Reply;
  /** Milliseconds by which every answer is held back, so that requests can overlap. */
  latency?: number;
}

/** One request on its way through the server. */
export interface Call {
  readonly operation: OperationName | undefined;
  readonly allowedMethod: string | undefined;
  readonly recipientId: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly raw: Uint8Array;
  readonly choices: Choices;
  readonly rules: Record<string, object>;
  readonly store: object;
  readonly pairs: object;
  readonly fault: FaultHooks | undefined;
  readonly hook: <T>(name: keyof FaultHooks, value: T, ...rest: unknown[]) => T;
  /** What a fault wants to remember between requests. */
  readonly memory: Map<string, unknown>;
  /** How many requests are under way, this one included. */
  readonly inFlight: () => number;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** Empty: no Content-Type at all. */
  readonly mediaType: string;
  /** Sent in place of the printed body. */
  readonly text: string | undefined;
}

export interface OutsiderOptions {
  /** 0, the default: any free port. */
  port?: number;
  preset?: PresetName;
  /** Taken over those of the preset. */
  choices?: Partial<Choices>;
  /** An entry of FAULTS or its id. */
  fault?: Fault | string | null;
}

export interface Outsider {
  readonly baseUrl: string;
  readonly credentials: {
    readonly apiKey: string;
    readonly apiSecret: string;
    /** This pair may read; writing with it is answered with 403. */
    readonly restrictedApiKey: string;
    readonly restrictedApiSecret: string;
  };
  close(): Promise<void>;
}

export const FAULTS: readonly Fault[];
export const PRESETS: Readonly<Record<PresetName, Choices>>;

/**
 * Starts one company's service on 127.0.0.1, "ledgerhouse" unless told otherwise.
 * @throws Error when there is no such preset or fault
 */
export function startOutsider(options?: OutsiderOptions): Promise<Outsider>;
