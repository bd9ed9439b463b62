/** What is wrong on the command line is refused with one message and exit code 2, before anything is sent. */
import { expect, test, vi } from "vitest";
import { explanationText } from "../../cli/explain.js";
import { closedPort, expectRefusal, inTurn, PATIENCE, startRecorder } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const KEYS = { CONFORMANCE_API_KEY: "key-of-the-test", CONFORMANCE_API_SECRET: "secret-of-the-test" };

/** A word may be empty, and ␣ is a blank in it. */
test.concurrent.each<[words: string, ...texts: string[]]>([
  ["rnu", "Unknown command 'rnu'", "Did you mean run?"],
  ["run --chek x", "Unknown option '--chek'", "Did you mean --check?", "ppconform run --help"],
  ["run --proxy=http://127.0.0.1:1", '--proxy is now set in ppconform.config.yaml, as "proxy: <url>".'],
  ["replay --ca a.pem", '--ca is now set in ppconform.config.yaml, as "ca: <file>".'],
  ["run --base-url", "Option '--base-url <url>' argument missing"],
  [
    "run https://a.example",
    '"https://a.example" is one argument too many',
    "Did you mean --base-url https://a.example?",
  ],
  ["run listBalances", '"listBalances" is one argument too many', "Did you mean --operation listBalances?"],
  ["run profil", '"profil" is one argument too many', "Did you mean --profile?"],
  ["run --base-url ''", "--base-url is empty", "like https://api.example.com"],
  ["run --base-url api.example.com", '"api.example.com"', "http:// or https://"],
  ["run --base-url localhost:4010", '"localhost:4010"', "http:// or https://"],
  ["run --base-url ftp://api.example.com", '"ftp://api.example.com"', "only http and https"],
  ["run --base-url http://a␣b", '"http://a b"', "leave out white space"],
  ["run --base-url http://127.0.0.1:99999", '"http://127.0.0.1:99999"', "not a URL"],
  ["run --base-url http://a.example/?b=1", '"http://a.example/?b=1"', "from ? or # on"],
  ["run --operation updateRecipeint", "--operation updateRecipeint", "Did you mean updateRecipient?"],
  ["run --profile smok", "--profile smok", "Did you mean smoke?", "smoke, standard, deep"],
  ["run --check updateRecipient/auth/nokey", "nokey matches no check", "updateRecipient/auth/no-key"],
  ["run --check updateRecipient/refuses/swift", "the nearest is updateRecipient/refuses/payment_details.bank"],
  ["run --check *no-such-thing*", "--check *no-such-thing* matches no check", '"ppconform list"'],
  ["run --check listBalances", "--check listBalances is an operation", "'listBalances/*'"],
  ["run --exclude webhook", "--exclude webhook matches no check; the nearest is webhooks.", '"ppconform list"'],
  ["run --exclude listBalances/auth/nokey", "the nearest is listBalances/auth/no-key."],
  ["run --exclude listBalances/auth/neither#0", "--exclude listBalances/auth/neither#0 names a case"],
  ["run --quiet --verbose", "'--quiet' cannot be used with option '--verbose'"],
  ["run --rate 0", "--rate 0: write a number greater than 0."],
  ["run --rate fast", "--rate fast: write a number greater than 0."],
  ["run --rate ''", '--rate "": write a number greater than 0.'],
  ["run --concurrency 0", "--concurrency 0: write a whole number from 1 to 256."],
  ["run --max-requests -5", "--max-requests -5: write a whole number of 1 or more."],
  ["run --max-time 10", "--max-time 10: write a time like 90s, 10m or 1h; 168h at most."],
  ["run --timeout 1.5", "--timeout 1.5: write a whole number from 1 to 600000."],
  ["run --seed 4294967296", "--seed 4294967296: write a whole number from 0 to 4294967295."],
  ["run --shard 3/2", "--shard 3/2: write I/N with I from 1 to N, like 2/4."],
  ["run --operation listBalances --exclude listBalances", "Nothing is left to judge: --exclude leaves out all"],
  ["run --webhook-port 70000", "--webhook-port 70000: write a whole number from 0 to 65535."],
  ["run --fail-on may", "--fail-on may: write one of must, should."],
  ["list listBalances/* nothing/*", "The pattern nothing/* matches no check"],
  ["help runn", "Unknown command 'runn'. Did you mean run?", '"ppconform help" shows all.'],
  ["explain", "Missing required argument 'id'", "ppconform explain --help"],
  ["explain listBalances/auth/nokey", "Nothing is called listBalances/auth/nokey", "listBalances/auth/no-key"],
  ["sandbox --behaviour pageBas=0", "pageBas"],
])("ppconform %s is refused with exit code 2", async (line, ...texts) => {
  const words = line.split(" ").map((word) => (word === "''" ? "" : word.replace("␣", " ")));
  expectRefusal(await inTurn(words, { environment: { CONFORMANCE_BASE_URL: "sandbox" } }), 2, ...texts);
});

test.concurrent("a password in the address is refused, and shown nowhere", async () => {
  const ended = await inTurn(["run", "--base-url", "https://someone:pa55word@api.example.com"], {
    environment: KEYS,
  });
  expectRefusal(ended, 2, "--base-url holds a user name or a password", "CONFORMANCE_API_KEY");
  expect(ended.stderr).not.toContain("pa55word");
});

