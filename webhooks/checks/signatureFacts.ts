/** What a signature shows, as facts about checks (section 5). */

import { amount } from "../../reports/visible.js";
import type { Scheme, SignatureFact } from "../signature/signature.js";

/** What was seen of one check: how often it held, or a failure. */
export interface DeliveryFact {
  readonly check: string;
  readonly held: number;
  readonly failure: { readonly message: string; readonly expected: string; readonly actual: string } | null;
}

/** A check that held. */
export function held(check: string, times = 1): DeliveryFact {
  return { check, held: times, failure: null };
}

/** A failure from what a check expects. */
export function departs(check: string, message: string, expected: string, actual: string): DeliveryFact {
  return { check, held: 0, failure: { message, expected, actual } };
}

/** What the ids of all checks of signatures begin with. */
export const SIGNATURE_CHECK = "webhooks/auth/signature";

function described(scheme: Scheme): string {
  return `over ${scheme.content}, in ${scheme.encoding}, written as ${scheme.notation}`;
}

/** What a signature shows by itself; one that nothing explains is judged beside the others. */
export function* schemeFacts(signature: SignatureFact): Generator<DeliveryFact> {
  switch (signature.kind) {
    case "holds":
      for (const rule of ["covers-body", "secret", "algorithm", "valid", "raw-body", "known-scheme"])
        yield held(`${SIGNATURE_CHECK}.${rule}`);
      return;
    case "other-secret":
      yield departs(
        `${SIGNATURE_CHECK}.secret`,
        `A delivery is signed with ${signature.secret}`,
        "a signature with the webhook secret",
        `right ${described(signature.scheme)} for ${signature.secret} only`,
      );
      return;
    case "other-algorithm":
      yield departs(
        `${SIGNATURE_CHECK}.algorithm`,
        "A signature is no HMAC-SHA256",
        "an HMAC-SHA256 with the webhook secret",
        `${signature.algorithm}, ${described(signature.scheme)}`,
      );
      return;
    case "other-bytes":
      yield departs(
        `${SIGNATURE_CHECK}.raw-body`,
        "A signature does not cover the bytes that were sent",
        "a signature that is right for the body as it came",
        `right only for ${signature.bytes}, ${described(signature.scheme)}`,
      );
      return;
    case "without-body":
      yield departs(
        `${SIGNATURE_CHECK}.covers-body`,
        "A signature does not cover the body: it would be right for any",
        "a signature that covers the body",
        `right for an empty body, ${described(signature.scheme)}`,
      );
      return;
    case "cut":
      yield departs(
        `${SIGNATURE_CHECK}.valid`,
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
