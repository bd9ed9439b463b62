import type { Behaviour } from "./behaviours.js";
import type { SandboxCredentials } from "./credentials.js";
import { TIMESTAMP_WRITERS } from "./dateTime.js";
import { type CompiledRules, compileRules } from "./fieldCheck.js";
import type { JsonObject } from "./json.js";
import {
  badRequestStatus,
  isNewer,
  type OperationName,
  type PartnerRequest,
  type Refusal,
  type Result,
  refusal,
} from "./request.js";
import { type BodyOperation, type FieldRule, type FileContext, fieldRules } from "./rules.js";
import { type IdentifierKind, Identifiers, type Progress, SandboxState } from "./state.js";

/** Whether states change after a second, at once, or never. */
export type Mode = "live" | "instant" | "freeze";

/** Something that happened and that a webhook reports (section 6). */
export interface Change {
  readonly category: "Transfers" | "Deposit" | "Return" | "Customer" | "Recipient";
  /** When it happens, in milliseconds since 1970; it may lie in the future. */
  readonly at: number;
  /** The data object at that time; undefined when something later has made the change untrue. */
  readonly data: () => JsonObject | undefined;
}

interface ServiceOptions {
  readonly behaviour: Behaviour;
  readonly credentials: SandboxCredentials;
  readonly mode: Mode;
  readonly seed: number;
  /** How its defects change the rules for the bodies of an operation. Default: not at all. */
  readonly hooks?: {
    rules(documented: readonly FieldRule[], operation: BodyOperation): readonly FieldRule[];
  };
}

const SETTLING_TIME = 1_000;

/** The partner payments service apart from HTTP: its choices, its rules and its state. */
export class Service {
  readonly behaviour: Behaviour;
  readonly credentials: SandboxCredentials;
  readonly mode: Mode;
  readonly #identifiers: Identifiers;
  readonly state: SandboxState;
  readonly rules: Readonly<Record<BodyOperation, CompiledRules>>;
  readonly writeTime: (milliseconds: number) => string;
  /** Makes the service of the second partner, when it is first asked for; absent where the partners share everything. */
  makeSecond: (() => Service) | undefined;
  #other: Service | undefined;
  /** Called with every change, for the registered webhook. */
  onChange: ((change: Change) => void) | undefined;

  constructor({ behaviour, credentials, mode, seed, hooks }: ServiceOptions) {
    this.behaviour = behaviour;
    this.credentials = credentials;
    this.mode = mode;
    this.#identifiers = new Identifiers(seed);
    this.writeTime = TIMESTAMP_WRITERS[behaviour.dateNotation];
    this.state = new SandboxState(behaviour);
    const documented = fieldRules(behaviour);
    const compiled = (operation: BodyOperation): CompiledRules =>
      compileRules(hooks?.rules(documented[operation], operation) ?? documented[operation]);
    this.rules = {
      createRecipient: compiled("createRecipient"),
      updateRecipient: compiled("updateRecipient"),
      uploadFile: compiled("uploadFile"),
      createCustomer: compiled("createCustomer"),
    };
  }

  /** The service of the second partner, with its own data. */
  second(): Service {
    if (this.makeSecond === undefined) return this;
    if (this.#other === undefined) {
      this.#other = this.makeSecond();
      this.#other.#other = this;
    }
    return this.#other;
  }

  /** The service of the other partner; undefined while only one partner has come, or where they share everything. */
  get other(): Service | undefined {
    return this.#other;
  }

  /** The refusal of a recipient or a transaction of the other partner, where the service distinguishes it from an unknown one. */
  foreignRefusal(ids: readonly unknown[]): Refusal | undefined {
    const { state } = this.#other ?? {};
    if (state === undefined || this.behaviour.otherPartner !== "forbidden") return undefined;
    const isForeign = (id: unknown): boolean =>
      typeof id === "string" && [state.recipients, state.transactions].some((store) => store.get(id) !== undefined);
    return ids.some(isForeign) ? refusal(403, "FORBIDDEN", "This belongs to another partner") : undefined;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now();
  }

  newId(kind: IdentifierKind): string {
    return this.#identifiers.next(kind);
  }

  /** A partner id for what came without one. */
  newPartnerId(kind: IdentifierKind): string {
    return this.#identifiers.nextPartnerId(kind);
  }

  /** When something that starts now is decided. */
  settlesAt(now: number): number {
    return { live: now + SETTLING_TIME, instant: now, freeze: Number.POSITIVE_INFINITY }[this.mode];
  }

  progress(outcome: Progress["outcome"]): Progress {
    const now = this.now();
    return { createdAt: now, settlesAt: this.settlesAt(now), outcome };
  }

  refuse(request: PartnerRequest, ...details: readonly string[]): Refusal {
    return refusal(this.refusalStatus(request), "INVALID_PARAMETER", ...details);
  }

  refusalStatus(request: PartnerRequest): number {
    const { versionedCreation } = this.behaviour;
    return versionedCreation === "refusals" && request.operation === "createRecipient" && isNewer(request)
      ? 422
      : badRequestStatus(request.operation, this.behaviour);
  }

  /** Why a file cannot be used in a context (section 4.3), worded to follow the name of the field; else undefined. */
  fileFault(fileId: string, context: FileContext): string | undefined {
    const file = this.state.files.get(fileId);
    if (file === undefined)
      return this.behaviour.unknownFileIds === "refused" ? "is not the id of an uploaded file" : undefined;
    const fits = file.type === undefined || FILE_TYPES[context].includes(file.type);
    return fits || this.behaviour.fileContext === "accepted"
      ? undefined
      : `is a file of type ${file.type}, which does not suit a ${context}`;
  }
}

/** Which types of file suit which context (section 4.3). */
export const FILE_TYPES: Readonly<Record<FileContext, readonly string[]>> = {
  recipient: ["Invoice", "Contract"],
  customer: ["Business Registration", "Article of Association", "Main page", "Back page"],
};

/** One operation of section 4: where it is, what it requires of a request, and what it does. */
export interface Operation {
  readonly name: OperationName;
  readonly method: "GET" | "POST";
  /** With `:recipient_id` for the path parameter. */
  readonly path: string;
  readonly writes: boolean;
  readonly existenceRefusal?: (request: PartnerRequest, service: Service) => Refusal | undefined;
  readonly requestRefusal?: (request: PartnerRequest, service: Service) => Refusal | undefined;
  /** Called when no check refused; may still refuse because of the state that it finds. */
  readonly perform: (request: PartnerRequest, service: Service) => Result;
}
