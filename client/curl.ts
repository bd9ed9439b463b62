/** A request as a shell command that repeats it. Secrets and the base address come from the environment. */
import { singleQuoted } from "../schemas/shell.js";
import { CHANGES } from "./credentialChanges.js";
import { cookieText, variableIn } from "./credentials.js";
import { type Carried, CREDENTIAL_FIELDS } from "./credentialsEdits.js";
import type { CredentialsEdit, Exchange, WireRequest } from "./model.js";

/** Bytes of a body that still fit into one argument of a command with room to spare (Linux allows 128 KiB). */
const LONGEST_ARGUMENT = 100_000;

/** Methods for which an empty body is announced, as the transport does. */
const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/**
 * A command for bash that sends the request once more and shows the answer with its status line and headers.
 *
 * It reads CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY, CONFORMANCE_API_SECRET and, for the edits that need a second pair,
 * CONFORMANCE_RESTRICTED_API_KEY and CONFORMANCE_RESTRICTED_API_SECRET, and the CONFORMANCE_HEADER_ variables of the
 * user's headers. A body arrives byte for byte.
 */
export function curlCommand(request: WireRequest): string {
  const body = bodyOf(request);
  const piped = body.length > LONGEST_ARGUMENT || !isText(body);
  const command = [
    "curl -sS -i",
    ...addressOptions(request.path),
    ...methodOptions(request.method, body),
    `"$CONFORMANCE_BASE_URL"${quoted(request.path)}`,
    ...credentialOptions(request.credentials),
    ...headerOptions(request, body),
    ...(piped ? ["--data-binary @-"] : bodyOptions(request.method, body)),
  ].join(" ");
  return piped ? `printf %s ${body.toString("base64")} | base64 --decode | ${command}` : command;
}

/**
 * The commands for several requests in their order. What an answer gave for a later request is carried over in a shell
 * variable, where the request is simple enough; else a comment says what to put there.
 */
export function curlCommands(exchanges: readonly Pick<Exchange, "wire" | "response">[]): string {
  const [first] = exchanges;
  if (first === undefined) return "";
  if (exchanges.length === 1) return curlCommand(first.wire);
  const carriedOver = new Map<string, string>();
  const lines = exchanges.flatMap(({ wire, response }, index) => {
    const plain = curlCommand(wire);
    const own = textOf(wire);
    const named = [...carriedOver].filter(([id]) => own.includes(id));
    const canCarry = !plain.includes("$'") && !plain.startsWith("printf");
    const command = canCarry ? named.reduce((text, [id, name]) => text.replaceAll(id, `'"$${name}"'`), plain) : plain;
    const notes = canCarry
      ? []
      : named.map(([id, name]) => `# ${id} is what step ${name.slice("ID".length)} was given`);
    const rest = exchanges.slice(index + 1).map((later) => textOf(later.wire));
    const found = idsIn(response?.body ?? "").find(
      ({ id }) => !carriedOver.has(id) && !own.includes(id) && rest.some((text) => text.includes(id)),
    );
    const heading = `# step ${index + 1} of ${exchanges.length}`;
    if (found === undefined) return [heading, ...notes, command];
    const name = `ID${index + 1}`;
    carriedOver.set(found.id, name);
    const reading = `sed -n 's/.*"${found.field}" *: *"\\([^"]*\\)".*/\\1/p'`;
    return [heading, ...notes, `${name}=$(${command} | tee /dev/stderr | ${reading})`];
  });
  return lines.join("\n");
}

function textOf(wire: WireRequest): string {
  return `${wire.path} ${bodyOf(wire)}`;
}

/** Ids that an answer gives, with their fields. */
function idsIn(body: string): { readonly field: string; readonly id: string }[] {
  return [...body.matchAll(/"(\w*_id)"\s*:\s*"([\w-]{4,})"/g)].map(([, field = "", id = ""]) => ({ field, id }));
}

function bodyOf({ body }: WireRequest): Buffer {
  return typeof body === "string" ? Buffer.from(body) : Buffer.from(body ?? []);
}

/** Whether an argument can hold it: valid UTF-8 without a zero byte. */
function isText(body: Buffer): boolean {
  return !body.includes(0) && Buffer.from(body.toString("utf8")).equals(body);
}

/** What keeps curl from reading brackets as patterns and from resolving dots. */
function addressOptions(path: string): string[] {
  const options: string[] = [];
  if (/[[\]{}]/.test(path)) options.push("--globoff");
  if (/\/\.\.?(?:[/?]|$)/.test(path)) options.push("--path-as-is");
  return options;
}

function methodOptions(method: string, body: Buffer): string[] {
  if (method === "HEAD" && body.length === 0) return ["--head"];
  return method === "GET" && body.length === 0 ? [] : [`-X ${quoted(method)}`];
}

function credentialOptions(edit: CredentialsEdit): string[] {
  return CREDENTIAL_FIELDS[edit].map(({ place, name, value }) => {
    const text = carried(value);
    return place === "header" ? header(name, text) : `--url-query "${name}=${text}"`;
  });
}

/** A credential as the shell computes it between double quotes. */
function carried(value: Carried): string {
  switch (value.kind) {
    case "half":
      return value.before + CHANGES[value.change].inShell(`CONFORMANCE_${value.half}`);
    case "basic":
      return `Basic $(printf %s "$CONFORMANCE_API_KEY:$CONFORMANCE_API_SECRET" | base64 | tr -d '\\n')`;
    case "cookies":
      return cookieText("$CONFORMANCE_API_KEY", "$CONFORMANCE_API_SECRET");
    case "word":
      return value.word;
  }
}

/** A header whose value the shell expands. A semicolon instead of the colon makes curl send an empty value. */
function header(name: string, value: string): string {
  return value === "" ? `-H '${name};'` : `-H "${name}: ${value}"`;
}

/** The headers of the request. The content type that curl makes up is taken back when the request has none. */
function headerOptions(request: WireRequest, body: Buffer): string[] {
  const options = Object.entries(request.headers).map(([name, value]) => {
    const variable = variableIn(value);
    if (variable !== null) return header(name, `$${variable}`);
    return value === "" ? `-H ${quoted(`${name};`)}` : `-H ${quoted(`${name}: ${value}`)}`;
  });
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  if ((body.length > 0 || METHODS_WITH_BODY.has(request.method)) && !names.includes("content-type"))
    options.push("-H 'Content-Type:'");
  return options;
}

function bodyOptions(method: string, body: Buffer): string[] {
  if (body.length === 0 && !METHODS_WITH_BODY.has(method)) return [];
  // Unlike --data and --data-binary, --data-raw does not take a leading @ for the name of a file.
  return [`--data-raw ${quoted(body.toString("utf8"))}`];
}

/** One word for bash that means exactly this text. Characters that a terminal does not show are spelled out. */
function quoted(text: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return singleQuoted(text);
  const escaped = text.replace(/[\p{C}\p{Zl}\p{Zp}\\']/gu, (character) => {
    const short = SHORT_ESCAPES.get(character);
    return short ?? [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  });
  return `$'${escaped}'`;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\\", "\\\\"],
  ["'", "\\'"],
]);
