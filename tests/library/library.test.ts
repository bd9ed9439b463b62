/** The suite as a library, as programs use it. */
import { createHmac } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { faker as english } from "@faker-js/faker/locale/en";
import { faker as chinese } from "@faker-js/faker/locale/zh_CN";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import {
  arbitraries,
  check,
  type OwnCheckOptions,
  REPORT_FORMATS,
  run,
  sending,
  startSandbox,
  validators,
  verifyWebhook,
} from "../../index.js";
import { emptyFolder } from "../files.js";

const BODIES = ["createRecipient", "updateRecipient", "createCustomer", "uploadFile"] as const;

const sandbox = await startSandbox({ defects: ["listBalances/response/[].status.present/missing"] });
afterAll(() => sandbox.close());

test("a run needs nothing but a target, and gives a typed report", async () => {
  const report = await run({ target: sandbox, checks: ["listBalances/response/*"], failOn: "should" });
  expect(report.exitCode).toBe(1);
  const [warned] = report.checks.filter(({ verdict }) => verdict === "warning");
  expect(warned?.id).toBe("listBalances/response/[].status.present");
});

test("without a target nothing is run: the sandbox has to be asked for", async () => {
  vi.stubEnv("CONFORMANCE_BASE_URL", "");
  await expect(run()).rejects.toThrow('target: "sandbox"');
});

test("checks of one's own are judged beside ours, per answer and with cases", async () => {
  const perAnswer = check("listBalances/response/own.total", {
    rule: "A wallet has a total amount.",
    sends: "every request",
    expects: "total_amount in each wallet",
    judge: ({ status, body }) =>
      status !== 200 || !Array.isArray(body) ? undefined : body.every((wallet) => "total_amount" in wallet),
  });
  const withCases = check("updateRecipient/refuses/own.website", {
    rule: "A website is reached by https.",
    level: "should",
    section: "house rules",
    sends: "an update with a website of plain http",
    expects: "a refusal",
    cases: ({ templates }) =>
      templates.updateRecipient.slice(0, 1).map((template) =>
        sending({
          tier: 0,
          template,
          edit: { kind: "set", at: ["website"], value: "http://shop.example.com" },
          expect: { kind: "refuse" },
          message: "A website of plain http is taken",
        }),
      ),
  });
  const reportDir = emptyFolder();
  const options = { target: sandbox, checks: ["*own.*"], ownChecks: [perAnswer, withCases], reportDir };
  const report = await run(options);
  const judged = report.checks.map(({ id, verdict, section }) => [id, verdict, section]);
  expect(judged).toEqual([
    ["updateRecipient/refuses/own.website", "warning", "house rules"],
    ["listBalances/response/own.total", "pass", "own"],
  ]);
  expect(REPORT_FORMATS.filter(({ file }) => !existsSync(join(reportDir, file)))).toEqual([]);
  expect(readdirSync(reportDir)).not.toContain("results.ndjson");
});

test.each(BODIES)("arbitraries of %s keep every rule, or break the one that they name", (operation) => {
  fc.assert(
    fc.property(arbitraries[operation](), (body) => {
      expect(validators.request(operation, body)).toEqual([]);
    }),
    { numRuns: 50, seed: 1 },
  );
  fc.assert(
    fc.property(arbitraries.broken(operation), ({ body, field, keyword }) => {
      expect(validators.request(operation, body).map((breach) => `${breach.path} ${breach.keyword}`)).toContain(
        `${field} ${keyword}`,
      );
    }),
    { numRuns: 50, seed: 1 },
  );
});

test("validators name what an answer breaks", () => {
  expect(validators.response("listBalances", [{ status: "open" }]).map(({ path, keyword }) => [path, keyword])).toEqual(
    [["[].status", "enum"]],
  );
  expect(validators.error({ errors: [{ detail: "no", code: "NO" }] })).toEqual([]);
});

