import { createServer as createProxyServer } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { tlsProblem } from "../../client/failure.js";
import { AUTHORITY, EXPIRED, GOOD, OF_CLIENT, OTHER_HOST, SELF_SIGNED } from "./certificates.js";
import { request, startTarget, transportTo } from "./target.js";

function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createProxyServer>): Promise<number> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve, reject) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(address.port);
    }),
  );
}

async function startTls(options: ServerOptions): Promise<string> {
  const port = await listening(createServer(options, (_, response) => response.end("ok")));
  return `https://127.0.0.1:${port}`;
}

describe("a target whose certificate is not trusted", () => {
  test.each([
    ["self-signed", SELF_SIGNED, undefined, /self-signed/, /ca: FILE/],
    ["of an unknown authority", GOOD, undefined, /issuer is unknown here/, /ca: FILE/],
    ["that has expired", EXPIRED, AUTHORITY, /has expired/, /provider/],
    ["for another host", OTHER_HOST, AUTHORITY, /another host name/, /host name/],
  ])("%s is told with what is wrong and what to do", async (_, certificate, ca, wrong, fix) => {
    const baseUrl = await startTls(certificate);
    const transport = transportTo(baseUrl, ca === undefined ? {} : { ca });
    const { failure } = await transport.send(request());
    expect(failure).toMatchObject({
      kind: "unreachable",
      tls: { wrong: expect.stringMatching(wrong), fix: expect.stringMatching(fix) },
    });
  });

  test("that speaks plain HTTP is told as such", async () => {
    const { baseUrl } = await startTarget((_, response) => response.end("ok"));
    const { failure } = await transportTo(baseUrl.replace("http:", "https:")).send(request());
    expect(failure).toMatchObject({ tls: { wrong: expect.stringMatching(/does not speak TLS/) } });
  });

  test("an error that is about something else is no problem of TLS", () => {
    expect(tlsProblem("ECONNREFUSED")).toBeNull();
  });
});

test("a private authority is trusted when its certificate is given", async () => {
  const transport = transportTo(await startTls(GOOD), { ca: AUTHORITY });
  expect((await transport.send(request())).response?.body).toBe("ok");
});

test("our own certificate is shown to a target that asks for one", async () => {
  const baseUrl = await startTls({ ...GOOD, ca: AUTHORITY, requestCert: true, rejectUnauthorized: true });
  const known = transportTo(baseUrl, { ca: AUTHORITY, ...OF_CLIENT });
  expect((await known.send(request())).response?.body).toBe("ok");
  const unknown = transportTo(baseUrl, { ca: AUTHORITY });
  expect((await unknown.send(request())).response).toBeNull();
});

test.each(["http", "https"] as const)("a proxy carries every request to an %s target", async (scheme) => {
  const asked: string[] = [];
  const proxy = createProxyServer();
  proxy.on("connect", (incoming, client, head) => {
    asked.push(incoming.url ?? "");
    const [host = "", port = ""] = (incoming.url ?? "").split(":");
    const upstream = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy());
  });
  const port = await listening(proxy);
  const baseUrl =
    scheme === "https" ? await startTls(GOOD) : (await startTarget((_, response) => response.end("ok"))).baseUrl;
  const transport = transportTo(baseUrl, { ca: AUTHORITY, proxy: `http://127.0.0.1:${port}` });
  const exchanges = await Promise.all([1, 2, 3].map(() => transport.send(request())));
  expect(exchanges.map(({ response }) => response?.body)).toEqual(["ok", "ok", "ok"]);
  expect(new Set(asked)).toEqual(new Set([new URL(baseUrl).host]));
});
