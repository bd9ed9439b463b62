import { writeJson } from "../../json.js";
import type { DeliveryHooks } from "../hooks.js";
import type { Attempt, Signing } from "../signature.js";
import { concernsCrypto, type WebhookDefect, webhookDefect, without } from "./defect.js";

/** Leaves the signature out of the attempts that `applies` to. */
function unsigned(applies: (attempt: Attempt) => boolean): () => DeliveryHooks {
  return () => ({
    headers: (headers, attempt) => (applies(attempt) ? without(headers, "X-Webhook-Signature") : headers),
  });
}

/** Makes the signature from something else in the attempts that `applies` to. */
function signedWith(
  change: Partial<Signing> | ((signing: Signing, attempt: Attempt) => Partial<Signing>),
  applies: (attempt: Attempt) => boolean = () => true,
): () => DeliveryHooks {
  return () => ({
    signing: (signing, attempt) =>
      applies(attempt)
        ? { ...signing, ...(typeof change === "function" ? change(signing, attempt) : change) }
        : signing,
  });
}

/** A secret that the receiver does not know: that it is another one cannot be told from an unusual scheme or a wrong signature. */
const OTHER_SECRET = "a-secret-that-belongs-to-another-account";

/** Departures from section 5: every delivery is signed, with HMAC-SHA256 and the webhook secret. */
export const SIGNATURE_DEFECTS: readonly WebhookDefect[] = [
  webhookDefect(
    "webhooks/signature.present/missing",
    "Deliveries have no signature",
    unsigned(() => true),
  ),
  webhookDefect(
    "webhooks/signature.present/missing-on-retries",
    "A repeated delivery has no signature",
    unsigned(({ number }) => number > 1),
  ),
  webhookDefect(
    "webhooks/signature.present/missing-for-crypto",
    "Deliveries about crypto recipients have no signature",
    unsigned(({ event }) => concernsCrypto(event)),
  ),
  webhookDefect(
    "webhooks/signature.present/missing-for-returns",
    "Deliveries about returns have no signature",
    unsigned(({ event }) => event.category === "Return"),
  ),
  webhookDefect("webhooks/signature.present/header-renamed", "The signature is in X-Signature instead", () => ({
    headers: (headers) => {
      const { "X-Webhook-Signature": signature = "", ...others } = headers;
      return { ...others, "X-Signature": signature };
    },
  })),
  webhookDefect("webhooks/signature.present/empty", "The signature header has no value", () => ({
    headers: (headers) => ({ ...headers, "X-Webhook-Signature": "" }),
  })),
  webhookDefect("webhooks/signature.covers-body/constant", "All deliveries have the same signature", () => ({
    headers: (headers) => ({ ...headers, "X-Webhook-Signature": "7".repeat(64) }),
  })),
  webhookDefect("webhooks/signature.covers-body/of-first", "All deliveries have the first one's signature", () => {
    let first: Buffer | undefined;
    return {
      signature: (signature) => {
        first ??= signature;
        return first;
      },
    };
  }),
  webhookDefect(
    "webhooks/signature.covers-body/of-nothing",
    "The signature is that of an empty body",
    signedWith({ body: Buffer.alloc(0) }),
  ),
  webhookDefect(
    ["webhooks/signature.secret/other-secret", "webhooks/signature.known-scheme"],
    "Deliveries are signed with another secret",
    signedWith({ secret: OTHER_SECRET }),
  ),
  webhookDefect(
    ["webhooks/signature.secret/other-secret-on-retries", "webhooks/signature.valid"],
    "Repeated deliveries are signed with another secret",
    signedWith({ secret: OTHER_SECRET }, ({ number }) => number > 1),
  ),
  webhookDefect(
    ["webhooks/signature.secret/other-secret-for-customers", "webhooks/signature.valid"],
    "Deliveries about customers are signed with another secret",
    signedWith({ secret: OTHER_SECRET }, ({ event }) => event.category === "Customer"),
  ),
  webhookDefect("webhooks/signature.secret/api-secret", "Deliveries are signed with the API secret", () => ({
    signing: (signing, _attempt, { credentials }) => ({ ...signing, secret: credentials.apiSecret }),
  })),
  webhookDefect(
    "webhooks/signature.secret/empty-secret",
    "Deliveries are signed with an empty secret",
    signedWith({ secret: "" }),
  ),
  webhookDefect(
    "webhooks/signature.secret/secret-other-case",
    "Deliveries are signed with the secret in lower case",
    signedWith(({ secret }) => ({ secret: secret?.toLowerCase() })),
  ),
  webhookDefect(
    "webhooks/signature.raw-body/reserialised",
    "The signature covers the compact form of a body that is sent indented",
    () => ({
      text: (text) => `${writeJson(JSON.parse(text), 4)}\n`,
      signing: (signing) => ({
        ...signing,
        body: Buffer.from(JSON.stringify(JSON.parse(signing.body.toString()))),
      }),
    }),
  ),
  webhookDefect(
    "webhooks/signature.raw-body/latin1",
    "The signature covers a body in which characters beyond Latin-1 were lost",
    signedWith(({ body }) => ({ body: Buffer.from(body.toString().replace(/[^\0-\xff]/g, "?"), "latin1") })),
  ),
  webhookDefect(
    "webhooks/signature.raw-body/without-line-end",
    "A line end is sent after the body that was signed",
    () => ({
      text: (text) => `${text}\n`,
      signing: (signing) => ({ ...signing, body: signing.body.subarray(0, -1) }),
    }),
  ),
  webhookDefect(
    "webhooks/signature.algorithm/sha1",
    "The signature is an HMAC-SHA1",
    signedWith({ algorithm: "sha1" }),
  ),
  webhookDefect("webhooks/signature.algorithm/md5", "The signature is an HMAC-MD5", signedWith({ algorithm: "md5" })),
  webhookDefect(
    "webhooks/signature.algorithm/sha512",
    "The signature is an HMAC-SHA512",
    signedWith({ algorithm: "sha512" }),
  ),
  webhookDefect(
    "webhooks/signature.algorithm/unkeyed",
    "The signature is a plain SHA-256, which anyone can make",
    signedWith({ secret: undefined }),
  ),
  webhookDefect("webhooks/signature.valid/truncated", "The signature is cut to its first half", () => ({
    signature: (signature) => signature.subarray(0, 16),
  })),
  webhookDefect("webhooks/signature.valid/every-fifth-wrong", "Every fifth signature is wrong", () => {
    let signed = 0;
    return {
      signature: (signature) => {
        signed++;
        return signed % 5 === 0 ? Buffer.from(signature.map((byte) => byte ^ 0xff)) : signature;
      },
    };
  }),
];
