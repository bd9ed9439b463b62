/** What a signature may cover: the document does not show it (section 5), so every usual combination is tried. */
import { parsedJson } from "../schemas/json.js";

/** The parts of a delivery that can be signed. */
export interface SignedMessage {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One possible content: its parts one after the other. */
export interface SignedContent {
  /** With the places marked: `{time}.{body}`. */
  readonly name: string;
  readonly parts: readonly (string | Uint8Array)[];
}

interface Named {
  readonly name: string;
  readonly value: string;
}

const JOININGS = [".", "", ":", "\n", "|", ","] as const;
const MOST_VALUES = 4;

const TIME_HEADER = /(timestamp|(^|-)time|(^|-)ts|^date)$/;
const ID_HEADER = /((^|-)id|delivery|nonce|message)$/;

function distinct(values: readonly Named[]): Named[] {
  const seen = new Set<string>();
  return values
    .filter(({ value }) => value !== "" && value.length <= 256 && !seen.has(value) && seen.add(value))
    .slice(0, MOST_VALUES);
}

/** Times and ids that may also be signed. */
export interface SignedExtras {
  readonly times: readonly string[];
  readonly ids: readonly string[];
}

/** What can be signed, and together with what. */
export interface Signable extends SignedMessage {
  readonly times: readonly Named[];
  readonly ids: readonly Named[];
}

/** A delivery with what may also be signed: values in the signature, in headers, and in the body. */
export function signable(message: SignedMessage, inSignature: SignedExtras, inBody: SignedExtras): Signable {
  const extras = (kind: "time" | "id", list: keyof SignedExtras, header: RegExp): Named[] =>
    distinct([
      ...inSignature[list].map((value) => ({ name: `{${kind} in the signature}`, value })),
      ...Object.entries(message.headers).flatMap(([name, value]) =>
        header.test(name) ? [{ name: `{${name}}`, value }] : [],
      ),
      ...inBody[list].map((value) => ({ name: `{${kind} in the body}`, value })),
    ]);
  return { ...message, times: extras("time", "times", TIME_HEADER), ids: extras("id", "ids", ID_HEADER) };
}

/** Addresses that the sender may have signed: the receiver knows only the path and the Host header. */
function addressesOf({ headers, path }: SignedMessage): Named[] {
  const { host } = headers;
  if (host === undefined) return [];
  const schemes = headers["x-forwarded-proto"] === "https" ? ["https", "http"] : ["http", "https"];
  return [
    ...schemes.map((scheme) => ({ name: "{url}", value: `${scheme}://${host}${path}` })),
    { name: "{path}", value: path },
  ];
}

function joinedParts(pieces: readonly (Named | "body")[], joining: string, body: Uint8Array): SignedContent {
  const parts: (string | Uint8Array)[] = [];
  const names: string[] = [];
  for (const piece of pieces) {
    if (parts.length > 0 && joining !== "") parts.push(joining);
    parts.push(piece === "body" ? body : piece.value);
    names.push(piece === "body" ? "{body}" : piece.name);
  }
  return { name: names.join(joining === "\n" ? "\\n" : joining), parts };
}

const PLACES: ReadonlySet<string> = new Set(["body", "time", "id", "method", "path", "url"]);

/**
 * A content that the user states, with `{body}`, `{time}`, `{id}`, `{method}`, `{path}`, `{url}` and `{header-name}`.
 * @returns one content for each value that a place may have
 */
export function statedContents(template: string, message: Signable): SignedContent[] {
  const values = (place: string): readonly (string | Uint8Array)[] => {
    if (place === "body") return [message.body];
    if (place === "time" || place === "id") return message[`${place}s`].map(({ value }) => value);
    if (place === "method") return [message.method];
    if (place === "path") return [message.path];
    if (place === "url") return addressesOf(message).flatMap(({ name, value }) => (name === "{url}" ? [value] : []));
    return [message.headers[place.toLowerCase()] ?? []].flat();
  };
  const pieces = template
    .replaceAll("\\n", "\n")
    .split(/(\{[^{}]+\})/)
    .filter((piece) => piece !== "");
  let lists: (string | Uint8Array)[][] = [[]];
  for (const piece of pieces) {
    const choices = /^\{[^{}]+\}$/.test(piece) ? values(piece.slice(1, -1)) : [piece];
    lists = lists.flatMap((list) => choices.map((choice) => [...list, choice]));
  }
  return lists.map((parts) => ({ name: template, parts }));
}

/** The headers that a stated content names and a delivery does not have. */
export function missingHeaders(template: string, { headers }: Pick<SignedMessage, "headers">): string[] {
  const places = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, place = ""]) => place);
  return places.filter((place) => !PLACES.has(place) && headers[place.toLowerCase()] === undefined);
}

