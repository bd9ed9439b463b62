/** The signature of a delivery (section 5): the checks, and what one signature shows of them by itself. */
import { check } from "../../engine/check.js";
import { amount } from "../../reports/visible.js";
import { SIGNATURE_HEADER } from "../../schemas/operations.js";
import type { Delivery } from "../delivery.js";
import type { DeliveryReading } from "../reading.js";
import {
  judgeSignature,
  type Scheme,
  type SignatureFact,
  type SigningKeys,
  schemeText,
} from "../signature/signature.js";
import { type DeliveryFact, EACH_DELIVERY, held, notKept } from "./fact.js";

/* A memory with a bound: nobody knows how many deliveries come. */

/** Bodies and signatures that are remembered, to tell repetitions. */
const MOST_REMEMBERED = 50_000;

/** Keeps an entry, and forgets the oldest one when there are too many. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  if (map.size <= MOST_REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const signaturePresent = check("webhooks/auth/signature.present", {
  sends: EACH_DELIVERY,
  expects: "the header, with a value",
});

const coversBody = check("webhooks/auth/signature.covers-body", {
  title: "The signature depends on the body",
  sends: EACH_DELIVERY,
  expects: "different signatures for different bodies",
});

const ownSecret = check("webhooks/auth/signature.secret", {
  title: "The signature is made with the account's webhook secret",
  sends: EACH_DELIVERY,
  expects: "no signature that is right for another secret",
});

const rightAlgorithm = check("webhooks/auth/signature.algorithm", {
  title: "The signature is an HMAC-SHA256",
  sends: EACH_DELIVERY,
  expects: "no signature that is right for another algorithm, or without a secret",
});

const valid = check("webhooks/auth/signature.valid", {
  title: "The signature of every delivery is right in the scheme that the service uses",
  sends: EACH_DELIVERY,
  expects: "a signature that can be verified like those of the other deliveries, and in full length",
});

const coversRawBody = check("webhooks/auth/signature.raw-body", {
  title: "The signature covers the bytes that were sent",
  sends: EACH_DELIVERY,
  expects: "a signature that is right for the body as it came, not for another spelling of it",
});

const knownScheme = check("webhooks/auth/signature.known-scheme", {
  title: "A usual scheme explains the signatures",
  sends: EACH_DELIVERY,
  expects: "a signature that one of the usual schemes, or the one that was stated, can verify",
});

/** Checks that cannot be exercised without the webhook secret. */
export const SECRET_CHECKS = [ownSecret, rightAlgorithm, valid, coversRawBody, knownScheme];

export const signatureChecks = [signaturePresent, coversBody, ...SECRET_CHECKS];

function described(scheme: Scheme): string {
  return `over ${scheme.content}, in ${scheme.encoding}, written as ${scheme.notation}`;
}

/** What a signature shows by itself; one that nothing explains is judged beside the others. */
function* schemeFacts(signature: SignatureFact): Generator<DeliveryFact> {
  switch (signature.kind) {
    case "holds":
      for (const each of [coversBody, ...SECRET_CHECKS]) yield held(each);
      return;
    case "other-secret":
      yield notKept(
        ownSecret,
        `A delivery is signed with ${signature.secret}`,
        "a signature with the webhook secret",
        `right ${described(signature.scheme)} for ${signature.secret} only`,
      );
      return;
    case "other-algorithm":
      yield notKept(
        rightAlgorithm,
        "A signature is no HMAC-SHA256",
        "an HMAC-SHA256 with the webhook secret",
        `${signature.algorithm}, ${described(signature.scheme)}`,
      );
      return;
    case "other-bytes":
      yield notKept(
        coversRawBody,
        "A signature does not cover the bytes that were sent",
        "a signature that is right for the body as it came",
        `right only for ${signature.bytes}, ${described(signature.scheme)}`,
      );
      return;
    case "without-body":
      yield notKept(
        coversBody,
        "A signature does not cover the body: it would be right for any",
        "a signature that covers the body",
        `right for an empty body, ${described(signature.scheme)}`,
      );
      return;
    case "cut":
      yield notKept(
        valid,
        "A signature is cut",
        "all 32 bytes of the HMAC-SHA256",
        `its first ${amount(signature.length, "byte")}, ${described(signature.scheme)}`,
      );
      return;
    case "missing":
    case "unexplained":
    case "not-verifiable":
      return;
    default:
      signature satisfies never;
  }
}

