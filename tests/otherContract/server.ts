/** An address book, as small as a service can be, with five ways to be wrong. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isObject, parsedJson } from "../../schemas/json.js";
import { listening } from "../listening.js";

/** What the address book gets wrong. */
export const DEFECTS = ["long names", "any phone", "open door", "small letters", "bare errors"] as const;
export type Defect = (typeof DEFECTS)[number];

export const CREDENTIALS = { apiKey: "book-key-4711", apiSecret: "book-secret-0815" };

interface Contact {
  readonly contact_id: string;
  readonly name: string;
  readonly phone: string;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return parsedJson(Buffer.concat(parts).toString());
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Starts an address book. @returns its address, and how it is closed */
export async function startAddressBook(defect?: Defect): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const contacts = new Map<string, Contact>();
  const refuse = (response: ServerResponse, status: number, detail: string): void =>
    answer(response, status, { errors: [defect === "bare errors" ? { detail } : { detail, code: "WRONG" }] });
  const isName = (name: unknown): name is string =>
    typeof name === "string" && name.length >= 2 && (name.length <= 40 || defect === "long names");
  const isPhone = (phone: unknown): phone is string =>
    typeof phone === "string" && (/^\+[0-9]{6,14}$/.test(phone) || defect === "any phone");
  const server = createServer(async (request, response) => {
    const { "x-api-key": key, "x-api-secret": secret } = request.headers;
    const isKnown = key === CREDENTIALS.apiKey && secret === CREDENTIALS.apiSecret;
    if (!isKnown && defect !== "open door") return refuse(response, 401, "who are you?");
    const [path = "", id = ""] = /^\/contacts(?:\/([^/?]+))?/.exec(request.url ?? "") ?? [];
    if (path === "") return refuse(response, 404, "there is nothing here");
    if (request.method === "GET") {
      const known = contacts.get(decodeURIComponent(id));
      if (id === "") return answer(response, 200, [...contacts.values()]);
      return known === undefined ? refuse(response, 404, "nobody is called so") : answer(response, 200, known);
    }
    const body = await bodyOf(request);
    if (!isObject(body) || !isName(body.name)) return refuse(response, 400, "name is wrong");
    if (!isPhone(body.phone)) return refuse(response, 400, "phone is wrong");
    const name = defect === "small letters" ? body.name.toLowerCase() : body.name;
    const contact = { contact_id: `con_${contacts.size + 1}`, name, phone: body.phone };
    contacts.set(contact.contact_id, contact);
    answer(response, 200, contact);
  });
  const port = await listening(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
