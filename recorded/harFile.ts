/** An exchange of a run as an entry of a HAR (HTTP Archive 1.2). Its secrets have already been removed. */

import { once } from "node:events";
import { open } from "node:fs/promises";
import { STATUS_CODES } from "node:http";
import type { Exchange } from "../client/model.js";
import { UsageError } from "../engine/settings/usageError.js";
import { writeProblem } from "../reports/wholeFile.js";
import { fileJson } from "../schemas/unseen.js";
import { SUITE_NAME, SUITE_VERSION } from "../version.js";

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

function pairs(headers: Readonly<Record<string, string>>): NameAndValue[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): NameAndValue[] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const pairs = url.slice(start + 1).split("&");
  return pairs.map((pair) => {
    const [name = "", ...rest] = pair.split("=");
    return { name, value: rest.join("=") };
  });
}

function contentType(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

/** Viewers show a status of 0 as a request that failed. */
function responseOf({ response, failure }: Exchange): object {
  const { status, headers, body } = response ?? { status: 0, headers: {}, body: "" };
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairs(headers),
    content: { size: Buffer.byteLength(body), mimeType: contentType(headers), text: body },
    redirectURL: "",
    headersSize: -1,
    bodySize: response === null ? -1 : Buffer.byteLength(body),
    ...(failure === null ? {} : { _error: failure.message }),
  };
}

/**
 * The entry as JSON on one line.
 * @param testCase id of the case that sent it; null when no case did
 */
export function harEntry(exchange: Exchange, testCase: string | null): string {
  const { request, startedAt, durationMs } = exchange;
  const { method, url, headers, body } = request;
  return fileJson({
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      // Placeholders of secrets are not encoded like the rest of an address.
      url: url.replaceAll("<", "%3C").replaceAll(">", "%3E"),
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(headers),
      queryString: queryOf(url),
      ...(body === null ? {} : { postData: { mimeType: contentType(headers), params: [], text: body } }),
      headersSize: -1,
      bodySize: body === null ? 0 : Buffer.byteLength(body),
    },
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(testCase === null ? {} : { comment: testCase, _case: testCase, _check: testCase.replace(/#\d+$/, "") }),
  });
}

/** The text before the entries, which are separated by commas, and after them. */
export function harFrame(creator: { readonly name: string; readonly version: string }): readonly [string, string] {
  return [`{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`, "\n]}}\n"];
}

/* `--har FILE`: every exchange of a run, written as it comes, so that a long run keeps none in memory. */

/** How many exchanges are held back: the case of an exchange becomes known a little later. */
const HELD = 100;

export type HarFile = Awaited<ReturnType<typeof openHar>>;

/** Opens the file, replacing an existing one. @throws UsageError when it cannot be written */
export async function openHar(path: string) {
  const file = await open(path, "w").catch((error: unknown) => {
    throw new UsageError(
      `The traffic cannot be written to ${path}: ${writeProblem(error)}. Name a file in a folder that you can write to.`,
    );
  });
  const stream = file.createWriteStream();
  let problem: string | null = null;
  stream.on("error", (error) => {
    problem ??= `The traffic in ${path} is not whole: ${writeProblem(error)}.`;
  });
  const [head, foot] = harFrame({ name: SUITE_NAME, version: SUITE_VERSION });
  stream.write(head);
  const held: Exchange[] = [];
  const cases = new WeakMap<Exchange, string>();
  let written = 0;
  const write = (most: number): void => {
    for (const exchange of held.splice(0, held.length - most))
      stream.write(`${written++ === 0 ? "" : ",\n"}${harEntry(exchange, cases.get(exchange) ?? null)}`);
  };
  return {
    onExchange: (exchange: Exchange): void => {
      held.push(exchange);
      if (held.length > 2 * HELD) write(HELD);
    },
    onCase: (exchange: Exchange, testCase: string): void => void cases.set(exchange, testCase),
    /** Writes the rest. @returns why the file is incomplete, or null */
    close: async () => {
      write(0);
      if (problem === null) {
        stream.end(foot);
        await once(stream, "close").catch(() => undefined);
      }
      return problem;
    },
  };
}
