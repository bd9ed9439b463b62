/** Limits of one kind of resource. */
export interface StoreLimits {
  readonly resources: number;
  /** What all resources of the kind may take together, in bytes of the requests that made them. */
  readonly bytes: number;
}

const STANDARD_LIMITS: StoreLimits = { resources: 200_000, bytes: 128 * 1024 * 1024 };

/** Resources by id, in the order in which they came. When there are too many the oldest go. */
export class BoundedStore<Resource> {
  readonly #entries = new Map<string, { readonly resource: Resource; readonly bytes: number }>();
  readonly #limits: StoreLimits;
  readonly #dropped: (resource: Resource) => void;
  #bytes = 0;

  /** `dropped` is told of each resource that had to go. */
  constructor(dropped: (resource: Resource) => void = () => {}, limits: StoreLimits = STANDARD_LIMITS) {
    this.#dropped = dropped;
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): Resource | undefined {
    return this.#entries.get(id)?.resource;
  }

  /** Stores or replaces a resource; `bytes` is the size of the request that made it. */
  set(id: string, resource: Resource, bytes: number): void {
    this.#bytes += bytes - (this.#entries.get(id)?.bytes ?? 0);
    this.#entries.set(id, { resource, bytes });
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= this.#limits.resources && this.#bytes <= this.#limits.bytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
      this.#dropped(entry.resource);
    }
  }

  /** All resources, the oldest first. */
  *values(): IterableIterator<Resource> {
    for (const { resource } of this.#entries.values()) yield resource;
  }
}
