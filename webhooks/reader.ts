/** Reads deliveries as exchanges: what each says, how it is signed, and which earlier one it repeats. */
import { createHash } from "node:crypto";
import { decodedAtOnce } from "../client/body.js";
import type { Credentials } from "../client/credentials.js";
import type { Exchange } from "../client/model.js";
import { createRedactor, type Redactor } from "../client/redact.js";
import { jsonText } from "../schemas/json.js";
import { SIGNATURE_HEADER } from "../schemas/operations.js";
import { type Delivery, deliveryExchange } from "./delivery.js";
import { type DeliveryReading, readDelivery } from "./reading.js";
import {
  type Extent,
  judgeSignature,
  type SignatureFact,
  type SigningKeys,
  schemeText,
  signingKeys,
} from "./signature.js";

export interface ReadDelivery extends Delivery {
  readonly reading: DeliveryReading;
  readonly signature: SignatureFact;
  /** The number of an earlier delivery with the same signature and another content; null when there is none. */
  readonly twin: number | null;
  /** The number of the earlier delivery with the same body; null for the first of its kind. */
  readonly repeats: number | null;
  /** What the other deliveries say about signatures, as far as known when called. */
  readonly others: OtherSignatures;
}

/** A delivery as an exchange of the report: a request of the service, and the receiver's answer. */
export interface DeliveryExchange extends Exchange {
  readonly delivery: ReadDelivery;
}

export function isDelivery(exchange: Exchange): exchange is DeliveryExchange {
  return "delivery" in exchange;
}

/** What the signatures of several deliveries say together. */
interface OtherSignatures {
  /** What is signed, as the user states it; null where that is not stated. */
  readonly stated: string | null;
  /** The scheme that explains most signatures; null where none does. */
  frequentScheme(): string | null;
  /** Whether deliveries with different content have this signature. */
  isShared(signature: string): boolean;
}

/** Bytes that a body may have without its Content-Encoding. */
const LONGEST_DECODED = 4 * 1024 * 1024;
/** How many bodies and signatures are remembered to recognise repetitions: nobody knows how many deliveries come. */
const MOST_REMEMBERED = 50_000;
/** For how many wrong signatures all schemes and the usual mistakes are tried, and for how many all schemes. */
const MOST_REASONS = 16;
const MOST_SEARCHES = 120;

/** Keeps an entry, and forgets the oldest one when there are too many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  if (map.size <= MOST_REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

/** The value of the signature header; empty when there is none. */
export function signatureOf({ headers }: Delivery): string {
  return headers[SIGNATURE_HEADER.toLowerCase()] ?? "";
}

/** Reads deliveries in the order in which they came. Never throws for what was delivered. */
export class DeliveryReader {
  readonly keys: SigningKeys;
  readonly redactor: Redactor;
  readonly #bodies = new Map<string, number>();
  readonly #schemes = new Map<string, number>();
  readonly #signatures = new Map<string, { readonly content: string; readonly number: number }>();
  readonly #shared = new Set<string>();
  readonly #others: OtherSignatures;
  #firstContent: string | null = null;
  #failed = 0;

  /**
   * @param stated what is signed, as the user states it, or null
   * @param receiver address of the receiver, for the URLs of requests
   */
  constructor(
    credentials: Credentials,
    stated: string | null,
    private readonly receiver = "http://127.0.0.1/",
  ) {
    this.keys = signingKeys(credentials, stated);
    this.redactor = createRedactor(credentials);
    this.#others = {
      stated,
      frequentScheme: () => [...this.#schemes].sort(([, left], [, right]) => right - left)[0]?.[0] ?? null,
      isShared: (signature) => this.#shared.has(signature),
    };
  }

  read(received: Delivery): DeliveryExchange {
    const { "content-encoding": encoding = "", ...headers } = received.headers;
    const decoded = decodedAtOnce(received.body, encoding, LONGEST_DECODED);
    const delivery = decoded === null ? received : { ...received, headers, body: decoded };
    const reading = readDelivery(delivery.body, delivery.headers);
    const digest = createHash("sha256").update(delivery.body).digest("base64");
    const repeats = delivery.oversized ? null : (this.#bodies.get(digest) ?? null);
    if (repeats === null) remember(this.#bodies, digest, delivery.number);
    const plain = this.#signature(delivery, reading);
    // Whether a signature covers the body before or after its compression is left open.
    const signature = decoded === null || plain.kind === "holds" ? plain : this.#better(plain, received, reading);
    // The data distinguishes deliveries, where it is known, since the envelope need not be signed.
    const content = reading.data === null ? digest : jsonText(reading.data.objects);
    const twin = signature.kind === "missing" || delivery.oversized ? null : this.#twin(delivery, content);
    const read: ReadDelivery = { ...delivery, reading, signature, twin, repeats, others: this.#others };
    return { ...deliveryExchange(delivery, this.receiver, this.redactor), delivery: read };
  }

  #signature(delivery: Delivery, reading: DeliveryReading): SignatureFact {
    if (delivery.oversized && signatureOf(delivery) !== "") return { kind: "not-verifiable" };
    const extent: Extent = this.#failed < MOST_REASONS ? "reasons" : this.#failed < MOST_SEARCHES ? "schemes" : "quick";
    const fact = judgeSignature(delivery, reading, this.keys, { first: this.#firstContent, extent });
    if (fact.kind === "holds") {
      this.#firstContent = fact.scheme.content;
      const text = schemeText(fact.scheme);
      this.#schemes.set(text, (this.#schemes.get(text) ?? 0) + 1);
    } else if (fact.kind !== "missing") this.#failed += 1;
    return fact;
  }

  #better(plain: SignatureFact, received: Delivery, reading: DeliveryReading): SignatureFact {
    const compressed = this.#signature(received, reading);
    return compressed.kind === "holds" ? compressed : plain;
  }

  #twin(delivery: Delivery, content: string): number | null {
    const header = signatureOf(delivery);
    const known = this.#signatures.get(header);
    if (known === undefined) remember(this.#signatures, header, { content, number: delivery.number });
    if (known === undefined || known.content === content) return null;
    if (this.#shared.size < MOST_REMEMBERED) this.#shared.add(header);
    return known.number;
  }
}
