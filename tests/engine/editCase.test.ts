/** A refused request with an edit: whether it is the edit that is refused, or what else is new in the request. */
import { expect, test } from "vitest";
import type { WireRequest } from "../../client/model.js";
import { sending } from "../../engine/editCase.js";
import { Results } from "../../engine/results.js";
import { createRecipientTemplates } from "../../generators/templates/recipients.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { sessionWith } from "./executing.js";

const CHECK = "createRecipient/accepts/notation";
const CONTENT = "createRecipient/accepts/content";
const [PLAIN] = createRecipientTemplates({
  seed: 42,
  createVersion: null,
  customerVersion: null,
  recipientFiles: [],
  customerFiles: { corporate: [], front: [], back: [] },
});

const nameIn = ({ body }: WireRequest): string => JSON.parse(String(body)).business_name;
const isEdited = ({ headers }: WireRequest): boolean => headers["x-notation"] === "other";

/** What comes of an edit of a header, on a service that refuses some requests; each request has a name of its own. */
async function seenWhere(isRefused: (request: WireRequest) => boolean) {
  if (PLAIN === undefined) throw new Error("no template");
  const name = { at: ["business_name"], text: String(PLAIN.body?.business_name), shape: "characters" } as const;
  const template = { ...PLAIN, freshTexts: [name] };
  const session = sessionWith((request) =>
    exchangeOf(
      isRefused(request)
        ? responseOf({ errors: [{ detail: "No.", code: "INVALID" }] }, 400)
        : responseOf({ ...JSON.parse(String(request.body)), recipient_id: "rcp_1" }),
    ),
  );
  const edit = { kind: "header", name: "x-notation", value: "other" } as const;
  const draft = sending({ tier: 0, template, edit, expect: { kind: "accept" }, message: "The notation is refused" });
  const testCase = draft.make({ check: CHECK, operation: "createRecipient", id: `${CHECK}#0` });
  const results = new Results();
  await testCase.execute(session.begin(testCase, 0, results, new Map()).execution);
  return results;
}

test("a name that is refused without the edit as well is what is told, and the edit holds", async () => {
  let listed: string | undefined;
  const results = await seenWhere((request) => {
    if (isEdited(request)) listed ??= nameIn(request);
    return nameIn(request) === listed;
  });
  expect(results.of(CHECK)).toMatchObject({ passes: 1, failing: 0 });
  expect(results.of(CONTENT).failing).toBe(1);
  expect([...(results.of(CONTENT).fields.get("business_name")?.records ?? [])]).toEqual([`"${listed}"`]);
});

test("an edit that is refused whatever the name is has failed", async () => {
  const results = await seenWhere(isEdited);
  expect(results.of(CHECK)).toMatchObject({ passes: 0, failing: 1 });
  expect(results.of(CHECK).failures[0]?.failure.message).toMatch(/^The notation is refused/);
  expect(results.checks.has(CONTENT)).toBe(false);
});
