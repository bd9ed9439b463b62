/** Judges one delivery after the other. What depends on earlier ones, such as the scheme of signatures, is remembered. */
import { createHash } from "node:crypto";
import type { Category } from "../../schemas/deliveries.js";
import { type JsonRecord, jsonText } from "../../schemas/json.js";
import type { Delivery } from "../delivery.js";
import { type DeliveryReading, readDelivery } from "../reading.js";
import type { SignatureFact, SigningKeys } from "../signature/signature.js";
import { bodyFacts, dataFacts } from "./data.js";
import type { DeliveryFact } from "./fact.js";
import { remember, SignatureJudge } from "./signature.js";

/** A delivery with all that was seen of it. */
export interface JudgedDelivery {
  readonly delivery: Delivery;
  readonly reading: DeliveryReading;
  readonly signature: SignatureFact;
  /** The number of the earlier delivery with the same body; null for the first of its kind. */
  readonly repeats: number | null;
  readonly facts: readonly DeliveryFact[];
}

/** Judges deliveries in the order in which they came. */
export class DeliveryJudge {
  readonly #signatures: SignatureJudge;
  readonly #sentOf: (category: Category, data: JsonRecord) => unknown;
  readonly #bodies = new Map<string, number>();

  /** @param sentOf what was sent to create a resource, for fields that come back only when they were sent */
  constructor(keys: SigningKeys, sentOf: (category: Category, data: JsonRecord) => unknown = () => undefined) {
    this.#signatures = new SignatureJudge(keys);
    this.#sentOf = sentOf;
  }

  /** Judges a delivery. Never throws for what was delivered. */
  judge(delivery: Delivery): JudgedDelivery {
    const reading = readDelivery(delivery.body, delivery.headers);
    const digest = createHash("sha256").update(delivery.body).digest("base64");
    const repeats = delivery.oversized ? null : (this.#bodies.get(digest) ?? null);
    if (repeats === null) remember(this.#bodies, digest, delivery.number);
    const signature = this.#signatures.read(delivery, reading);
    const facts = [
      ...this.#signatures.facts(delivery, signature, reading.data === null ? digest : jsonText(reading.data.objects)),
    ];
    // A body that was not kept shows nothing.
    if (!delivery.oversized) facts.push(...bodyFacts(delivery, reading), ...this.#dataFacts(reading));
    return { delivery, reading, signature, repeats, facts };
  }

  /** What a signature shows that nothing explains, as far as is known by now. */
  unexplained({ delivery, signature }: JudgedDelivery): DeliveryFact | null {
    return this.#signatures.unexplained(delivery, signature);
  }

  #dataFacts({ category, data }: DeliveryReading): DeliveryFact[] {
    if (category === null || data === null) return [];
    return data.objects.flatMap((object) => [...dataFacts(category, object, this.#sentOf(category, object))]);
  }
}
