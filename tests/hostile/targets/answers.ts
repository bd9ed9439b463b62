/** What an answer can say, and what it can be the answer to. */
import type { Answer } from "../../reality/front.js";
import { always, answers, type HostileTarget, spoilt, spoiltBalances } from "../target.js";

const ERROR = '{"errors":[{"detail":"broken","code":"BROKEN"}]}';
const DEEP = "[".repeat(20_000) + "]".repeat(20_000);
const BALANCES = { operations: ["listBalances", "getTransferDetail"], unspoilt: "getTransferDetail" };

export const ANSWERS: readonly HostileTarget[] = [
  {
    name: "HTML in answer to everything",
    serve: always(200, "<h1>Welcome</h1>", { "content-type": "text/html" }),
    exitCode: 3,
  },
  { name: "null in answer to everything", serve: always(200, "null"), exitCode: 3 },
  { name: "an empty list in answer to everything", serve: always(200, "[]"), exitCode: 1 },
  { name: "nothing in answer to everything", serve: always(204, ""), exitCode: 3 },
  {
    name: "names that objects have of their own, in every answer",
    serve: always(200, '[{"__proto__":{"polluted":true},"constructor":1,"toString":null,"hasOwnProperty":2}]'),
    exitCode: 1,
  },
  { name: "nothing but depth", serve: always(200, DEEP), exitCode: 1 },
  { name: "depth in a wallet", serve: always(200, `[{"status":${DEEP},"currency":"USDT"}]`), exitCode: 1 },
  { name: "depth in an error", serve: always(400, `{"errors":[{"detail":${DEEP},"code":"X"}]}`), exitCode: 1 },
  { name: "401 in answer to everything", serve: always(401, ERROR), exitCode: 3, says: /refuses the credentials/ },
  { name: "403 in answer to everything", serve: always(403, ERROR), exitCode: 3 },
  { name: "500 in answer to everything", serve: always(500, ERROR), exitCode: 3 },
  {
    name: "redirects elsewhere",
    serve: answers((request, response) => {
      response.writeHead(307, { location: `http://127.0.0.2:${request.socket.localPort}${request.url}` }).end();
    }),
    exitCode: 3,
  },
  {
    name: "redirects to itself",
    serve: answers((request, response) => {
      response.writeHead(302, { location: request.url ?? "/" }).end();
    }),
    exitCode: 3,
  },
  {
    name: "one redirect",
    serve: spoiltBalances({ status: 301, body: "", headers: { location: "https://elsewhere.example.com/" } }),
    exitCode: 1,
    ...BALANCES,
  },
  {
    name: "a thousand cookies",
    serve: always(200, "{}", {
      "set-cookie": Array.from({ length: 1000 }, (_, index) => `c${index}=${"v".repeat(40)}`),
    }),
    exitCode: 3,
  },
  {
    name: "all that was sent",
    serve: answers((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const echoed = JSON.stringify({
          url: request.url,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        });
        response
          .writeHead(200, { "content-type": "application/json", "x-echo": JSON.stringify(request.headers) })
          .end(`[${echoed}]`);
      });
    }),
    exitCode: 1,
  },
  {
    name: "the answer to another request",
    serve: spoilt(() => {
      let last: Answer = { status: 200, headers: { "content-type": "application/json" }, body: "[]" };
      return async (_, pass) => {
        const answer = last;
        last = await pass();
        return answer;
      };
    }),
    exitCode: 1,
    operations: ["listBalances", "getTransferDetail", "listTransactions"],
  },
  {
    name: "a clock that is years behind",
    serve: spoilt(() => async (_, pass) => {
      const answer = await pass();
      return { ...answer, headers: { ...answer.headers, date: "Thu, 01 Jan 1970 00:00:00 GMT" } };
    }),
    exitCode: 0,
    operations: ["listBalances", "createRecipient"],
  },
  {
    name: "a clock that is years ahead",
    serve: spoilt(() => async (_, pass) => {
      const answer = await pass();
      const body = answer.body?.replaceAll(/"created_at":"\d{4}/g, '"created_at":"9876');
      return {
        ...answer,
        ...(body === undefined ? {} : { body }),
        headers: { ...answer.headers, date: "Fri, 31 Dec 9999 23:59:59 GMT" },
      };
    }),
    exitCode: 0,
    operations: ["listBalances", "createRecipient"],
  },
];
