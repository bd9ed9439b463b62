/** Every command: its place in the help, what it does, and how it is called. */
import type { Entry } from "./entry.js";

/** Commands under one heading of the help, by name. */
const under = (group: Entry["group"], entries: Readonly<Record<string, Omit<Entry, "name" | "group">>>): Entry[] =>
  Object.entries(entries).map(([name, entry]) => ({ name, group, ...entry }));

export const COMMANDS: readonly Entry[] = [
  ...under("Judge:", {
    run: {
      summary: "judge a deployment, or the embedded sandbox",
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
    "check-traffic": {
      summary: "judge recorded traffic (HAR), sending nothing",
      examples: [["ppconform check-traffic traffic.har --base-url https://sandbox.example"]],
      load: async () => (await import("./checkTraffic.js")).checkTrafficCommand(),
    },
    proxy: {
      summary: "judge the traffic of an integration while it is developed",
      examples: [["ppconform proxy --target https://sandbox.example --har traffic.har"]],
      load: async () => (await import("./proxy.js")).proxyCommand(),
    },
    replay: {
      summary: "send the findings of a report again",
      examples: [["ppconform replay", "all findings of the last report"], ["ppconform replay F1 F3"]],
      load: async () => (await import("./replay.js")).replayCommand(),
    },
    merge: {
      summary: "combine the reports of all shards into one",
      examples: [["ppconform merge shard-1 shard-2 shard-3 --report-dir reports"]],
      load: async () => (await import("./merge.js")).mergeCommand(),
    },
  }),
  ...under("Inspect:", {
    list: {
      summary: "list the checks",
      examples: [["ppconform list"], ["ppconform list '*/refuses/*post_code*' --json"]],
      load: async () => (await import("./list.js")).listCommand(),
    },
    explain: {
      summary: "explain a check, a rule, an unknown, a conflict, a defect or a behaviour",
      examples: [["ppconform explain updateRecipient/refuses/address_info.post_code.maxLength"]],
      load: async () => (await import("./explain.js")).explainCommand(),
    },
    compare: {
      summary: "compare the reports of several deployments",
      examples: [
        ["ppconform compare one two three"],
        ["ppconform compare one two three --html compare.html", "as a page, too"],
      ],
      load: async () => (await import("./compare.js")).compareCommand(),
    },
    history: {
      summary: "show what changed on a deployment, and when",
      examples: [["ppconform history reports --html history.html"]],
      load: async () => (await import("./compare.js")).historyCommand(),
    },
    diff: {
      summary: "show the differences between two reports",
      examples: [["ppconform diff sandbox production --exit-code"]],
      load: async () => (await import("./compare.js")).diffCommand(),
    },
    verify: {
      summary: "verify a report without having to trust its author",
      examples: [
        ["ppconform verify conformance-report --max-age 30d"],
        ["ppconform verify conformance-report --plan 1.0.0 --har traffic.har"],
      ],
      load: async () => (await import("./verify.js")).verifyCommand(),
    },
    bundle: {
      summary: "pack a report and all that it was made with into one file",
      examples: [["ppconform bundle conformance-report"]],
      load: async () => (await import("./bundle.js")).bundleCommand(),
    },
    report: {
      summary: "regenerate the report files, also for an interrupted run",
      examples: [["ppconform report conformance-report"]],
      load: async () => (await import("./report.js")).reportCommand(),
    },
    created: {
      summary: "list what runs created on a target",
      examples: [["ppconform created conformance-report/created.ndjson"]],
      load: async () => (await import("./created.js")).createdCommand(),
    },
    openapi: {
      summary: "print the contract as OpenAPI 3.1",
      examples: [
        ["ppconform openapi --output contract.yaml", "as documented"],
        ["ppconform openapi conformance-report", "as a run observed it"],
      ],
      load: async () => (await import("./openapi.js")).openapiCommand(),
    },
  }),
  ...under("Webhooks:", {
    listen: {
      summary: "receive webhooks and judge each one as it comes",
      examples: [["ppconform listen --port 8787 --forward-to http://localhost:3000/webhooks"]],
      load: async () => (await import("./listen.js")).listenCommand(),
    },
    "verify-webhook": {
      summary: "judge webhooks that were saved",
      examples: [
        ["ppconform verify-webhook conformance-report/deliveries.ndjson"],
        ["ppconform verify-webhook body.json --header 'X-Webhook-Signature: 4f2a…'"],
      ],
      load: async () => (await import("./verifyWebhook.js")).verifyWebhookCommand(),
    },
  }),
  ...under("Set up:", {
    init: {
      summary: "write the files that a project keeps: settings, options, answers, a job for CI",
      examples: [["ppconform init --base-url https://sandbox.example --ci github"]],
      load: async () => (await import("./init.js")).initCommand(),
    },
    doctor: {
      summary: "say what is missing for a run",
      examples: [["ppconform doctor"], ["ppconform doctor --webhook-port 8787"]],
      load: async () => (await import("./doctor.js")).doctorCommand(),
    },
    sandbox: {
      summary: "start a sandbox of the service",
      examples: [
        ["ppconform sandbox --port 4010 --print-env", "with its credentials as lines for .env"],
        ["ppconform sandbox --behaviour pageBase=0 --instant", "as a service that decides differently"],
      ],
      load: async () => (await import("./sandbox.js")).sandboxCommand(),
    },
    completion: {
      summary: "print completions for bash, zsh or fish",
      examples: [
        ["source <(ppconform completion bash)", "in ~/.bashrc; likewise for zsh, in ~/.zshrc"],
        ["ppconform completion fish > ~/.config/fish/completions/ppconform.fish"],
      ],
      load: async () => (await import("./completion.js")).completionCommand(COMMANDS),
    },
    selftest: {
      summary: "measure what the suite catches on its own sandbox",
      examples: [["ppconform selftest --slice"]],
      load: async () => (await import("./selftest.js")).selftestCommand(),
    },
  }),
];