test("a delivery is verified by its bytes and the secret", () => {
  const body = JSON.stringify({ type: "recipient.active", data: { recipient_id: "rcp_1", status: "active" } });
  const signature = createHmac("sha256", "s3cret").update(body).digest("hex");
  const headers = { "X-Webhook-Signature": signature };
  expect(verifyWebhook({ body, headers }, { secret: "s3cret" })).toMatchObject({
    valid: true,
    category: "Recipient",
    data: { recipient_id: "rcp_1" },
  });
  expect(verifyWebhook({ body: `${body} `, headers }, { secret: "s3cret" })).toMatchObject({ valid: false });
  expect(verifyWebhook({ body, headers: {} }, { secret: "s3cret" })).toMatchObject({ valid: false });
});

test("whoever uses faker draws his own values, whatever the library makes up in between", () => {
  const drawn = (...between: readonly (() => void)[]) => {
    english.seed(7);
    chinese.seed(7);
    const draw = () => [english.string.uuid(), chinese.person.fullName()];
    const first = draw();
    for (const work of between) work();
    return [...first, ...draw()];
  };
  const makeUp = () => void fc.sample(arbitraries.createCustomer(), 3);
  expect(drawn(makeUp)).toEqual(drawn());
  expect(new Set(drawn(makeUp)).size).toBe(4);
});

const WORDS: OwnCheckOptions = { rule: "It holds.", sends: "every request", expects: "nothing", judge: () => true };

test.each([
  ["no rule", { rule: undefined }, 'The check listBalances/response/own.x has no rule: write rule: "What must hold'],
  ["nothing to judge by", { judge: undefined }, "has neither judge nor cases"],
  ["an option that there is not", { expect: "x" }, "has no option expect; the nearest is expects."],
  ["an async judge", { judge: async () => true }, "The judge of listBalances/response/own.x cannot be called"],
])("a check with %s is refused with what to write", (_, changes, text) => {
  expect(() => check("listBalances/response/own.x", Object.assign({ ...WORDS }, changes))).toThrow(text);
});

test("what failed is sent first the next time, where a folder keeps it", async () => {
  const check = "createRecipient/refuses/address_info.city.maxLength";
  const faulty = await startSandbox({ defects: [`${check}/one-more`] });
  const sent: string[] = [];
  const options = {
    target: faulty,
    profile: "smoke" as const,
    checks: ["createRecipient/refuses/*"],
    corpus: join(emptyFolder(), "corpus"),
    // Its control goes before it.
    onCase: (_: unknown, id: string) => void (id.includes("/control.") || sent.push(id.replace(/#.*/, ""))),
  };
  await run(options);
  expect(sent[0]).not.toBe(check);
  sent.length = 0;
  await run(options);
  await faulty.close();
  expect(sent[0]).toBe(check);
});

test("an option that is misspelt runs nothing, and the nearest one is named", async () => {
  const slip = { operation: ["listBalances"] };
  await expect(run({ target: sandbox, ...slip })).rejects.toThrow(
    /^run has no option operation; the nearest is operations\. The choices are target, /,
  );
});

test.each([
  [
    "throws",
    () => {
      throw new TypeError("no such member");
    },
    /^its judge threw TypeError: no such member, at \S*library\.test\.ts:\d+:\d+$/,
  ],
  ["gives a promise", () => Promise.resolve(true), /^its judge cannot be called: it returns a promise/],
])("a judge that %s is an error of the check, and of no other one", async (_, judge, reason) => {
  // As a program without types has it.
  const broken = check("listBalances/response/own.broken", Object.assign({ ...WORDS }, { judge }));
  const report = await run({ target: sandbox, checks: ["*own.*", "listBalances/auth/no-key"], ownChecks: [broken] });
  expect(report).toMatchObject({ exitCode: 4, outcome: "error" });
  const judged = report.checks.map(({ id, verdict, reason: why }) => [id, verdict, why]);
  expect(judged).toContainEqual(["listBalances/response/own.broken", "error", expect.stringMatching(reason)]);
  expect(judged).toContainEqual(["listBalances/auth/no-key", "pass", undefined]);
});