/** Every usual content of a delivery, the most usual first. */
export function usualContents(message: Signable): SignedContent[] {
  const { body, times, ids } = message;
  const method: Named = { name: "{method}", value: message.method };
  const path: Named = { name: "{path}", value: message.path };
  const contents: SignedContent[] = [joinedParts(["body"], "", body)];
  const add = (...pieces: readonly (Named | "body")[]): void => {
    for (const joining of JOININGS) contents.push(joinedParts(pieces, joining, body));
  };
  for (const time of times) add(time, "body");
  const pairs = ids.flatMap((id) => times.filter(({ value }) => value !== id.value).map((time) => ({ id, time })));
  for (const { id, time } of pairs) add(id, time, "body");
  for (const { id, time } of pairs) add(time, id, "body");
  for (const extra of [...times, ...ids]) add("body", extra);
  for (const id of ids) add(id, "body");
  for (const address of addressesOf(message)) add(address, "body");
  add(method, path, "body");
  for (const time of times) {
    add(time, method, path, "body");
    add(method, path, time, "body");
  }
  return contents;
}

/** Objects within a body that are tried as what is signed. */
const MOST_OBJECTS = 4;

/** The texts of the objects within a JSON body, literally, the outer ones first. */
function objectTexts(body: string): string[] {
  const starts: number[] = [];
  const found: { readonly depth: number; readonly text: string }[] = [];
  for (const { 0: token, index } of body.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") starts.push(index);
    else if (token === "}") {
      const start = starts.pop();
      if (start !== undefined && starts.length > 0 && index > start + 1)
        found.push({ depth: starts.length, text: body.slice(start, index + 1) });
    }
  }
  return found
    .sort((left, right) => left.depth - right.depth)
    .slice(0, MOST_OBJECTS)
    .map(({ text }) => text);
}

/** The same with an object within the body instead, literally: what is signed is not shown. */
export function dataContents(message: Signable): SignedContent[] {
  return objectTexts(Buffer.from(message.body).toString("utf8")).flatMap((text) =>
    usualContents({ ...message, body: Buffer.from(text) }).map((content) => ({
      ...content,
      name: content.name.replace("{body}", "{data}"),
    })),
  );
}

/** Contents without the body: a signature over one of them would be valid for any body. */
export function bodilessContents(message: Signable): SignedContent[] {
  return usualContents({ ...message, body: new Uint8Array(0) });
}

/* Other spellings of a body, for signatures that were made over one of them by mistake (section 5). */

/**
 * Bytes that a service may sign instead of those that it sends.
 * @param data the data object, or undefined when it was not found
 */
export function otherSpellings(body: Uint8Array, data: unknown): { readonly name: string; readonly bytes: Buffer }[] {
  const text = Buffer.from(body).toString("utf8");
  const variants: { name: string; bytes: Buffer }[] = [];
  const add = (name: string, bytes: Buffer | string): void => {
    variants.push({ name, bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes });
  };
  const lossy = text.replace(/[^\0-\xff]/g, "?");
  add("the body in Latin-1", Buffer.from(lossy, "latin1"));
  add("the body in ASCII", text.replace(/[^\0-\x7f]/gu, "?"));
  add("the body without its last byte", Buffer.from(body).subarray(0, -1));
  add("the body without the white space around it", text.trim());
  add("the body with a line end", `${text}\n`);
  const parsed = parsedJson(text);
  if (parsed !== undefined) {
    add("the body written again without spaces", JSON.stringify(parsed));
    add("the body written again with its keys in order", JSON.stringify(ordered(parsed)));
    add("the body written again with an indent of 2", JSON.stringify(parsed, null, 2));
    add("the body written again with an indent of 4", JSON.stringify(parsed, null, 4));
    add("the body written again with spaces after separators", spaced(parsed));
    const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
    add("the body written again in ASCII", JSON.stringify(parsed).replace(/[^\0-\x7f]/g, escaped));
  }
  if (data !== undefined) add("the data object alone", JSON.stringify(data));
  return variants.filter(({ bytes }) => !bytes.equals(body));
}

/** As Python writes JSON by default. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, entry]) => `${JSON.stringify(name)}: ${spaced(entry)}`)
    .join(", ")}}`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, ordered(entry)]));
}
