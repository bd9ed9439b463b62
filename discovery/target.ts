/** What is known of a deployment of this service, besides what is known of any service. */
import type { Exchange } from "../client/model.js";
import type { Target as AnyTarget, CheckDefinition, KnownRecipient, Unexercised } from "../engine/model.js";
import type { Template } from "../generators/edits/edit.js";
import type { AccountType } from "../generators/templates/accountTypes.js";
import type { CustomerFiles } from "../generators/templates/context.js";
import type { Field } from "../schemas/fieldTree.js";
import type { JsonRecord, Pointer } from "../schemas/json.js";
import type { DetailOperation, FileType, OperationId, Subject } from "../schemas/operations.js";

export type { KnownRecipient } from "../engine/model.js";

/** A transaction that the list or the user named, and how its detail is read. */
export interface KnownTransaction {
  readonly transactionId: string;
  readonly partnerTransactionId: string | null;
  /** Query that the preflight read it with. */
  readonly query: Readonly<Record<string, string>>;
  readonly detail: JsonRecord;
  readonly item: JsonRecord | null;
}

/** A listed transaction that is not found by the means that finds others of its type. */
export interface UnfoundTransaction {
  readonly operation: DetailOperation;
  readonly query: Readonly<Record<string, string>>;
  readonly item: JsonRecord;
}

export interface UpdatedTwice {
  readonly accountType: string;
  readonly first: Exchange;
  readonly last: Exchange;
}

/** A file that is refused on a customer for its file_type, although this is meant for customers (section 4.3). */
export interface DeniedFile {
  readonly type: FileType;
  /** The file_type of the files that are accepted instead; null where one without a file there is. */
  readonly other: FileType | null;
  readonly at: Pointer;
  readonly id: string;
  readonly files: CustomerFiles;
}

/** Everything that the preflight found out, and that later work builds on. */
export interface Target extends AnyTarget {
  readonly templates: Readonly<Record<OperationId, readonly Template[]>>;
  /** Why recipients refer to no files although some were uploaded; null when they do, or when none were. */
  readonly noFiles: string | null;
  /** The same for customers. */
  readonly noCustomerFiles: string | null;
  readonly deniedFile?: DeniedFile;
  /** Files that no request referred to, where each belongs to one resource. */
  readonly unusedFiles?: Readonly<Partial<Record<OperationId, readonly string[]>>>;
  readonly recipients: Readonly<Record<AccountType, readonly KnownRecipient[]>>;
  /** Milliseconds from which a recipient may be updated after its creation; 0 when it may be at once. */
  readonly updatableAge: number;
  /** Milliseconds from one update of a recipient to the next; 0 when none are needed. */
  readonly updatePause: number;
  /** Recipients that the preflight updated twice, with as much time between as helps. */
  readonly updatedTwice: readonly UpdatedTwice[];
  /** Milliseconds after which a repeated update shows what it carries; null where its first answer does. */
  readonly updateDelay: number | null;
  readonly transfers: readonly KnownTransaction[];
  readonly deposits: readonly KnownTransaction[];
  /** Listed transactions whose lookup, by the means that works for others of their kind, shows another transaction. */
  readonly mismatched: {
    readonly transfers: readonly KnownTransaction[];
    readonly deposits: readonly KnownTransaction[];
  };
  readonly unfound: readonly UnfoundTransaction[];
  readonly pages: PageFacts | null;
  /** Why an operation cannot be exercised; absent when it can. */
  readonly unready: Readonly<Partial<Record<Subject, string>>>;
}

/** How the transaction list counts its pages. */
export interface PageFacts {
  readonly firstPage: number;
  /** A page_size that is accepted; null when the list is only read without one. */
  readonly size: number | null;
  readonly total: number;
  /** Parameters without which the list is refused; mostly none. */
  readonly needed: Readonly<Record<string, string>>;
}

function isDeployment(target: AnyTarget): target is Target {
  return "recipients" in target && "pages" in target;
}

/**
 * What is known of a deployment of this service, from the target of a case.
 * @throws Error for a target of another contract: our own bug
 */
export function deployment(target: AnyTarget): Target {
  if (!isDeployment(target)) throw new Error("the target is not a deployment of this service");
  return target;
}

/** Whether a field is the id of a file, or a list of such ids. */
function holdsFiles(field: Field): boolean {
  return [field, ...field.children].some(({ kind }) => kind === "fileId");
}

/** Where the target holds the reason why requests of an operation refer to no files. */
const WITHOUT_FILES: Readonly<Record<string, "noFiles" | "noCustomerFiles">> = {
  createRecipient: "noFiles",
  updateRecipient: "noFiles",
  createCustomer: "noCustomerFiles",
};

/** Why files that a check's requests would have to refer to were not accepted. */
export function lackingFiles({ operation, field }: CheckDefinition, target: AnyTarget): Unexercised | null {
  const without = WITHOUT_FILES[operation];
  if (without === undefined || field === undefined || !holdsFiles(field)) return null;
  const reason = deployment(target)[without];
  return reason === null ? null : { verdict: "not-exercised", reason };
}
