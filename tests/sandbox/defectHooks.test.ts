import type { FastifyInstance } from "fastify";
import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { chooseBehaviour } from "../../sandbox/behaviours.js";
import { credentialsFor } from "../../sandbox/credentials.js";
import { type DefectHooks, Hooks } from "../../sandbox/defects/hooks.js";
import { createHttpServer } from "../../sandbox/httpServer.js";
import { success } from "../../sandbox/request.js";
import { Service } from "../../sandbox/service.js";
import { bankRecipient } from "./partner.js";

const credentials = credentialsFor(42);
const servers: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Creates a recipient, unless told otherwise, at a service with these hooks. */
async function withHooks(
  own: DefectHooks | readonly DefectHooks[],
  fields: object = {},
  target: { readonly method?: "POST" | "PUT"; readonly key?: string } = {},
) {
  const all = [own].flat();
  const hooks = new Hooks(all.map((each) => ({ on: ["createRecipient"], hooks: each })));
  const service = new Service({
    behaviour: chooseBehaviour(),
    credentials,
    mode: "freeze",
    seed: 42,
    hooks,
  });
  const server = createHttpServer(service, hooks);
  servers.push(server);
  const { statusCode, headers, body } = await request(`${await server.listen({ port: 0 })}/api/recipients/create`, {
    method: target.method ?? "POST",
    headers: { "x-api-key": target.key ?? credentials.apiKey, "x-api-secret": credentials.apiSecret },
    body: JSON.stringify({ ...bankRecipient(), ...fields }),
  });
  const text = await body.text();
  return { status: statusCode, headers, text };
}

const longerWebsite: DefectHooks = {
  rules: (rules) => rules.map((rule) => (rule.path === "website" ? { ...rule, maxLength: 226 } : rule)),
};

describe("a hook", () => {
  it("replaces one rule of one operation", async () => {
    expect((await withHooks({}, { website: "w".repeat(226) })).status).toBe(400);
    expect((await withHooks(longerWebsite, { website: "w".repeat(226) })).status).toBe(200);
    expect((await withHooks(longerWebsite, { website: "w".repeat(227) })).status).toBe(400);
  });

  it("lets a request through that is to be refused, by the check that refuses it", async () => {
    const lenient: DefectHooks = { refusal: (due, _request, _service, step) => (step === "body" ? undefined : due) };
    expect((await withHooks(lenient, { website: 7 })).text).toContain('"website":7');
    expect((await withHooks(lenient, {}, { key: "wrong" })).status).toBe(401);
  });

  it("changes who is let in, what is stored, answers and what is written", async () => {
    expect((await withHooks({ principal: () => "full" }, {}, { key: "wrong" })).status).toBe(200);
    const stored = await withHooks({ stored: ({ website: _dropped, ...rest }) => rest }, { website: "w" });
    expect(stored.text).not.toContain("website");
    expect((await withHooks({ request: (request) => ({ ...request, rawBody: undefined }) })).status).toBe(400);
    expect((await withHooks({ result: (result) => ({ ...result, status: 204 }) })).status).toBe(204);
    const typed = await withHooks({ response: (out) => ({ ...out, headers: { "Content-Type": "text/html" } }) });
    expect(typed.headers["content-type"]).toBe("text/html");
    expect((await withHooks({ unrouted: () => success(200, {}) }, {}, { method: "PUT" })).status).toBe(200);
  });

  it("follows the one before it at the same point", async () => {
    const both: DefectHooks[] = [
      longerWebsite,
      { result: (result) => ({ ...result, status: result.status + 1 }) },
      { result: (result) => ({ ...result, status: result.status * 2 }) },
    ];
    expect((await withHooks(both, { website: "w".repeat(226) })).status).toBe(402);
  });
});
