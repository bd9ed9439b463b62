import { createHash } from "node:crypto";

export type IdentifierKind = "rcp" | "cus" | "txn" | "file" | "evt";

/** Makes ids that look random and are the same for the same seed and the same order of requests. */
export class Identifiers {
  readonly #seed: number;
  readonly #issued = new Map<IdentifierKind, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The next id of a kind: its prefix (section 1), an underscore and 24 hexadecimal digits. */
  next(kind: IdentifierKind): string {
    return `${kind}_${this.#digits(kind)}`;
  }

  /** A partner id for a resource that came without one, 28 characters long. */
  nextPartnerId(kind: IdentifierKind): string {
    return `auto${this.#digits(kind)}`;
  }

  #digits(kind: IdentifierKind): string {
    const number = (this.#issued.get(kind) ?? 0) + 1;
    this.#issued.set(kind, number);
    return createHash("sha256").update(`${this.#seed} ${kind} ${number}`).digest("hex").slice(0, 24);
  }
}
