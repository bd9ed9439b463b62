/** Judges one delivery after the other. What depends on earlier ones, such as the scheme of signatures, is remembered. */
import { createHash } from "node:crypto";
import { isJsonMediaType } from "../../oracles/json.js";
import { readResponse } from "../../oracles/responseBody.js";
import { isDateTime } from "../../schemas/dateTime.js";
import { cutJsonText, type JsonRecord } from "../../schemas/json.js";
import { SIGNATURE_HEADER } from "../../schemas/operations.js";
import type { Delivery } from "../delivery.js";
import { type Category, type DeliveryReading, dataSchema, readDelivery } from "../reading/reading.js";
import { judgeSignature, type SignatureFact, type SigningKeys, schemeText } from "../signature/signature.js";
import { CATEGORY_NAMES, TRANSACTION_TIMES, timeCheck } from "./checks.js";
import { type DeliveryFact, departs, held, SIGNATURE_CHECK, schemeFacts } from "./signatureFacts.js";

/** A delivery with all that was seen of it. */
export interface JudgedDelivery {
  readonly delivery: Delivery;
  readonly reading: DeliveryReading;
  readonly signature: SignatureFact;
  /** The number of the earlier delivery with the same body; null for the first of its kind. */
  readonly repeats: number | null;
  readonly facts: readonly DeliveryFact[];
}

/** Wrong signatures for which all schemes and the usual mistakes are tried, and those for which all schemes are. */
const MOST_REASONS = 16;
const MOST_SEARCHES = 120;
/** Bodies and signatures that are remembered, to tell repetitions. */
const MOST_REMEMBERED = 50_000;

/** Forgets the oldest entry when there are too many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  if (map.size <= MOST_REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

function signatureOf({ headers }: Delivery): string {
  return headers[SIGNATURE_HEADER.toLowerCase()] ?? "";
}

/** Characters of a value that a failure shows. */
const SHOWN = 120;

/** Judges deliveries in the order in which they came. */
export class DeliveryJudge {
  readonly #schemes = new Map<string, number>();
  readonly #keys: SigningKeys;
  readonly #sentOf: (category: Category, data: JsonRecord) => unknown;
  readonly #bodies = new Map<string, number>();
  readonly #signatures = new Map<string, { readonly body: string; readonly number: number }>();
  #firstContent: string | null = null;
  readonly #shared = new Set<string>();
  #failed = 0;

  /** @param sentOf what was sent to create a resource, for fields that come back only when they were sent */
  constructor(keys: SigningKeys, sentOf: (category: Category, data: JsonRecord) => unknown = () => undefined) {
    this.#keys = keys;
    this.#sentOf = sentOf;
  }

