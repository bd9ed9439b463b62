// Throughput of a whole run against that of a bare undici loop which sends the very same requests with the same
// concurrency to the same sandbox process, which takes partner ids twice, so that both get the same answers: refused
// requests are cheaper. The first round only warms both up. A latency of 20 ms is that of a target which is not on this
// machine. The processor time of this process is told beside the rates: it says the same on a busy machine. Usage: npm run build && node bench/run.mjs [rounds] [none|20ms]
import { Pool } from "undici";
import { credentialHeaders } from "../dist/client/credentials.js";
import { sandboxDeployment } from "../dist/engine/settings/deployment.js";
import { startEmbeddedSandbox } from "../dist/sandbox/embedded.js";
import { runSuite } from "../dist/suites/run.js";

const rounds = Number(process.argv[2] ?? 5);
const latency = process.argv[3] ?? "none";
const CONCURRENCY = 16;

/** Milliseconds of processor time that this process takes for some work. */
async function timed(work) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ...result, processor: (user + system) / 1000 };
}

/** Runs the suite once and keeps what it sent, and what came back. */
async function suiteRound(baseUrl, credentials, seed) {
  const exchanges = [];
  const { report } = await runSuite({
    baseUrl,
    credentials,
    seed,
    concurrency: CONCURRENCY,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  return { rate: exchanges.length / (report.run.durationMs / 1000), exchanges };
}

/** Sends the same requests with nothing around them; also tells the share that was answered with another status. */
async function bareRound(baseUrl, credentials, exchanges) {
  const pool = new Pool(baseUrl, { connections: CONCURRENCY, pipelining: 1 });
  let next = 0;
  let otherwise = 0;
  const started = performance.now();
  const worker = async () => {
    for (let exchange = exchanges[next++]; exchange !== undefined; exchange = exchanges[next++]) {
      const request = exchange.wire;
      const { headers = {} } = credentialHeaders(request.credentials, credentials) ?? {};
      const answer = await pool.request({
        method: request.method,
        path: request.path,
        headers: { ...request.headers, ...headers },
        body: request.body,
      });
      await answer.body.text();
      if (answer.statusCode !== exchange.response?.status) otherwise += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return { rate: exchanges.length / seconds, otherwise: otherwise / exchanges.length };
}

const sandbox = await startEmbeddedSandbox({ seed: 42, behaviours: { duplicatePartnerId: "accepted", latency } });
const { credentials } = sandboxDeployment(sandbox);
const ratios = [];
const shares = [];
for (let round = 0; round <= rounds; round++) {
  const suite = await timed(() => suiteRound(sandbox.baseUrl, credentials, 100 + round));
  const bare = await timed(() => bareRound(sandbox.baseUrl, credentials, suite.exchanges));
  if (round === 0) continue;
  const ratio = suite.rate / bare.rate;
  const share = bare.processor / suite.processor;
  ratios.push(ratio);
  shares.push(share);
  const words = [
    `round ${round}: suite ${Math.round(suite.rate)} requests/s`,
    `bare undici loop ${Math.round(bare.rate)} requests/s`,
    `ratio ${ratio.toFixed(2)}, of processor time ${share.toFixed(2)}`,
    `${(bare.otherwise * 100).toFixed(1)} % answered with another status`,
  ];
  console.log(words.join(", "));
}
await sandbox.close();
const median = (values) => (values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0).toFixed(2);
console.log(`median ratio ${median(ratios)}, of processor time ${median(shares)}, over ${rounds} rounds`);