/* Judges one signature after the other. Which scheme explains them, and which bodies they came with, is remembered. */

/** Wrong signatures for which all schemes and the usual mistakes are tried, and those for which all schemes are. */
const MOST_REASONS = 16;
const MOST_SEARCHES = 120;
function signatureOf({ headers }: Delivery): string {
  return headers[SIGNATURE_HEADER.toLowerCase()] ?? "";
}

/** Judges signatures in the order in which they came. */
export class SignatureJudge {
  readonly #schemes = new Map<string, number>();
  readonly #signatures = new Map<string, { readonly content: string; readonly number: number }>();
  readonly #shared = new Set<string>();
  #firstContent: string | null = null;
  #failed = 0;

  constructor(private readonly keys: SigningKeys) {}

  /** What a signature is. */
  read(delivery: Delivery, reading: DeliveryReading): SignatureFact {
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
      this.keys,
      { first: this.#firstContent, extent },
    );
    if (fact.kind === "holds") {
      this.#firstContent = fact.scheme.content;
      const text = schemeText(fact.scheme);
      this.#schemes.set(text, (this.#schemes.get(text) ?? 0) + 1);
    } else if (fact.kind !== "missing") this.#failed += 1;
    return fact;
  }

  /**
   * What a signature shows of the checks.
   * @param content tells apart what deliveries carry: their data, where it is known, since the envelope need not be signed
   */
  *facts(delivery: Delivery, signature: SignatureFact, content: string): Generator<DeliveryFact> {
    const header = signatureOf(delivery);
    if (signature.kind === "missing") {
      const instead = signature.instead === null ? "" : `; ${signature.instead} is there instead`;
      const actual =
        header === "" && SIGNATURE_HEADER.toLowerCase() in delivery.headers
          ? "an empty header"
          : `no such header${instead}`;
      yield notKept(signaturePresent, `A delivery has no ${SIGNATURE_HEADER}`, "the header, with a value", actual);
      return;
    }
    yield held(signaturePresent);
    const twin = this.#signatures.get(header);
    if (twin !== undefined && twin.content !== content && !delivery.oversized) {
      if (this.#shared.size < MOST_REMEMBERED) this.#shared.add(header);
      const actual = `the signature of delivery ${twin.number}, whose content is another`;
      yield notKept(
        coversBody,
        "Two deliveries with different content have the same signature",
        "a signature of its own",
        actual,
      );
      return;
    }
    if (twin === undefined && !delivery.oversized)
      remember(this.#signatures, header, { content, number: delivery.number });
    yield* schemeFacts(signature);
  }

  /**
   * What a signature shows that nothing explains, as far as is known by now. Beside others that a scheme explains it is
   * wrong; alone it may be right in a scheme that nobody told.
   */
  unexplained(delivery: Delivery, signature: SignatureFact): DeliveryFact | null {
    if (signature.kind !== "unexplained" || this.#shared.has(signatureOf(delivery))) return null;
    const { stated } = this.keys;
    const [known] = this.frequentSchemes();
    if (stated !== null || known !== undefined) {
      const expected = stated === null ? (known ?? "") : `HMAC-SHA256 over ${stated}`;
      const actual = "a signature that is right in no usual scheme for the webhook secret";
      return notKept(valid, "A signature is wrong", expected, actual);
    }
    // Where not everything was tried, the deliveries for which it was speak for the others.
    if (!signature.searched) return null;
    const actual = signature.readable
      ? `${signature.tried} digests were tried: of the body alone and with times, ids, address and method, in hex, base64 and base64url, bare, prefixed and in lists`
      : "a value that is neither hex nor base64";
    return notKept(
      knownScheme,
      "No usual scheme explains the signatures. State what is signed with --webhook-signed, like '{x-webhook-timestamp}.{body}', and check CONFORMANCE_WEBHOOK_SECRET",
      "an HMAC-SHA256 with the webhook secret",
      actual,
    );
  }

  /** Schemes that explained signatures, the most frequent first. */
  frequentSchemes(): string[] {
    return [...this.#schemes].sort(([, left], [, right]) => right - left).map(([scheme]) => scheme);
  }
}
