/** What a body can be. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { always, answers, endlessly, type HostileTarget, spoiltBalances } from "../target.js";

const OF_BOMB = 96 * 1024 * 1024;
const WALLET =
  '"status":"active","total_amount":1,"available_amount":1,"currency":"USDT","network":"ETH","currency_type":"crypto"';

/** What is about the body alone spoils one operation, and no other. */
function spoiling(
  name: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  exitCode: 0 | 1 | 3 = 1,
  says?: RegExp,
): HostileTarget {
  return {
    ...(says === undefined ? {} : { says }),
    name,
    serve: spoiltBalances({ status: 200, body, headers: { "content-type": "application/json", ...headers } }),
    exitCode,
    operations: ["listBalances", "getTransferDetail"],
    unspoilt: "getTransferDetail",
  };
}

export const BODIES: readonly HostileTarget[] = [
  {
    name: "a gzip bomb",
    serve: () => always(200, gzipSync(Buffer.alloc(OF_BOMB, "[")), { "content-encoding": "gzip" })(),
    exitCode: 3,
  },
  {
    name: "a gzip bomb in a gzip bomb",
    serve: () => always(200, gzipSync(gzipSync(Buffer.alloc(OF_BOMB, "["))), { "content-encoding": "gzip, gzip" })(),
    exitCode: 3,
  },
  {
    name: "a Brotli bomb",
    serve: () =>
      always(200, brotliCompressSync(Buffer.alloc(OF_BOMB, "["), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), {
        "content-encoding": "br",
      })(),
    exitCode: 3,
  },
  { name: "a gzip body that is none", serve: always(200, "[]", { "content-encoding": "gzip" }), exitCode: 3 },
  {
    name: "bytes that are no UTF-8",
    serve: always(
      200,
      Buffer.from([0x5b, 0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d, 0x5d]),
    ),
    exitCode: 1,
  },
  { name: "forty encodings", serve: always(200, "[]", { "content-encoding": "gzip, ".repeat(40) }), exitCode: 3 },
  {
    name: "a hundred megabytes of JSON",
    serve: answers((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": String(100 * 1024 * 1024) });
      response.write("[");
      endlessly(response, `{${WALLET}},`.repeat(500));
    }),
    exitCode: 3,
  },
  spoiling("100,000 levels of JSON", "[".repeat(100_000) + "]".repeat(100_000)),
  spoiling("characters that are none", '[{"status":"\u00e9\ufffd\ufffe","currency":"\uffff"}]'),
  spoiling("truncated JSON", `[{${WALLET}},{"status":"act`),
  spoiling(
    "10,000 members",
    `[{${WALLET}${Array.from({ length: 10_000 }, (_, index) => `,"m${index}":0`).join("")}}]`,
    {},
    0,
  ),
  spoiling(
    "JSON of five megabytes",
    `[{${WALLET}}${`,{${WALLET}}`.repeat(45_000)}]`,
    {},
    3,
    /listBalances could not be judged \(an answer is longer than what\s+is read of it\)/,
  ),
  spoiling("members twice", `[{"status":"inactive",${WALLET},"currency":"USDX"}]`),
  spoiling(
    "names that objects have of their own",
    `[{"__proto__":{"status":"active"},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2,"status":7}]`,
  ),
  spoiling("numbers beyond double", `[{${WALLET.replace('"total_amount":1', `"total_amount":1e400`)}}]`, {}, 0),
  spoiling(
    "a number of a million digits",
    `[{${WALLET.replace('"total_amount":1', `"total_amount":${"9".repeat(1_000_000)}`)}}]`,
    {},
    0,
  ),
  spoiling("lone surrogates", `[{${WALLET.replace('"active"', '"\\ud800\\udfff\\udc00"')}}]`),
  spoiling("control characters", `[{${WALLET.replace('"active"', '"\\u0000\\u001b[2J\\u202e"')}}]`),
  spoiling("script", `[{${WALLET.replace('"active"', '"</script><script>alert(1)</script>]]>"')}}]`),
  // That bodies are JSON implies the media type, and what is implied is a warning.
  spoiling("another media type", `[{${WALLET}}]`, { "content-type": "application/octet-stream" }, 0),
  spoiling("HTML", "<!doctype html><h1>Welcome</h1>", { "content-type": "text/html" }),
  spoiling("an empty body", ""),
];
