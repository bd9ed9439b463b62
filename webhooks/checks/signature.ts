/** The signature of a delivery (section 5): the checks, and what one signature shows of them by itself. */
import { check } from "../../engine/check.js";
import { amount } from "../../reports/visible.js";
import type { Scheme } from "../signature/search.js";
import type { SignatureFact } from "../signature/signature.js";
import { type DeliveryFact, EACH_DELIVERY, held, notKept } from "./fact.js";

export const signaturePresent = check("webhooks/auth/signature.present", {
  sends: EACH_DELIVERY,
  expects: "the header, with a value",
});

export const coversBody = check("webhooks/auth/signature.covers-body", {
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

export const valid = check("webhooks/auth/signature.valid", {
  title: "The signature of every delivery is right in the scheme that the service uses",
  sends: EACH_DELIVERY,
  expects: "a signature that can be verified like those of the other deliveries, and in full length",
});

const coversRawBody = check("webhooks/auth/signature.raw-body", {
  title: "The signature covers the bytes that were sent",
  sends: EACH_DELIVERY,
  expects: "a signature that is right for the body as it came, not for another spelling of it",
});

export const knownScheme = check("webhooks/auth/signature.known-scheme", {
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
export function* schemeFacts(signature: SignatureFact): Generator<DeliveryFact> {
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
