import { isObject, type JsonObject, writeJson } from "../../json.js";
import type { WebhookEvent } from "../event.js";
import type { DeliveryHooks } from "../hooks.js";
import type { Attempt, Signing } from "../signature.js";
import { CATEGORY_NAMES, concernsCrypto, type WebhookDefect, webhookDefects } from "./defect.js";

const SIGNATURE = "X-Webhook-Signature";

/** Adds headers to those of an attempt, or replaces them; undefined takes one away. */
function withHeaders(headers: Readonly<Record<string, string | undefined>>): DeliveryHooks {
  return {
    headers: (given) =>
      Object.fromEntries(
        Object.entries({ ...given, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
  };
}

function unsigned(applies: (attempt: Attempt) => boolean): DeliveryHooks {
  const without = withHeaders({ [SIGNATURE]: undefined });
  return {
    headers: (headers, attempt, service) =>
      applies(attempt) ? (without.headers?.(headers, attempt, service) ?? headers) : headers,
  };
}

function signedWith(
  change: (signing: Signing) => Partial<Signing>,
  applies: (attempt: Attempt) => boolean = () => true,
): DeliveryHooks {
  return {
    signing: (signing, attempt) => (applies(attempt) ? { ...signing, ...change(signing) } : signing),
  };
}

/** A secret that the receiver does not know: that it is another one cannot be told from an unusual scheme or a wrong signature. */
const withOtherSecret = (applies?: (attempt: Attempt) => boolean): DeliveryHooks =>
  signedWith(() => ({ secret: "a-secret-that-belongs-to-another-account" }), applies);

const withAlgorithm = (algorithm: Signing["algorithm"]): DeliveryHooks => signedWith(() => ({ algorithm }));
const isRepeated = ({ number }: Attempt): boolean => number > 1;

/** Departures from section 5: every delivery is signed, with HMAC-SHA256 and the webhook secret. */
export const SIGNATURE_DEFECTS: readonly WebhookDefect[] = webhookDefects`
  signature.present/missing | Deliveries have no signature | ${unsigned(() => true)}
  signature.present/missing-on-retries | A repeated delivery has no signature | ${unsigned(isRepeated)}
  signature.present/missing-for-crypto | Deliveries about crypto recipients have no signature
    | ${unsigned(({ event }) => concernsCrypto(event))}
  signature.present/missing-for-returns | Deliveries about returns have no signature
    | ${unsigned(({ event }) => event.category === "Return")}
  signature.present/header-renamed | The signature is in X-Signature instead
    | ${{ headers: ({ [SIGNATURE]: signature = "", ...others }) => ({ ...others, "X-Signature": signature }) }}
  signature.present/empty | The signature header has no value | ${withHeaders({ [SIGNATURE]: "" })}
  signature.covers-body/constant | All deliveries have the same signature
    | ${withHeaders({ [SIGNATURE]: "7".repeat(64) })}
  signature.covers-body/of-first | All deliveries have the first one's signature
    | ${() => {
      let first: Buffer | undefined;
      return {
        signature: (signature) => {
          first ??= signature;
          return first;
        },
      };
    }}
  signature.covers-body/of-nothing | The signature is that of an empty body
    | ${signedWith(() => ({ body: Buffer.alloc(0) }))}
  signature.secret/other-secret, signature.known-scheme | Deliveries are signed with another secret
    | ${withOtherSecret()}
  signature.secret/other-secret-on-retries, signature.valid | Repeated deliveries are signed with another secret
    | ${withOtherSecret(isRepeated)}
  signature.secret/other-secret-for-customers, signature.valid
    | Deliveries about customers are signed with another secret
    | ${withOtherSecret(({ event }) => event.category === "Customer")}
  signature.secret/api-secret | Deliveries are signed with the API secret
    | ${{ signing: (signing, _attempt, { credentials }) => ({ ...signing, secret: credentials.apiSecret }) }}
  signature.secret/empty-secret | Deliveries are signed with an empty secret | ${signedWith(() => ({ secret: "" }))}
  signature.secret/secret-other-case | Deliveries are signed with the secret in lower case
    | ${signedWith(({ secret }) => ({ secret: secret?.toLowerCase() }))}
  signature.raw-body/reserialised | The signature covers the compact form of a body that is sent indented
    | ${{
      text: (text) => `${writeJson(JSON.parse(text), 4)}\n`,
      ...signedWith(({ body }) => ({ body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) })),
    }}
  signature.raw-body/latin1 | The signature covers a body in which characters beyond Latin-1 were lost
    | ${signedWith(({ body }) => ({ body: Buffer.from(body.toString().replace(/[^\0-\xff]/g, "?"), "latin1") }))}
  signature.raw-body/without-line-end | A line end is sent after the body that was signed
    | ${{ text: (text) => `${text}\n`, ...signedWith(({ body }) => ({ body: body.subarray(0, -1) })) }}
  signature.algorithm/sha1 | The signature is an HMAC-SHA1 | ${withAlgorithm("sha1")}
  signature.algorithm/md5 | The signature is an HMAC-MD5 | ${withAlgorithm("md5")}
  signature.algorithm/sha512 | The signature is an HMAC-SHA512 | ${withAlgorithm("sha512")}
  signature.algorithm/unkeyed | The signature is a plain SHA-256, which anyone can make
    | ${signedWith(() => ({ secret: undefined }))}
  signature.valid/truncated | The signature is cut to its first half
    | ${{ signature: (signature) => signature.subarray(0, 16) }}
  signature.valid/every-fifth-wrong | Every fifth signature is wrong
    | ${() => {
      let signed = 0;
      return {
        signature: (signature) => (++signed % 5 === 0 ? Buffer.from(signature.map((byte) => byte ^ 0xff)) : signature),
      };
    }}
`;

function keptBack(applies: (event: WebhookEvent) => boolean): DeliveryHooks {
  return { event: (event) => (applies(event) ? undefined : event) };
}

/** Puts something else where the data object has its place in the envelope. */
function withData(data: unknown): DeliveryHooks {
  return {
    envelope: (envelope: JsonObject, { data: from }) => {
      if (envelope === from) return data;
      const isPlace = (value: unknown): boolean => value === from || (isObject(value) && value.object === from);
      const members = Object.entries(envelope).map(([name, value]) => [name, isPlace(value) ? data : value]);
      return Object.fromEntries(members);
    },
  };
}

const sentAs = (text: (text: string) => string): DeliveryHooks => ({ text });
const withMediaType = (mediaType: string): DeliveryHooks => withHeaders({ "Content-Type": mediaType });

/** Departures from section 6 in what is delivered at all, and from section 1 in how: all bodies are JSON. */
export const DELIVERY_DEFECTS: readonly WebhookDefect[] = [
  ...Object.entries(CATEGORY_NAMES).flatMap(
    ([category, name]) =>
      webhookDefects`
      delivered.${name}/never | Nothing is delivered about the category ${category}
        | ${keptBack((event) => event.category === category)}
    `,
  ),
  ...webhookDefects`
    delivered.recipient/never-for-crypto | Nothing is delivered about crypto recipients
      | ${keptBack((event) => event.category === "Recipient" && concernsCrypto(event))}
    body.json/cut | The last characters of the body are missing | ${sentAs((text) => text.slice(0, -2))}
    body.json/empty | Deliveries have no body | ${sentAs(() => "")}
    body.json/single-quotes | The body has single quotes for double ones
      | ${sentAs((text) => text.replaceAll('"', "'"))}
    body.json/form | The body is a form with the JSON in a field
      | ${sentAs((text) => new URLSearchParams({ payload: text }).toString())}
    envelope.data/encoded-twice | The body is a JSON string that holds JSON | ${sentAs((text) => JSON.stringify(text))}
    body.mediaType/text | The body is called text/plain | ${withMediaType("text/plain")}
    body.mediaType/form | The body is called a form | ${withMediaType("application/x-www-form-urlencoded")}
    envelope.data/missing | The envelope comes without the data object | ${withData({})}
    envelope.data/null | The data object is null | ${withData(null)}
    envelope.data/text | A text stands for the data object | ${withData("see the detail")}
  `,
];
