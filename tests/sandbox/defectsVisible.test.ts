import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chooseBehaviour } from "../../sandbox/behaviours.js";
import { credentialsFor } from "../../sandbox/credentials.js";
import { hooksOf, type ListedDefect, listDefects } from "../../sandbox/defects/registry.js";
import { createHttpServer } from "../../sandbox/httpServer.js";
import { plantSeedData } from "../../sandbox/seed/seed.js";
import { Service } from "../../sandbox/service.js";
import { slice } from "../slice.js";
import { conditionRequests } from "./defectConditionRequests.js";
import { controls, type KnownIds, knownIdsOf, letters, type TestRequest } from "./defectControls.js";
import { holeRequests, oddRequests, readingRequests } from "./defectOddRequests.js";
import { partnersRequests, SECOND_SEED } from "./defectPartnersRequests.js";
import { contentRequests, fieldRequests, spelledRequests } from "./defectRequests.js";

const credentials = credentialsFor(42);
const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret } = credentials;

beforeAll(() => {
  // Two services only answer alike when they make things at the same time.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 5) });
});
afterAll(() => {
  vi.useRealTimers();
});

// Seed data is costly to make, and the same for every service.
const planted = new Service({ behaviour: chooseBehaviour(), credentials, mode: "freeze", seed: 42 });
const newIds = vi.spyOn(planted, "newId");
plantSeedData(42, planted);

/** Gives a service the seed data that it would make itself. */
function replant(service: Service): void {
  for (const [kind] of newIds.mock.calls) service.newId(kind);
  for (const file of planted.state.files.values()) service.state.files.set(file.id, file, 0);
  for (const recipient of planted.state.recipients.values()) service.state.addRecipient(recipient, 0);
  // One whose partner_recipient_id is as long as it may be: the seed data has none.
  const [known] = planted.state.recipients.values();
  if (known !== undefined) {
    service.state.addRecipient({ ...known, id: "rcp_longpartneridentifier0001", partnerId: letters(64) }, 0);
  }
  for (const customer of planted.state.customers.values()) service.state.addCustomer(customer, 0);
  for (const transaction of planted.state.transactions.values()) service.state.addTransaction(transaction, 0);
  service.state.wallets.push(...planted.state.wallets);
}

type RequestsOf = (known: KnownIds) => readonly (readonly TestRequest[])[];

/** What a service with these defects answers to requests, in order; those of one group are sent at the same time. */
async function* answersOf(
  defects: readonly string[],
  needs: ListedDefect["needs"],
  requestsOf: RequestsOf,
): AsyncGenerator<string> {
  const hooks = hooksOf(defects);
  const service = new Service({
    behaviour: chooseBehaviour({ ...needs }),
    credentials,
    mode: "freeze",
    seed: 42,
    hooks,
  });
  replant(service);
  service.makeSecond = () => {
    const second = new Service({ behaviour: service.behaviour, credentials, mode: "freeze", seed: SECOND_SEED });
    plantSeedData(SECOND_SEED, second);
    return second;
  };
  const server = createHttpServer(service, hooks);
  try {
    for (const together of requestsOf(knownIdsOf(service))) {
      yield* await Promise.all(together.map((request) => answerTo(request, server)));
    }
  } finally {
    await server.close();
  }
}

