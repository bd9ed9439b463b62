// A deployment that is far away: a run, and side by side with it a bare loop of as many requests that wait for nothing but their
// answers. Both go through the proxy of delayed.mjs, sixteen at a time; the loop asks for the balances. One table, a row for each
// delay: the loop and the run, from the first request to the last answer, as ratios to requests ÷ 16 × delay, which is the least.
// Usage: npm run build && node bench/far.mjs [profile] [delays in ms: 20,100,300]
import { Pool } from "undici";
import { credentialHeaders } from "../dist/client/credentials.js";
import { delayedSandbox, lastOf, runThrough } from "./delayed.mjs";

const [profile = "smoke", delays = "20,100,300"] = process.argv.slice(2);
const CONCURRENCY = 16;

/** Milliseconds that as many requests take with nothing around them. */
async function bare({ baseUrl, credentials, takeMoments }, requests) {
  const pool = new Pool(baseUrl, { connections: CONCURRENCY, pipelining: 1 });
  const { headers } = credentialHeaders("valid", credentials);
  let left = requests;
  const sending = async () => {
    while (left-- > 0) await (await pool.request({ method: "GET", path: "/api/balances", headers })).body.dump();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sending));
  await pool.close();
  const moments = takeMoments();
  return lastOf(moments) - moments[0].from;
}

console.log(`${profile.padEnd(9)} requests  at least   loop    run  run : loop  start s  end s  processor s`);
for (const delay of delays.split(",").map(Number)) {
  const sandbox = await delayedSandbox(delay);
  const { began, over, first, last, moments, usage } = await runThrough(sandbox, ["--profile", profile]);
  const loop = await bare(sandbox, moments.length);
  await sandbox.close();
  const least = (moments.length / CONCURRENCY) * delay;
  const cells = [
    `${delay} ms`.padEnd(9),
    String(moments.length).padStart(8),
    `${(least / 1000).toFixed(1)} s`.padStart(9),
    (loop / least).toFixed(2).padStart(6),
    ((last - first) / least).toFixed(2).padStart(6),
    ((last - first) / loop).toFixed(2).padStart(11),
    ((first - began) / 1000).toFixed(2).padStart(8),
    ((over - last) / 1000).toFixed(2).padStart(6),
    ((usage.user + usage.system) / 1000).toFixed(2).padStart(12),
  ];
  console.log(cells.join(" "));
}
