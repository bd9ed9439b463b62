// This suite beside its peers, on the sandbox: how many defects each tool catches, how many of them on the operation that
// has the defect, and on how many conforming services it reports what it does not report on the sandbox as it is.
// Every tool is given the OpenAPI document that this suite observed of the sandbox, and the same budget as nearly as its
// options allow. Usage, after `npm run build`:
//   node bench/peers/run.mjs [--budget smoke|standard] [--most N] [--schemathesis COMMAND] [--specmatic JAR] [--write FILE]
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startSandbox } from "../../dist/sandbox/server.js";
import {
  choicesText,
  concernsDeliveriesOnly,
  isSlow,
  sandboxDefects,
  singleChoices,
} from "../../dist/selftest/services.js";
import { observedContract, ppconform, schemathesis, specmatic } from "./tools.mjs";

const { values } = parseArgs({
  options: {
    budget: { type: "string", default: "smoke" },
    most: { type: "string", default: "40" },
    schemathesis: { type: "string" },
    specmatic: { type: "string" },
    write: { type: "string" },
  },
});
const most = Number(values.most);
const TOOLS = {
  ppconform,
  ...(values.schemathesis === undefined ? {} : { Schemathesis: schemathesis(values.schemathesis) }),
  ...(values.specmatic === undefined ? {} : { Specmatic: specmatic(values.specmatic) }),
};

/** Every so many of a list, so that `most` of them are left: like stands beside like. */
function spread(list) {
  const step = Math.max(1, list.length / most);
  return list.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

const defects = spread(
  sandboxDefects().filter(({ operation, family }) => operation !== "webhooks" && family !== "unsteady"),
);
const behaviours = spread(
  singleChoices().filter(
    (choices) => Object.keys(choices).length > 0 && !concernsDeliveriesOnly(choices) && !isSlow(choices),
  ),
).slice(0, Math.ceil(most / 2));

async function onSandbox(options, work) {
  const sandbox = await startSandbox(options);
  try {
    return await work({ baseUrl: sandbox.baseUrl, credentials: sandbox.credentials });
  } finally {
    await sandbox.close();
  }
}

/** All tools on one deployment, one after the other. */
async function tried(deployment) {
  const results = {};
  for (const [name, tool] of Object.entries(TOOLS)) results[name] = await tool(deployment, values.budget);
  return results;
}

const score = Object.fromEntries(
  Object.keys(TOOLS).map((name) => [name, { caught: 0, rightOperation: 0, alarms: 0, requests: [], cpu: [] }]),
);
let contract = "";
let before = {};
await onSandbox({}, async (deployment) => {
  contract = await observedContract(deployment);
  before = await tried({ ...deployment, contract });
});

/** What a tool reports here and does not report on the sandbox as it is. */
function news(name, { found }) {
  return [...found].filter((each) => !before[name].found.has(each));
}

for (const { id, operation } of defects) {
  const results = await onSandbox({ defects: [id] }, (deployment) => tried({ ...deployment, contract }));
  const by = [];
  for (const [name, result] of Object.entries(results)) {
    const found = news(name, result);
    const right = found.some((each) => each.startsWith(`${operation}: `));
    score[name].caught += found.length > 0 ? 1 : 0;
    score[name].rightOperation += right ? 1 : 0;
    score[name].requests.push(result.requests);
    score[name].cpu.push(result.cpu);
    if (right) by.push(name);
  }
  console.log(`defect ${id}: ${by.join(", ") || "nobody"}`);
}
for (const choices of behaviours) {
  const results = await onSandbox({ behaviours: choices }, async (deployment) =>
    tried({ ...deployment, contract: await observedContract(deployment) }),
  );
  const by = Object.entries(results).filter(([name, result]) => news(name, result).length > 0);
  for (const [name] of by) score[name].alarms += 1;
  console.log(`behaviour ${choicesText(choices)}: ${by.map(([name]) => name).join(", ") || "nobody"}`);
}

const middle = (list) => list.toSorted((left, right) => left - right)[Math.floor(list.length / 2)] ?? 0;
const rows = Object.entries(score).map(([name, { caught, rightOperation, alarms, requests, cpu }]) =>
  [
    name,
    `${caught} of ${defects.length}`,
    `${rightOperation}`,
    before[name].found.size,
    `${alarms} of ${behaviours.length}`,
    middle(requests),
    middle(cpu).toFixed(1),
  ].join(" | "),
);
const table = [
  `| ${values.budget} | defects caught | on the right operation | findings on the sandbox as it is | conforming services with more | requests | CPU seconds |`,
  "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
  ...rows.map((row) => `| ${row} |`),
].join("\n");
console.log(`\n${table}`);
if (values.write !== undefined) appendFileSync(values.write, `\n${table}\n`);
