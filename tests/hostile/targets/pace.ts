/** Targets that ask for pauses, go away and come back. */
import { always, answers, type HostileTarget, spoilt } from "../target.js";

const ERROR = '{"errors":[{"detail":"slow down","code":"SLOW"}]}';
const YEAR = String(365 * 24 * 3600);
const BALANCES = { operations: ["listBalances", "getTransferDetail"], unspoilt: "getTransferDetail" };
const THROTTLED = /kept throttling/;

export const PACE: readonly HostileTarget[] = [
  { name: "429 for ever", serve: always(429, ERROR), exitCode: 3, says: THROTTLED },
  {
    name: "429 for ever, with a pause of a year",
    serve: always(429, ERROR, { "retry-after": YEAR }),
    exitCode: 3,
    says: THROTTLED,
  },
  {
    name: "429 for ever, with a pause of no length",
    serve: always(429, ERROR, { "retry-after": "0" }),
    exitCode: 3,
    says: THROTTLED,
  },
  { name: "503 for ever", serve: always(503, ERROR), exitCode: 3 },
  {
    name: "503 for ever, with a pause of a year",
    serve: always(503, ERROR, { "retry-after": YEAR }),
    exitCode: 3,
    says: THROTTLED,
  },
  ...[
    ["a pause until the end of time, for one operation", "Fri, 31 Dec 9999 23:59:59 GMT"] as const,
    ["a pause of no length for ever, for one operation", "0"] as const,
  ].map(
    ([name, after]): HostileTarget => ({
      name,
      serve: spoilt(() => {
        const never = { status: 429, body: ERROR, headers: { "retry-after": after } };
        return ({ path, number }) => (path.startsWith("/api/balances") && number > 3 ? never : "pass");
      }),
      exitCode: 3,
      says: /kept throttling listBalances/,
      ...BALANCES,
    }),
  ),
  {
    name: "a pause until the end of time, for an operation that was never answered",
    serve: spoilt(() => {
      const never = { status: 429, body: ERROR, headers: { "retry-after": YEAR } };
      return ({ path }) => (path.startsWith("/api/transactions/transfer/receipt") ? never : "pass");
    }),
    exitCode: 3,
    says: /kept throttling getTransferReceipt/,
    operations: ["getTransferReceipt", "getTransferDetail"],
    unspoilt: "getTransferDetail",
  },
  {
    name: "every second request is asked to wait for a year",
    serve: answers((_, response) => {
      throttled = !throttled;
      if (throttled) response.writeHead(429, { "retry-after": YEAR }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end('[{"status":"active"}]');
    }),
    exitCode: 3,
    says: /the request limit was reached/,
    words: ["--max-requests", "12"],
  },
  {
    name: "every third answer is a gateway's",
    serve: spoilt(
      () =>
        ({ number }) =>
          number % 3 === 0 ? { status: 502, body: "<h1>Bad Gateway</h1>" } : "pass",
    ),
    // What is lost before the service is a warning.
    words: ["--fail-on", "should"],
    exitCode: 1,
    operations: BALANCES.operations,
  },
  {
    name: "every third connection is dropped",
    serve: spoilt(
      () =>
        ({ number }) =>
          number % 3 === 0 ? "drop" : "pass",
    ),
    // What is lost before the service is a warning.
    words: ["--fail-on", "should"],
    exitCode: 1,
    operations: BALANCES.operations,
  },
  {
    name: "there at first, and silent afterwards",
    silent: "partly",
    serve: spoilt(() => async ({ number }, pass) => {
      if (number > 40) await new Promise(() => {});
      return pass();
    }),
    exitCode: 3,
    says: /stopped answering/,
  },
];

let throttled = false;
