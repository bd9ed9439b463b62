/**
 * A partner payments service written from the document alone by people who never saw this repository's own: nothing but
 * node:http, a chain of filters, and this company's choices wherever the document is silent.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { authenticate, checkVersion, issuePairs } from "./access.mjs";
import { PRESETS } from "./choices.mjs";
import { openBooks } from "./data.mjs";
import { FAULTS, findFault } from "./faults.mjs";
import { isObject } from "./inspection.mjs";
import { copyJson, writeJson } from "./json.mjs";
import { OPERATIONS } from "./operations.mjs";
import { errorBody, Refusal } from "./refusal.mjs";
import { buildRules } from "./rules.mjs";

export { FAULTS, PRESETS };

/** @typedef {import("./server.mjs").Call} Call */
/** @typedef {import("./server.mjs").Choices} Choices */
/** @typedef {import("./server.mjs").Reply} Reply */

const ROUTES = new Map([
  ["/api/recipients/create", ["POST", "createRecipient"]],
  ["/api/files/upload", ["POST", "uploadFile"]],
  ["/api/customers/create", ["POST", "createCustomer"]],
  ["/api/transactions/transfer/detail", ["GET", "getTransferDetail"]],
  ["/api/transactions", ["GET", "listTransactions"]],
  ["/api/transactions/transfer/receipt", ["GET", "getTransferReceipt"]],
  ["/api/balances", ["GET", "listBalances"]],
  ["/api/transactions/detail", ["GET", "getDepositDetail"]],
]);
const UPDATE = /^\/api\/recipients\/([^/]+)\/update$/;

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} path */
function route(path) {
  const found = ROUTES.get(path);
  if (found !== undefined) return { method: found[0], operation: found[1], recipientId: "" };
  const update = UPDATE.exec(path);
  if (update === null) return undefined;
  return { method: "POST", operation: "updateRecipient", recipientId: decoded(update[1] ?? "") };
}

/** @param {Choices} choices @returns {(prefix: string) => string} */
function idSource(choices) {
  const batch = randomBytes(3).toString("hex");
  let issued = 0;
  return (prefix) => {
    issued += 1;
    if (choices.idStyle === "uuid") return prefix + randomUUID();
    if (choices.idStyle === "counter") return prefix + String(1_000_000_000 + issued);
    return prefix + `${issued.toString(36).padStart(8, "0")}${batch}`.toUpperCase();
  };
}

/** @param {Choices} choices */
function openStore(choices) {
  const nextId = idSource(choices);
  const { entries, wallets } = openBooks(choices, nextId);
  return {
    nextId,
    entries,
    wallets,
    entriesById: new Map(entries.map((entry) => [entry.id, entry])),
    entriesByPartnerId: new Map(entries.map((entry) => [entry.partnerId, entry])),
    recipients: new Map(),
    recipientsByPartnerId: new Map(),
    customersByPartnerId: new Map(),
    files: new Map(),
  };
}

/** The same body with a field of this company's own in every object: the document does not forbid more than it lists. */
function withExtras(value) {
  if (Array.isArray(value)) return value.map(withExtras);
  if (!isObject(value)) return value;
  const more = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withExtras(item)]));
  return { ...more, internal_revision: 7 };
}

/** The filters, then the operation. @param {Call} call @returns {Reply} @throws {Refusal} */
function serve(call) {
  const { choices, hook } = call;
  authenticate(call);
  if (call.operation === undefined) throw new Refusal(404, "unknown", ["there is nothing here"]);
  if (!hook("methodAllowed", call.method === call.allowedMethod, call)) {
    const status = call.operation === "updateRecipient" ? 405 : choices.wrongMethodStatus;
    throw new Refusal(status, "method", [`${call.method} is not served here`]);
  }
  const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(call.headers["content-type"] ?? "");
  if (choices.jsonMediaTypeRequired && call.method === "POST" && !json)
    throw new Refusal(call.operation === "updateRecipient" ? 400 : 415, "malformed", ["the body must be JSON"]);
  checkVersion(call);
  const body = OPERATIONS[call.operation](call);
  return {
    status: choices.createdStatus[call.operation] ?? 200,
    body: choices.extraFields ? withExtras(body) : body,
    mediaType: choices.mediaType,
    text: undefined,
  };
}

/** What a refusal, or a failure of this program, is answered with. @param {unknown} error @param {Call} call @returns {Reply} */
function refused(error, call) {
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal(500, "internal", ["the service could not do this, please try later"]);
  return {
    status: refusal.status,
    body: errorBody(refusal, call.choices),
    mediaType: call.choices.errorMediaType,
    text: undefined,
  };
}

/** @param {Call} call @returns {Reply} */
function answer(call) {
  let reply;
  try {
    reply = serve(call);
  } catch (error) {
    reply = refused(error, call);
  }
  if (!call.fault?.reply) return reply;
  try {
    // A fault may change the answer it is given, and the books must not change with it.
    return call.hook("reply", { ...reply, body: copyJson(reply.body) }, call);
  } catch (error) {
    return refused(error, call);
  }
}

