/** What the sandbox does for the developer in front of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../../sandbox/server.js";

const lines: string[] = [];
let sandbox: RunningSandbox;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  sandbox = await startSandbox({ log: (line) => lines.push(line) });
  const { apiKey, apiSecret } = sandbox.credentials;
  headers = { "x-api-key": apiKey, "x-api-secret": apiSecret, "content-type": "application/json" };
});
afterAll(() => sandbox.close());

const get = (path: string): Promise<Response> => fetch(`${sandbox.baseUrl}${path}`, { headers });

test("each request is a line, with the reason where it was refused", async () => {
  await get("/api/balances");
  await get("/api/transactions?page_number=no%0Aline");
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} GET \/api\/balances 200 \d+ ms$/);
  expect(lines[1]).toMatch(/GET \/api\/transactions\?page_number=no%0Aline 400 \d+ ms {2}INVALID_PARAMETER: /);
});

test("the root says what this is and where to look, and every link leads somewhere", async () => {
  const links = async (path: string): Promise<string[]> => {
    const page = await get(path);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    return [...(await page.text()).matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link);
  };
  const found = await links("/");
  expect(found).toContain("/_sandbox");
  const resources = (await links("/_sandbox")).filter((link) => link.includes("/resources/"));
  expect(resources.length).toBeGreaterThan(40);
  for (const link of [...found, resources[0] ?? "", resources.at(-1) ?? ""]) expect((await get(link)).status).toBe(200);
  expect((await get("/_sandbox/resources/none")).status).toBe(404);
});

test("what a partner stored is shown as text, and nothing on a page may run", async () => {
  const name = "<script>alert(1)</script>";
  const created = await fetch(`${sandbox.baseUrl}/api/recipients/create`, {
    method: "POST",
    headers: { ...headers, "api-version": "2024-12-01" },
    body: JSON.stringify({
      partner_recipient_id: "developer-0000000000001",
      business_name: name,
      country_code: "CN",
      payment_details: {
        account_type: "crypto",
        wallet_name: "Treasury",
        wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7",
        network: "ETH",
        currency: "USDC",
      },
    }),
  });
  const { recipient_id: id } = (await created.json()) as { recipient_id: string };
  const page = await get(`/_sandbox/resources/${id}`);
  const text = await page.text();
  expect(text).toContain("&lt;script&gt;");
  expect(text).not.toContain(name);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
});
