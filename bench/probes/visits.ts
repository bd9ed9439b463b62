/** Sends probes to an outsider's server and writes down what comes back, without what differs between any two servers. */
import { Agent, request as send } from "node:http";
import { RECIPIENTS } from "./bodies.js";
import type { Fixtures, Probe, ProbeRequest } from "./probes.js";

/** An outsider's server that is running. */
interface Outsider {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<"apiKey" | "apiSecret" | "restrictedApiKey" | "restrictedApiSecret", string>>;
}

export interface Visitor {
  readonly fixtures: Fixtures;
  /** What a probe brought: status, media type and body, or of several at once their statuses and how many differ. */
  visit(probe: Probe): Promise<string>;
  leave(): void;
}

interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

/** Reads a member of a JSON text, or "" when it has none. */
export function member(text: string, name: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? String(Reflect.get(value, name)) : "";
  } catch {
    return "";
  }
}

/** Sends requests with the full pair's credentials unless told otherwise. */
export function sender(outsider: Outsider, agent: Agent) {
  const { hostname, port } = new URL(outsider.baseUrl);
  return ({ method, path, headers = {}, body, text }: ProbeRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const all: Record<string, string | undefined> = {
        "x-api-key": outsider.credentials.apiKey,
        "x-api-secret": outsider.credentials.apiSecret,
        ...(method === "GET" ? {} : { "api-version": "2024-12-01", "content-type": "application/json" }),
        ...headers,
      };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      const call = send({ hostname, port, method, path, agent, headers: given }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            mediaType: response.headers["content-type"] ?? "",
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      });
      call.on("error", reject);
      call.end(content);
    });
}

/** Comes to a server, leaves two recipients and two files there, and looks around. */
export async function arrive(outsider: Outsider): Promise<Visitor> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = sender(outsider, agent);
  const recipientIds: string[] = [];
  for (const body of RECIPIENTS) {
    const { text } = await ask({ method: "POST", path: "/api/recipients/create", body });
    recipientIds.push(member(text, "recipient_id"));
  }
  const upload = async (type: string) =>
    member(
      (await ask({ method: "POST", path: `/api/files/upload?file_type=${type}`, body: { file: "QUJD" } })).text,
      "file_id",
    );
  const list = (await ask({ method: "GET", path: "/api/transactions?page_size=100" })).text;
  const { credentials } = outsider;
  const fixtures: Fixtures = {
    key: credentials.apiKey,
    secret: credentials.apiSecret,
    restrictedKey: credentials.restrictedApiKey,
    restrictedSecret: credentials.restrictedApiSecret,
    recipientIds,
    invoice: await upload("Invoice"),
    mainPage: await upload("Main%20page"),
    transfers: listed(list, "transfer"),
    deposits: listed(list, "deposit"),
  };
  const hidden = Object.values(credentials).map((value) => [value, "(a credential)"] as const);
  const told = ({ status, mediaType, text }: Answer) =>
    hidden.reduce((line, [value, words]) => line.replaceAll(value, words), `${status} ${mediaType} ${text}`);
  return {
    fixtures,
    async visit(probe) {
      const request = probe.request(fixtures);
      if (probe.together === undefined) return told(await ask(request));
      const answers = await Promise.all(Array.from({ length: probe.together }, () => ask(request)));
      const statuses = answers.map(({ status }) => status).sort();
      return `${statuses.join(" ")}, ${new Set(answers.map(({ text }) => text)).size} different`;
    },
    leave: () => agent.destroy(),
  };
}

/** The ids of the listed transactions of one type, the partner's beside the service's. */
function listed(text: string, type: string): { id: string; partnerId: string }[] {
  const found = text.matchAll(/"id":"([^"]+)","reference_id":"([^"]+)","type":"([^"]+)"/g);
  return [...found].filter((row) => row[3] === type).map((row) => ({ id: row[1] ?? "", partnerId: row[2] ?? "" }));
}