/** @param {string} name @param {Choices["headerCase"]} headerCase */
function headerName(name, headerCase) {
  if (headerCase === "lower") return name.toLowerCase();
  return headerCase === "upper" ? name.toUpperCase() : name;
}

/** @param {import("node:http").ServerResponse} response @param {Reply} reply @param {Call} call */
function send(response, reply, call) {
  const { choices } = call;
  const content = Buffer.from(reply.text ?? writeJson(reply.body, choices.jsonStyle), "utf8");
  const headers = [];
  const add = (name, value) => headers.push(headerName(name, choices.headerCase), value);
  if (reply.mediaType !== "") add("Content-Type", reply.mediaType);
  if (reply.status === 405) add("Allow", call.allowedMethod ?? "POST");
  if (choices.connection === "close") add("Connection", "close");
  if (choices.bodyFraming === "length") add("Content-Length", String(content.length));
  const reason = reply.status < 300 && choices.reasonPhrase !== null ? choices.reasonPhrase : undefined;
  if (reason === undefined) response.writeHead(reply.status, headers);
  else response.writeHead(reply.status, reason, headers);
  if (choices.bodyFraming === "chunked" && content.length > 1) response.write(content.subarray(0, content.length >> 1));
  response.end(
    choices.bodyFraming === "chunked" && content.length > 1 ? content.subarray(content.length >> 1) : content,
  );
}

/** @param {Choices} choices @param {import("./faults.mjs").Fault | undefined} fault */
function service(choices, fault) {
  const store = openStore(choices);
  const pairs = issuePairs();
  const rules = buildRules(choices);
  fault?.rules?.(rules, choices);
  const hook =
    fault === undefined
      ? (_name, value) => value
      : (name, value, ...rest) => (fault[name] ? fault[name](value, ...rest) : value);
  const memory = new Map();
  let inFlight = 0;

  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response @param {Buffer} raw */
  function handle(request, response, raw) {
    const [path = "", search = ""] = (request.url ?? "").split(/\?(.*)/s);
    const found = route(path);
    /** @type {Call} */
    const call = {
      operation: found?.operation,
      allowedMethod: found?.method,
      recipientId: found?.recipientId ?? "",
      method: request.method ?? "",
      path,
      query: new URLSearchParams(search),
      headers: request.headers,
      raw,
      choices,
      rules,
      store,
      pairs,
      fault,
      hook,
      memory,
      inFlight: () => inFlight,
    };
    send(response, answer(call), call);
  }

  const server = createServer((request, response) => {
    inFlight += 1;
    response.once("close", () => {
      inFlight -= 1;
    });
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks);
      if (fault?.latency) setTimeout(handle, fault.latency, request, response, raw);
      else handle(request, response, raw);
    });
  });
  return { server, pairs };
}

/**
 * Starts one company's service on 127.0.0.1.
 * @param {import("./server.mjs").OutsiderOptions} [options]
 * @returns {Promise<import("./server.mjs").Outsider>}
 * @throws {Error} when there is no such preset or fault
 */
export async function startOutsider(options = {}) {
  const preset = PRESETS[options.preset ?? "ledgerhouse"];
  if (preset === undefined)
    throw new Error(`there is no preset "${options.preset}"; there are ${Object.keys(PRESETS).join(", ")}`);
  const { server, pairs } = service({ ...preset, ...options.choices }, findFault(options.fault ?? null));
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: {
      apiKey: pairs.full.key,
      apiSecret: pairs.full.secret,
      restrictedApiKey: pairs.restricted.key,
      restrictedApiSecret: pairs.restricted.secret,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {string[]} words */
function readWords(words) {
  const read = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
  return {
    port: Number(read("--port") ?? 0),
    preset: read("--preset"),
    fault: read("--fault"),
    listFaults: words.includes("--list-faults"),
  };
}

async function main() {
  const { listFaults, ...options } = readWords(process.argv.slice(2));
  if (listFaults) {
    for (const { id, level, rule, describe } of FAULTS) console.log(`${id}\t${level}\t${rule}\t${describe}`);
    return;
  }
  const outsider = await startOutsider(options);
  console.log(`CONFORMANCE_BASE_URL=${outsider.baseUrl}`);
  console.log(`CONFORMANCE_API_KEY=${outsider.credentials.apiKey}`);
  console.log(`CONFORMANCE_API_SECRET=${outsider.credentials.apiSecret}`);
  console.log(`CONFORMANCE_RESTRICTED_API_KEY=${outsider.credentials.restrictedApiKey}`);
  console.log(`CONFORMANCE_RESTRICTED_API_SECRET=${outsider.credentials.restrictedApiSecret}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