test.concurrent.each<[environment: Record<string, string>, texts: string[]]>([
  [{}, ["CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET are not set. Set them"]],
  [{ CONFORMANCE_API_KEY: "a-key" }, ["CONFORMANCE_API_SECRET is not set. Set it"]],
  [{ CONFORMANCE_API_SECRET: "a-secret" }, ["CONFORMANCE_API_KEY is not set. Set it"]],
  [
    { ...KEYS, CONFORMANCE_RESTRICTED_API_KEY: "other" },
    ["Only one of CONFORMANCE_RESTRICTED_API_KEY and CONFORMANCE_RESTRICTED_API_SECRET is set"],
  ],
  [
    { ...KEYS, CONFORMANCE_SECOND_API_KEY: KEYS.CONFORMANCE_API_KEY, CONFORMANCE_SECOND_API_SECRET: "a-secret" },
    ["CONFORMANCE_SECOND_API_KEY is the same as another key. Set the key of another partner, or none."],
  ],
  [{ ...KEYS, CONFORMANCE_API_KEY: "a-key\n" }, ["CONFORMANCE_API_KEY holds a line break"]],
  [{ ...KEYS, CONFORMANCE_API_SECRET: " a-secret" }, ["CONFORMANCE_API_SECRET begins or ends with white space"]],
  [{ ...KEYS, CONFORMANCE_ALLOW_WRITES: "maybe" }, ['CONFORMANCE_ALLOW_WRITES is "maybe". Write true or false.']],
])("with %j in the environment a run is refused with exit code 2, and nothing is sent", async (environment, texts) => {
  const recorder = await startRecorder(200, []);
  const ended = await inTurn(["run", "--base-url", `http://127.0.0.1:${recorder.port}`], { environment });
  expectRefusal(ended, 2, ...texts);
  for (const secret of ["key-of-the-test", "secret-of-the-test", "a-key", "a-secret"]) {
    expect(ended.stderr).not.toContain(secret);
  }
  expect(recorder.methods).toEqual([]);
  await recorder.close();
});

test.concurrent("a misspelt variable does not lead to the sandbox instead of the deployment", async () => {
  const ended = await inTurn(["run"], { environment: { CONFORMANCE_BASE_ULR: "https://api.example.com" } });
  expectRefusal(ended, 2, "The environment sets CONFORMANCE_BASE_ULR", "Did you mean CONFORMANCE_BASE_URL?");
});

test.concurrent.each<[environment: Record<string, string>, texts: string[], ...words: string[]]>([
  [{ CI: "true" }, ["CI is set", "CONFORMANCE_BASE_URL=https://…"]],
  [{ CI: "true", GITHUB_ACTIONS: "true" }, ["Add CONFORMANCE_BASE_URL: https://… to the env of the job"]],
  [{ CI: "true", GITLAB_CI: "true" }, ["to the variables of the job"]],
  [{ CI: "true", CONFORMANCE_BASE_URL: "" }, ["CONFORMANCE_BASE_URL is empty"]],
  [{ CI: "true", CONFORMANCE_BASE_URL: "" }, ["CONFORMANCE_BASE_URL is empty"], "--else-sandbox"],
  [KEYS, ["CONFORMANCE_API_KEY is set, but no address", "--base-url sandbox"]],
  [KEYS, ["CONFORMANCE_API_KEY is set, but no address"], "--else-sandbox"],
  [{ CONFORMANCE_WEBHOOK_SECRET: "x" }, ["CONFORMANCE_WEBHOOK_SECRET is set, but no address"]],
])(
  "a gate with %j and no address is not green on the sandbox: the line to add is told",
  async (environment, texts, ...words) => {
    expectRefusal(await inTurn(["run", ...words], { environment }), 2, ...texts);
  },
);

test.concurrent("CONFORMANCE_ALLOW_WRITES=maybe is wrong at the sandbox, too", async () => {
  const ended = await inTurn(["run"], {
    environment: { CONFORMANCE_BASE_URL: "sandbox", CONFORMANCE_ALLOW_WRITES: "maybe" },
  });
  expectRefusal(ended, 2, 'CONFORMANCE_ALLOW_WRITES is "maybe"');
});

test.concurrent("a host that does not answer ends a run with exit code 3", async () => {
  const address = `http://127.0.0.1:${await closedPort()}`;
  const ended = await inTurn(["run", "--base-url", address], { environment: KEYS });
  expectRefusal(ended, 3, `${address} cannot be reached`, "ECONNREFUSED", "--base-url");
});

test.concurrent("credentials that are refused everywhere end a run with exit code 3", async () => {
  const recorder = await startRecorder(401, { errors: [{ detail: "no", code: "UNAUTHORIZED" }] });
  const ended = await inTurn(["run"], {
    environment: { ...KEYS, CONFORMANCE_BASE_URL: `http://127.0.0.1:${recorder.port}` },
  });
  expectRefusal(ended, 3, "refuses the credentials", "401", "CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET");
  expect(new Set(recorder.methods)).toEqual(new Set(["GET"]));
  await recorder.close();
});

test.each([
  ["unknown.listTransactions.pagebase", "the nearest is unknown.listTransactions.pageBase"],
  ["pageBas", "the nearest is pageBase"],
  ["listBalances", "listBalances is an operation, not a check: \"ppconform list 'listBalances/*'\""],
  ["listBalances/*", "is a pattern, and explain takes one id: \"ppconform list 'listBalances/*'\""],
])("explain %s leads on", (id, text) => {
  expect(() => explanationText(id, 80)).toThrow(text);
});