  /** Judges a delivery. Never throws for what was delivered. */
  judge(delivery: Delivery): JudgedDelivery {
    const reading = readDelivery(delivery.body, delivery.headers);
    const digest = createHash("sha256").update(delivery.body).digest("base64");
    const repeats = delivery.oversized ? null : (this.#bodies.get(digest) ?? null);
    if (repeats === null) remember(this.#bodies, digest, delivery.number);
    const signature = this.#signature(delivery, reading);
    const facts = [...this.#signatureFacts(delivery, signature, digest)];
    if (!delivery.oversized) facts.push(...this.#bodyFacts(delivery, reading));
    return { delivery, reading, signature, repeats, facts };
  }

  /**
   * What a signature shows that nothing explains, as far as is known by now. Beside others that a scheme explains it is
   * wrong; alone it may be right in a scheme that nobody told.
   */
  unexplained({ delivery, signature }: JudgedDelivery): DeliveryFact | null {
    if (signature.kind !== "unexplained" || this.#shared.has(signatureOf(delivery))) return null;
    const { stated } = this.#keys;
    const [known] = this.frequentSchemes();
    if (stated !== null || known !== undefined) {
      const expected = stated === null ? (known ?? "") : `HMAC-SHA256 over ${stated}`;
      const actual = "a signature that is right in no usual scheme for the webhook secret";
      return departs(`${SIGNATURE_CHECK}.valid`, "A signature is wrong", expected, actual);
    }
    // Where not everything was tried, the deliveries for which it was speak for the others.
    if (!signature.searched) return null;
    const actual = signature.readable
      ? `${signature.tried} digests were tried: of the body alone and with times, ids, address and method, in hex, base64 and base64url, bare, prefixed and in lists`
      : "a value that is neither hex nor base64";
    return departs(
      `${SIGNATURE_CHECK}.known-scheme`,
      "No usual scheme explains the signatures. State what is signed with --webhook-signed, like '{x-webhook-timestamp}.{body}', and check CONFORMANCE_WEBHOOK_SECRET",
      "an HMAC-SHA256 with the webhook secret",
      actual,
    );
  }

  /** Schemes that explained signatures, the most frequent first. */
  frequentSchemes(): string[] {
    return [...this.#schemes].sort(([, left], [, right]) => right - left).map(([scheme]) => scheme);
  }

  #signature(delivery: Delivery, reading: DeliveryReading): SignatureFact {
    const { method, path, headers, body } = delivery;
    if (delivery.oversized && signatureOf(delivery) !== "") return { kind: "not-verifiable" };
    const extent = this.#failed < MOST_REASONS ? "reasons" : this.#failed < MOST_SEARCHES ? "schemes" : "quick";
    const fact = judgeSignature(
      {
        method,
        path,
        headers,
        body,
        inBody: { times: reading.times.map(({ value }) => value), ids: reading.ids.map(({ value }) => value) },
        data: reading.data?.objects[0],
        plain: reading.body.kind === "json",
      },
      this.#keys,
      { first: this.#firstContent, extent },
    );
    if (fact.kind === "holds") {
      this.#firstContent = fact.scheme.content;
      const text = schemeText(fact.scheme);
      this.#schemes.set(text, (this.#schemes.get(text) ?? 0) + 1);
    } else if (fact.kind !== "missing") this.#failed += 1;
    return fact;
  }

  *#signatureFacts(delivery: Delivery, signature: SignatureFact, digest: string): Generator<DeliveryFact> {
    const header = signatureOf(delivery);
    if (signature.kind === "missing") {
      const instead = signature.instead === null ? "" : `; ${signature.instead} is there instead`;
      const actual =
        header === "" && SIGNATURE_HEADER.toLowerCase() in delivery.headers
          ? "an empty header"
          : `no such header${instead}`;
      yield departs(
        `${SIGNATURE_CHECK}.present`,
        `A delivery has no ${SIGNATURE_HEADER}`,
        "the header, with a value",
        actual,
      );
      return;
    }
    yield held(`${SIGNATURE_CHECK}.present`);
    const twin = this.#signatures.get(header);
    if (twin !== undefined && twin.body !== digest && !delivery.oversized) {
      if (this.#shared.size < MOST_REMEMBERED) this.#shared.add(header);
      const actual = `the signature of delivery ${twin.number}, whose body is another`;
      yield departs(
        `${SIGNATURE_CHECK}.covers-body`,
        "Two deliveries with different bodies have the same signature",
        "a signature of its own",
        actual,
      );
      return;
    }
    if (twin === undefined && !delivery.oversized)
      remember(this.#signatures, header, { body: digest, number: delivery.number });
    yield* schemeFacts(signature);
  }

  *#bodyFacts(delivery: Delivery, reading: DeliveryReading): Generator<DeliveryFact> {
    const { body, data, category } = reading;
    if (body.kind === "too-deep") return;
    if (body.kind === "not-json") {
      yield departs(
        "webhooks/response/body.json",
        `The body of a delivery is ${body.reason}`,
        "a JSON body",
        `a body that is ${body.reason}`,
      );
      return;
    }
    yield held("webhooks/response/body.json");
    if (isJsonMediaType(delivery)) yield held("webhooks/response/body.mediaType");
    else {
      const actual = `content-type ${delivery.headers["content-type"] ?? "none"}`;
      yield departs(
        "webhooks/response/body.mediaType",
        "A delivery has no JSON media type",
        "a JSON media type",
        actual,
      );
    }
    // What is about none of the five categories, such as a test of the connection, is not documented.
    if (category === null) return;
    if (data === null) {
      const actual = `a body without it: ${cutJsonText(body.value, SHOWN)}`;
      yield departs(
        "webhooks/response/envelope.data",
        `A ${CATEGORY_NAMES[category]} delivery carries no data object`,
        "the data object",
        actual,
      );
      return;
    }
    if (data.asText) {
      const place = data.at === "" ? "the body" : data.at;
      yield departs(
        "webhooks/response/envelope.data",
        "The data of a delivery is a text that holds JSON",
        "an object",
        `${place} is a text`,
      );
    } else yield held("webhooks/response/envelope.data");
    for (const object of data.objects) yield* this.#dataFacts(category, object);
  }

  *#dataFacts(category: Category, object: JsonRecord): Generator<DeliveryFact> {
    const name = CATEGORY_NAMES[category];
    const schema = dataSchema(category);
    if (schema === null) {
      for (const field of TRANSACTION_TIMES) {
        const value = object[field];
        if (value === undefined || value === null) continue;
        const check = timeCheck(category, field);
        if (typeof value === "string" && isDateTime(value)) yield held(check);
        else
          yield departs(
            check,
            `${field} in a ${name} delivery is not a date-time`,
            "a date-time",
            cutJsonText(value, SHOWN),
          );
      }
      return;
    }
    const operation = category === "Recipient" ? "createRecipient" : "createCustomer";
    const result = readResponse(operation, schema, object, this.#sentOf(category, object));
    for (const [rule, count] of result.passes) {
      if (count > 0) yield held(`webhooks/response/${name}.${rule}`, count);
    }
    for (const { rule, outcome, expected, actual } of result.facts) {
      if (outcome !== "broken") continue;
      const field = rule.slice(0, rule.lastIndexOf("."));
      const what = rule.endsWith(".present") ? `${field} is missing` : `${field} is not ${expected}`;
      yield departs(`webhooks/response/${name}.${rule}`, `${what} in a ${name} delivery`, expected, actual);
    }
  }
}
