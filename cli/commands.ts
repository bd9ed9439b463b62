/** Every command: where it stands in the help, what it does, and how it is called. */
import type { Entry } from "./entry.js";

/** Every command, in the order in which they are listed. */
export const COMMANDS: readonly Entry[] = [
  {
    name: "run",
    summary: "judge a deployment, or the embedded sandbox",
    group: "Judge:",
    examples: [
      ["ppconform run --base-url sandbox", "judge the embedded sandbox"],
      ["ppconform run --base-url https://sandbox.example", "judge a deployment, reading only"],
      ["ppconform run --allow-writes --rate 20", "judge all of it, at 20 requests a second"],
      ["ppconform run --allow-writes --dry-run", "print what that would send and create"],
      ["ppconform run --max-time 10m --corpus corpus", "run for ten minutes, previous failures first"],
      ["ppconform run --operation updateRecipient --check '*post_code*'", "judge a part"],
      ["ppconform run --baseline baseline.yaml --update-baseline", "accept current findings, report new ones"],
    ],
    load: async () => (await import("./runCommand.js")).runCommand(),
  },
  {
    name: "check-traffic",
    summary: "judge recorded traffic (HAR), sending nothing",
    group: "Judge:",
    examples: [["ppconform check-traffic traffic.har --base-url https://sandbox.example"]],
    load: async () => (await import("./checkTraffic.js")).checkTrafficCommand(),
  },
  {
    name: "replay",
    summary: "send the findings of a report again",
    group: "Judge:",
    examples: [
      ["ppconform replay conformance-report/report.json", "all findings"],
      ["ppconform replay conformance-report/report.json F1 F3"],
    ],
    load: async () => (await import("./replay.js")).replayCommand(),
  },
  {
    name: "merge",
    summary: "make one report of the reports of all shards",
    group: "Judge:",
    examples: [["ppconform merge shard-1 shard-2 shard-3 --report-dir reports"]],
    load: async () => (await import("./merge.js")).mergeCommand(),
  },
  {
    name: "list",
    summary: "list the checks",
    group: "Inspect:",
    examples: [["ppconform list"], ["ppconform list '*/refuses/*post_code*' --json"]],
    load: async () => (await import("./list.js")).listCommand(),
  },
  {
    name: "explain",
    summary: "explain a check, a rule, an unknown, a conflict, a defect or a behaviour",
    group: "Inspect:",
    examples: [["ppconform explain updateRecipient/refuses/address_info.post_code.maxLength"]],
    load: async () => (await import("./explain.js")).explainCommand(),
  },
  {
    name: "diff",
    summary: "show the differences between two reports",
    group: "Inspect:",
    examples: [["ppconform diff sandbox/report.json production/report.json --exit-code"]],
    load: async () => (await import("./diff.js")).diffCommand(),
  },
  {
    name: "report",
    summary: "regenerate the report files, also for an interrupted run",
    group: "Inspect:",
    examples: [["ppconform report conformance-report"]],
    load: async () => (await import("./report.js")).reportCommand(),
  },
  {
    name: "created",
    summary: "list what runs created on a target",
    group: "Inspect:",
    examples: [["ppconform created conformance-report/created.ndjson"]],
    load: async () => (await import("./created.js")).createdCommand(),
  },
  {
    name: "openapi",
    summary: "print the contract as OpenAPI 3.1",
    group: "Inspect:",
    examples: [
      ["ppconform openapi --output contract.yaml", "as documented"],
      ["ppconform openapi conformance-report/report.json", "as a run observed it"],
    ],
    load: async () => (await import("./openapi.js")).openapiCommand(),
  },
  {
    name: "listen",
    summary: "receive webhooks and judge each one as it comes",
    group: "Webhooks:",
    examples: [["ppconform listen --port 8787 --forward-to http://localhost:3000/webhooks"]],
    load: async () => (await import("./listen.js")).listenCommand(),
  },
  {
    name: "verify-webhook",
    summary: "judge webhooks that were saved",
    group: "Webhooks:",
    examples: [
      ["ppconform verify-webhook conformance-report/deliveries.ndjson"],
      ["ppconform verify-webhook body.json --header 'X-Webhook-Signature: 4f2a…'"],
    ],
    load: async () => (await import("./verifyWebhook.js")).verifyWebhookCommand(),
  },
  {
    name: "init",
    summary: "write the files that a project keeps: settings, options, answers, a job for CI",
    group: "Set up:",
    examples: [["ppconform init --base-url https://sandbox.example --ci github"]],
    load: async () => (await import("./init.js")).initCommand(),
  },
  {
    name: "doctor",
    summary: "say what is missing for a run",
    group: "Set up:",
    examples: [["ppconform doctor"], ["ppconform doctor --webhook-port 8787"]],
    load: async () => (await import("./doctor.js")).doctorCommand(),
  },
  {
    name: "sandbox",
    summary: "start a sandbox of the service",
    group: "Set up:",
    examples: [
      ["ppconform sandbox --port 4010 --print-env", "with its credentials as lines for .env"],
      ["ppconform sandbox --behaviour pageBase=0 --instant", "as a service that decides differently"],
    ],
    load: async () => (await import("./sandbox.js")).sandboxCommand(),
  },
  {
    name: "completion",
    summary: "print completions for bash, zsh or fish",
    group: "Set up:",
    examples: [
      ["source <(ppconform completion bash)", "in ~/.bashrc; zsh alike, in ~/.zshrc"],
      ["ppconform completion fish > ~/.config/fish/completions/ppconform.fish"],
    ],
    load: async () => (await import("./completion.js")).completionCommand(COMMANDS),
  },
  {
    name: "selftest",
    summary: "measure what the suite catches on its own sandbox",
    group: "Set up:",
    examples: [["ppconform selftest --slice"]],
    load: async () => (await import("./selftest.js")).selftestCommand(),
  },
];
