/** The signature of a delivery (section 5). */
import type { Check } from "../../../discovery/check.js";
import { amount } from "../../../reports/visible.js";
import { SIGNATURE_HEADER } from "../../../schemas/operations.js";
import { signatureOf } from "../../../webhooks/reader.js";
import { notationText, type SigningMistake } from "../../../webhooks/signature.js";
import { type DeliveryAnswer, type Departure, departs, held, ofDeliveries } from "./delivered.js";

const signaturePresent = ofDeliveries("webhooks/auth/signature.present", {
  expects: "the header, with a value",
});

const coversBody = ofDeliveries("webhooks/auth/signature.covers-body", {
  title: "The signature depends on the body",
  expects: "different signatures for different bodies",
});

const ownSecret = ofDeliveries("webhooks/auth/signature.secret", {
  title: "The signature is made with the account's webhook secret",
  expects: "no signature that is right for another secret",
});

const rightAlgorithm = ofDeliveries("webhooks/auth/signature.algorithm", {
  title: "The signature is an HMAC-SHA256",
  expects: "no signature that is right for another algorithm, or without a secret",
});

const valid = ofDeliveries("webhooks/auth/signature.valid", {
  title: "Every delivery has a valid signature in the scheme that the service uses",
  expects: "a signature that can be verified like those of the other deliveries, and in full length",
});

const coversRawBody = ofDeliveries("webhooks/auth/signature.raw-body", {
  title: "The signature covers the bytes that were sent",
  expects: "a signature that is right for the body as it came, not for another spelling of it",
});

const knownScheme = ofDeliveries("webhooks/auth/signature.known-scheme", {
  title: "The signatures follow a common scheme",
  expects: "a signature that one of the usual schemes, or the one that was stated, can verify",
});

/** Checks that cannot be exercised without the webhook secret. */
export const SECRET_CHECKS = [ownSecret, rightAlgorithm, valid, coversRawBody, knownScheme];

export const signatureChecks = [signaturePresent, coversBody, ...SECRET_CHECKS];

/** Bits that the digest takes in the header: some encodings leave out zeros at its beginning. */
const DIGEST_BITS = 248;

/** The check that a mistake in signing breaks. */
function mistaken(mistake: SigningMistake): readonly [Check, Departure] {
  const { scheme } = mistake;
  const how = `of ${scheme.content}, ${notationText(scheme)}`;
  switch (mistake.kind) {
    case "other-secret": {
      const { secret } = mistake;
      const message = `A delivery is signed with ${secret}`;
      const actual = `right ${how} for ${secret} only`;
      return [ownSecret, { message, expected: "a signature with the webhook secret", actual }];
    }
    case "other-algorithm": {
      const actual = `${mistake.algorithm}, ${how}`;
      const expected = "an HMAC-SHA256 with the webhook secret";
      return [rightAlgorithm, { message: "A signature is not an HMAC-SHA256", expected, actual }];
    }
    case "other-bytes": {
      const message = "A signature does not cover the bytes that were sent";
      const actual = `right only for ${mistake.bytes}, ${how}`;
      return [coversRawBody, { message, expected: "a signature that is right for the body as it came", actual }];
    }
    case "without-body": {
      const message = "A signature does not cover the body: it would be right for any";
      const actual = `right for an empty body, ${how}`;
      return [coversBody, { message, expected: "a signature that covers the body", actual }];
    }
    case "cut": {
      const actual = `its first ${amount(mistake.length, "byte")}, ${how}`;
      return [valid, { message: "A signature is truncated", expected: "all 32 bytes of the HMAC-SHA256", actual }];
    }
    default:
      return mistake satisfies never;
  }
}

export function judgeSignature(answer: DeliveryAnswer): void {
  const { delivery } = answer.exchange;
  const { signature, twin } = delivery;
  if (signature.kind === "missing") {
    const instead = signature.instead === null ? "" : `; ${signature.instead} is there instead`;
    const isEmpty = SIGNATURE_HEADER.toLowerCase() in delivery.headers;
    const actual = isEmpty && signatureOf(delivery) === "" ? "an empty header" : `no such header${instead}`;
    const message = `A delivery has no ${SIGNATURE_HEADER}`;
    departs(answer, signaturePresent, { message, expected: "the header, with a value", actual });
    return;
  }
  held(answer, signaturePresent);
  if (twin !== null) {
    const message = "Two deliveries with different content have the same signature";
    const actual = `the signature of delivery ${twin}, whose content is another`;
    departs(answer, coversBody, { message, expected: "a signature of its own", actual });
  } else if (signature.kind === "holds") {
    for (const each of [coversBody, ...SECRET_CHECKS]) held(answer, each);
  } else if (signature.kind !== "unexplained" && signature.kind !== "not-verifiable") {
    departs(answer, ...mistaken(signature));
  }
}

/**
 * What an unexplained signature shows, as far as is known by now. Among others that a scheme explains it is wrong;
 * alone it may be right in an unknown scheme.
 */
export function judgeUnexplained(answer: DeliveryAnswer): void {
  const { delivery } = answer.exchange;
  const { signature, others } = delivery;
  if (signature.kind !== "unexplained" || others.isShared(signatureOf(delivery))) return;
  const known = others.stated === null ? others.frequentScheme() : `HMAC-SHA256 of ${others.stated}`;
  if (known !== null) {
    const actual =
      others.stated === null
        ? "a signature that is right in no usual scheme for the webhook secret"
        : "a signature that is not right for this content with the webhook secret";
    departs(answer, valid, { message: "A signature is wrong", expected: known, actual });
    return;
  }
  const { length } = signatureOf(delivery);
  if (signature.capacity < DIGEST_BITS) {
    departs(answer, rightAlgorithm, {
      message: "A signature is too short for an HMAC-SHA256",
      expected: "the 256 bits of an HMAC-SHA256, in whatever encoding",
      actual: `${amount(length, "character")}, which can hold ${signature.capacity} bits at the most`,
    });
    return;
  }
  // Where not every delivery was fully tried, those that were speak for the others.
  if (!signature.searched) return;
  departs(answer, knownScheme, {
    message:
      "The signatures follow no common scheme. State what is signed (webhook-signed in ppconform.config.yaml, --signed of listen and verify-webhook), like '{x-webhook-timestamp}.{body}', and check CONFORMANCE_WEBHOOK_SECRET",
    expected: "an HMAC-SHA256 with the webhook secret",
    actual: signature.readable
      ? `${signature.tried} digests were tried: of the body alone and with times, ids, address and method, in hex, base64 and base64url, bare, prefixed and in lists`
      : "a value that is no digest in hex or base64",
  });
}
