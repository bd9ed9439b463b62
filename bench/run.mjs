// Throughput of a run against that of a bare undici loop which sends the very same requests with the same concurrency,
// side by side on the same sandbox process, in alternating rounds. Usage: npm run build && node bench/run.mjs [rounds]
import { Pool } from "undici";
import { credentialHeaders } from "../dist/client/credentials.js";
import { startEmbeddedSandbox } from "../dist/sandbox/embedded.js";
import { runSuite } from "../dist/suites/run.js";

const rounds = Number(process.argv[2] ?? 3);
const CONCURRENCY = 16;

/** Runs the suite once and keeps what it sent. */
async function suiteRound() {
  const sandbox = await startEmbeddedSandbox({ seed: 42 });
  const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret } = sandbox.credentials;
  const credentials = { apiKey, apiSecret, restricted: { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret } };
  const requests = [];
  const { report } = await runSuite({
    baseUrl: sandbox.baseUrl,
    kind: "remote",
    credentials,
    profile: "standard",
    seed: 42,
    concurrency: CONCURRENCY,
    timeoutMs: 15_000,
    noWrites: null,
    apiVersion: null,
    transferId: null,
    depositId: null,
    operations: [],
    checks: [],
    shard: null,
    failOn: "must",
    requireComplete: false,
    journalFile: null,
    reportFile: "report.json",
    onExchange: (exchange) => requests.push(exchange.wire),
  });
  await sandbox.close();
  return { rate: requests.length / (report.run.durationMs / 1000), requests, credentials };
}

/** Sends the same requests with nothing around them. */
async function bareRound(requests, credentials) {
  const sandbox = await startEmbeddedSandbox({ seed: 42 });
  const pool = new Pool(sandbox.baseUrl, { connections: CONCURRENCY, pipelining: 1 });
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const { headers = {} } = credentialHeaders(request.credentials, credentials) ?? {};
      const answer = await pool.request({
        method: request.method,
        path: request.path,
        headers: { ...request.headers, ...headers },
        body: request.body,
      });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  await sandbox.close();
  return requests.length / seconds;
}

const ratios = [];
for (let round = 1; round <= rounds; round++) {
  const suite = await suiteRound();
  const bare = await bareRound(suite.requests, suite.credentials);
  ratios.push(suite.rate / bare);
  console.log(
    `round ${round}: suite ${Math.round(suite.rate)} requests/s, bare undici loop ${Math.round(bare)} requests/s, ratio ${(suite.rate / bare).toFixed(2)}`,
  );
}
ratios.sort((left, right) => left - right);
console.log(`median ratio ${(ratios[Math.floor(ratios.length / 2)] ?? 0).toFixed(2)} over ${rounds} rounds`);
process.exit(0);