async function answerTo({ method, url, body, raw, headers }: TestRequest, server: FastifyInstance): Promise<string> {
  const all = {
    "x-api-key": apiKey,
    "x-api-secret": apiSecret,
    ...(method === "GET" ? {} : { "content-type": "application/json", "api-version": "2024-12-01" }),
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await server.inject({
    method,
    url,
    headers: Object.fromEntries(given),
    ...(payload === undefined ? {} : { payload }),
  });
  return `${answer.statusCode} ${answer.headers["content-type"]} ${answer.payload}`;
}

const flaws: readonly Readonly<Record<string, string | undefined>>[] = [
  { "x-api-key": undefined, "x-api-secret": undefined },
  { "x-api-key": "wrong" },
  { "x-api-secret": "wrong" },
  { "x-api-key": undefined },
  { "x-api-secret": undefined },
  { "x-api-key": apiSecret, "x-api-secret": apiKey },
  { "x-api-key": "" },
  { "x-api-secret": "" },
  { "x-api-key": apiKey.slice(0, -1) },
  { "x-api-secret": apiSecret.slice(0, -1) },
  { "x-api-key": `${apiKey}1` },
  { "x-api-secret": `${apiSecret}1` },
  { "x-api-key": apiKey.toLowerCase() },
  { "x-api-secret": apiSecret.toUpperCase() },
  { "x-api-secret": "undefined" },
  { "x-api-key": "null", "x-api-secret": "null" },
  { "x-api-key": restrictedApiKey },
  { "x-api-secret": restrictedApiSecret },
  { "x-api-key": restrictedApiKey, "x-api-secret": restrictedApiSecret },
];

const versions = [
  "2023-01-01",
  "2025-01-01",
  "2024-12",
  "2024-12-011",
  "20241201",
  "2024-12-01,2024-12-01",
  "x",
  undefined,
];

const brokenBodies = ["{", "{}}", "[]", "null", "1", "", "<x/>"];

function withRaw(request: TestRequest, raw: string): TestRequest {
  return { method: request.method, url: request.url, raw };
}

/** The same JSON otherwise written down: spread over lines, with escapes, with its members the other way round. */
const notations: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value).replaceAll("e", "\\u0065"),
  (value) => JSON.stringify(value, reversedMembers),
  (value) => `${JSON.stringify(value)}${" ".repeat(66_000)}`,
  (value) => JSON.stringify(value).replace(/":(\d[\d.]*)/g, (_, number) => `":${Number(number).toExponential()}`),
];

function reversedMembers(_name: string, value: unknown): unknown {
  const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
  return isPlain ? Object.fromEntries(Object.entries(value).toReversed()) : value;
}

/** Requests for everything but the fields of a request. */
function areaRequests(area: string, operation: string, known: KnownIds): readonly (readonly TestRequest[])[] {
  const accepted = controls(operation, known);
  const [control, , third] = accepted;
  if (control === undefined) return [];
  const alone = (requests: readonly TestRequest[]): TestRequest[][] => requests.map((request) => [request]);
  const updated = `/api/recipients/${known.recipients[0]}/update`;
  const unknown: TestRequest = { ...control, url: "/api/recipients/rcp_unknown/update" };
  const text = JSON.stringify(control.body ?? {});
  switch (area) {
    case "auth":
      return alone([
        ...flaws.map((headers) => ({ ...control, headers })),
        {
          ...control,
          url: `${control.url}${control.url.includes("?") ? "&" : "?"}api_key=${apiKey}&api_secret=${apiSecret}`,
          headers: { "x-api-key": undefined, "x-api-secret": undefined },
        },
        ...holeRequests(operation, known),
      ]);
    case "version":
      return alone(versions.map((version) => ({ ...control, headers: { "api-version": version } })));
    case "method":
      return alone(
        (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((method) => ({
          method,
          url: control.url.replace(/\?.*/, ""),
        })),
      );
    case "errors":
      return alone([
        { ...control, headers: { "x-api-secret": "wrong" } },
        { ...control, headers: { "x-api-key": "" } },
        { ...control, headers: { "x-api-key": restrictedApiKey, "x-api-secret": restrictedApiSecret } },
        ...(control.body === undefined ? accepted.slice(-3) : brokenBodies.map((raw) => withRaw(control, raw))),
        ...(operation === "updateRecipient"
          ? [unknown, { method: "PUT" as const, url: updated }, { ...control, body: { website: 1, country_code: 2 } }]
          : []),
        ...oddRequests(operation, known),
      ]);
    case "refuses":
      return alone([
        ...[...brokenBodies, `${text.slice(0, -1)},}`, `${text}{}`, `[${text}]`].map((raw) => withRaw(control, raw)),
        ...["invoice", "Receipt", " Invoice", "main_page"].map((type) => ({
          ...control,
          url: control.url.replace("Invoice", encodeURIComponent(type)),
        })),
      ]);
    case "response":
      return alone([...accepted, ...readingRequests(operation, known)]);
    case "accepts": {
      const withBodies = () => controls(operation, known).filter(({ body }) => body !== undefined);
      return alone([
        ...accepted,
        ...notations.flatMap((render) => withBodies().map((request) => withRaw(request, render(request.body)))),
      ]);
    }
    default:
      return [
        ...alone([...accepted, ...(operation === "updateRecipient" ? [unknown] : [])]),
        ...alone(Array.from({ length: 3 }, () => controls(operation, known).slice(0, 4)).flat()),
        ...(third === undefined ? [] : alone([third])),
        ...alone(readingRequests(operation, known)),
        ...alone(spelledRequests(operation, known)),
        ...(operation === "updateRecipient" ? alone(oddRequests(operation, known)) : []),
        Array.from({ length: 3 }, () => controls(operation, known))
          .flat()
          .slice(0, 12),
      ];
  }
}

function requestsOf({ id, family, operation, rule }: ListedDefect): {
  readonly key: string;
  readonly requests: RequestsOf;
} {
  const [first = ""] = typeof rule === "string" ? [rule] : rule;
  // What comes and goes needs more than one request to show.
  const area = family === "unsteady" ? "state" : first.slice(0, first.indexOf("/"));
  const field = /^(?:refuses|accepts)\/(.*)\.(\w+)$/.exec(first);
  const [, path = "", keyword = ""] = field ?? [];
  if (field !== null && !["body", "file_type", "control"].includes(path))
    return {
      key: `${operation} ${path} ${keyword}`,
      requests: (known) =>
        [
          ...fieldRequests(operation, path, keyword, known),
          ...controls(operation, known).slice(2),
          ...conditionRequests(operation, known),
        ].map((request) => [request]),
    };
  if (first === "accepts/content")
    return {
      key: `${operation} content`,
      requests: (known) => contentRequests(operation, known).map((request) => [request]),
    };
  if (/partners\.|per-partner$/.test(id)) return { key: "two partners", requests: partnersRequests };
  const requests = (known: KnownIds) => [
    ...areaRequests(area, operation, known),
    ...conditionRequests(operation, known).map((request) => [request]),
  ];
  return { key: `${operation} ${area}`, requests };
}

const conforming = new Map<string, readonly string[]>();

async function conformingAnswers(key: string, needs: ListedDefect["needs"], requests: RequestsOf): Promise<string[]> {
  const answers: string[] = [];
  for await (const answer of answersOf([], needs, requests)) answers.push(answer);
  conforming.set(key, answers);
  return answers;
}

/** Whether one of the requests is answered otherwise than by the conforming sandbox. */
async function isVisible(defect: ListedDefect, defects: readonly string[] = [defect.id]): Promise<boolean> {
  const { key, requests } = requestsOf(defect);
  const name = `${key} ${JSON.stringify(defect.needs ?? {})}`;
  const expected = conforming.get(name) ?? (await conformingAnswers(name, defect.needs, requests));
  // What is accepted or refused shows in the status; that a refusal is worded otherwise is not enough.
  const [rule = ""] = typeof defect.rule === "string" ? [defect.rule] : defect.rule;
  const compared = /^(?:refuses|accepts)\//.test(rule) ? 3 : undefined;
  let position = 0;
  for await (const answer of answersOf(defects, defect.needs, requests)) {
    if (answer.slice(0, compared) !== expected[position++]?.slice(0, compared)) return true;
  }
  return false;
}

const ofRequests = listDefects().filter(({ operation }) => operation !== "webhooks");
const tried = slice(ofRequests, 8);
const families = [...new Set(ofRequests.map(({ family }) => family))];

it("the conforming sandbox answers the same requests in the same way", async () => {
  for (const family of families) {
    const [defect] = ofRequests.filter((each) => each.family === family);
    expect([family, defect !== undefined && (await isVisible(defect, []))]).toEqual([family, false]);
  }
});

describe(`every defect changes an answer of the sandbox (${tried.told})`, () => {
  it.each(families)("in the family %s", async (family) => {
    const invisible: string[] = [];
    for (const defect of tried.entries.filter((each) => each.family === family)) {
      if (!(await isVisible(defect))) invisible.push(defect.id);
    }
    expect(invisible).toEqual([]);
  });
});
