import { describe, expect, test } from "vitest";
import type { Exchange, RecordedResponse } from "../../client/model.js";
import { reach, TargetError } from "../../engine/reachability.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const URL = "https://payments.example/v1";
const HTML = { "content-type": "text/html; charset=utf-8" };

/** The door of a target that answers each GET, by its path without the query. */
async function door(answer: (path: string) => RecordedResponse, url = URL): Promise<string[]> {
  const asked: string[] = [];
  const sender = {
    send: async ({ method, path }: { method: string; path: string }): Promise<Exchange> => {
      const [bare = ""] = path.split("?");
      asked.push(`${method} ${bare}`);
      return exchangeOf(answer(bare));
    },
  };
  await reach(sender, url);
  return asked;
}

const error = (status: number) => responseOf({ errors: [{ detail: "No such thing.", code: "NO" }] }, status);
const page = (status: number) => responseOf("<html></html>", status, HTML);

describe("the same answer to all paths is told before the first case", () => {
  test.each<[string, RecordedResponse, string]>([
    ["404", error(404), "give 404. Is a path prefix missing?"],
    ["404 as HTML", page(404), "give 404 with an HTML page. Is a path prefix missing?"],
    ["a page", page(200), "give 200 with an HTML page. Is a path prefix missing?"],
    ["an empty object", responseOf({}), "give 200 and the same body: {}. Is a path prefix missing?"],
    ["an empty body", responseOf("", 204), "give 204 and the same body: . Is a path prefix missing?"],
    [
      "a redirect",
      responseOf("", 302, { location: "/login" }),
      "are answered with a redirect (302) to /login. Is this the address of the service itself?",
    ],
    [
      "403 of a gateway",
      page(403),
      "give 403 with an HTML page. A gateway may block our User-Agent (--user-agent names",
    ],
    ["403 of the service", error(403), "give 403 “No such thing.”. A gateway may block our User-Agent"],
    ["500", error(500), "give 500. Is the service running behind this address?"],
    ["503", page(503), "give 503 with an HTML page. Is the service running behind this address?"],
    ["405", page(405), "give 405 with an HTML page. Is a path prefix missing?"],
  ])("%s", async (_, answer, seen) => {
    const running = door(() => answer);
    await expect(running).rejects.toThrow(TargetError);
    await expect(running).rejects.toThrow(
      `Nothing at ${URL} answers like this service: all 9 documented paths ${seen}`,
    );
  });

  test("an address that ends in what each documented path begins with", async () => {
    await expect(door(() => error(404), `${URL}/api/`)).rejects.toThrow(
      `give 404. The documented paths begin with /api themselves: is ${URL} the address?`,
    );
  });

  test("different answers of which none is the service's", async () => {
    await expect(door((path) => page(path.includes("transactions") ? 404 : 405))).rejects.toThrow(
      "all 9 documented paths give 404 or 405, each with an HTML page.",
    );
  });
});

describe("the door is open to a service", () => {
  test("that answers the first read as documented: nothing else is asked", async () => {
    await expect(door(() => responseOf([]))).resolves.toEqual(["GET /api/balances"]);
  });

  test("of which one operation alone works", async () => {
    const asked = await door((path) => (path === "/api/transactions" ? responseOf({ items: [] }) : error(500)));
    expect(asked).toHaveLength(9);
    expect(asked.every((request) => request.startsWith("GET "))).toBe(true);
  });

  test("that knows neither the transactions nor the methods asked for", async () => {
    const answer = (path: string) =>
      error(path.includes("create") || path.includes("upload") ? 405 : path === "/api/balances" ? 500 : 404);
    await expect(door(answer)).resolves.toHaveLength(9);
  });

  test("that refuses everything for what it holds", async () => {
    await expect(door(() => error(400))).resolves.toHaveLength(9);
  });
});
