/** What is beside the documented methods and paths (section 4), and how bodies may be labelled (section 1). */
import type { WireRequest } from "../../client/model.js";
import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../engine/model.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { OPERATIONS, type OperationId, VERSION_HEADER } from "../../schemas/operations.js";
import { inquiryCase, type Reply, templateOf } from "./observing.js";
import { gathered, outcome, readOutcome, shown } from "./texts.js";

function read(path: string, method = "GET"): WireRequest {
  return { method, path, headers: { accept: "application/json" }, body: null, credentials: "valid" };
}

/** How a method is answered, in few words: with a header that says which ones are served. */
function methodWords(reply: Reply): string {
  const allow = reply.exchange.response?.headers.allow;
  return `${reply.status ?? "no answer"}${allow === undefined ? "" : ` with Allow ${allow}`}`;
}

/** Another method on an operation's path. Methods that may change something are sent only where writing is permitted. */
function methods(operation: OperationId, target: Target): Case[] {
  const { path, method, errorStatuses } = OPERATIONS[operation];
  if (errorStatuses.includes(405)) return [];
  const safe = method === "GET" ? [] : ["GET"];
  const unsafe = ["POST", "PUT", "PATCH", "DELETE"].filter((other) => other !== method);
  const tried = [...safe, ...(target.noWrites === null ? unsafe : [])];
  const unknownId = `unknown.${operation}.methodStatus`;
  if (tried.length === 0) return [];
  return [
    inquiryCase(operation, unknownId, 1, null, async (inquiry) => {
      const answers: [string, string][] = [];
      let evidence: Reply | null = null;
      for (const other of tried) {
        const reply = await inquiry.send(read(path, other), "failures");
        answers.push([other, methodWords(reply)]);
        evidence ??= reply;
      }
      const [first] = tried;
      if (evidence === null || first === undefined) return;
      const stranger = await inquiry.send({ ...read(path, first), credentials: "neither" }, "failures");
      answers.push([`${first} without credentials`, methodWords(stranger)]);
      inquiry.answer(unknownId, gathered(answers), evidence);
    }),
  ];
}

/** Paths that the document does not have: whatever they answer is nobody's fault. */
function paths(target: Target): Case {
  return inquiryCase("listBalances", "paths", 1, null, async (inquiry) => {
    const unknown = await inquiry.send(read("/api/ppconform-unknown"), "nothing");
    inquiry.answer("unknown.unknownPath", outcome(unknown), unknown);
    const { path } = OPERATIONS.listBalances;
    const variants = [
      ["a trailing slash", `${path}/`],
      ["a doubled slash", path.replace("/api/", "/api//")],
      ["upper case", path.toUpperCase()],
    ] as const;
    const tried: [string, string][] = [];
    let evidence = unknown;
    for (const [label, variant] of variants) {
      evidence = await inquiry.send(read(variant), "nothing");
      tried.push([label, outcome(evidence)]);
    }
    inquiry.answer("unknown.pathVariants", gathered(tried), evidence);
    // Without permission to write, a target sees nothing but GET.
    if (target.noWrites !== null) return;
    const heads: [string, string][] = [];
    for (const operation of ["listBalances", "createRecipient"] as const) {
      for (const method of ["HEAD", "OPTIONS"]) {
        evidence = await inquiry.send(read(OPERATIONS[operation].path, method), "nothing");
        heads.push([`${method} ${OPERATIONS[operation].path}`, methodWords(evidence)]);
      }
    }
    inquiry.answer("unknown.headAndOptions", gathered(heads), evidence);
  });
}

/** The detail of returns: its path is mentioned, nothing else (section 4.10). */
function returnDetail(target: Target): Case {
  return inquiryCase("getTransferDetail", "returnDetail", 2, null, async (inquiry) => {
    const path = "/api/transactions/return/detail";
    const id = target.transfers.find(({ detail }) => detail.status === "completed")?.transactionId;
    const queries = {
      "no parameter": "",
      ...(id === undefined ? {} : { "transaction_id of a transfer": `?transaction_id=${encodeURIComponent(id)}` }),
    };
    const tried: [string, string][] = [];
    let evidence: Reply | null = null;
    let fields: string[] = [];
    for (const [label, query] of Object.entries(queries)) {
      evidence = await inquiry.send(read(path + query), "nothing");
      tried.push([label, outcome(evidence)]);
      fields = Object.keys(evidence.body).sort();
    }
    if (evidence === null) return;
    inquiry.answer("unknown.returnDetail.parameters", gathered(tried), evidence);
    inquiry.answer(
      "unknown.returnDetail.response",
      fields.length === 0 ? `no return was found: ${gathered(tried)}` : fields.join(", "),
      evidence,
    );
  });
}

/** A JSON body under other labels, and one whose names repeat. */
function bodies(template: Template): Case[] {
  const labels: readonly (readonly [string, string | null])[] = [
    ["application/json; charset=utf-8", "application/json; charset=utf-8"],
    ["text/plain", "text/plain"],
    ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
    ["application/octet-stream", "application/octet-stream"],
    ["none", null],
  ];
  return [
    inquiryCase("createRecipient", "requestMediaType", 1, template, async (inquiry) => {
      const tried: [string, string][] = [];
      let evidence: Reply | null = null;
      for (const [label, contentType] of labels) {
        const edit: Edit = { kind: "header", name: "Content-Type", value: contentType };
        const reply = await inquiry.ask(template, edit);
        tried.push([label, outcome(reply)]);
        evidence = evidence === null || !reply.accepted ? reply : evidence;
      }
      if (evidence !== null) inquiry.answer("unknown.requestMediaType", gathered(tried), evidence);
    }),
    inquiryCase("createRecipient", "repeatedObjectKeys", 2, template, async (inquiry) => {
      const render = (json: string) =>
        json
          .replace(/^\{/, '{"business_name":"The first of two",')
          .replace(/\}$/, ',"business_name":"The last of two"}');
      const reply = await inquiry.ask(template, {
        kind: "raw",
        render,
        contentType: "application/json",
        label: "business_name three times",
      });
      const name = reply.body.business_name;
      const winner =
        name === "The first of two" ? ", the first counts" : name === "The last of two" ? ", the last counts" : "";
      inquiry.answer("unknown.repeatedObjectKeys", `${outcome(reply)}${reply.accepted ? winner : ""}`, reply);
    }),
    inquiryCase("createRecipient", "largestBody", 2, template, async (inquiry) => {
      const render = (json: string) => json.replace(/^\{/, `{${" ".repeat(1024 * 1024)}`);
      // A gateway before the service may stop a large body, in words of its own.
      const reply = await inquiry.ask(
        template,
        { kind: "raw", render, contentType: "application/json", label: "1 MiB of blanks in the body" },
        { strictness: "nothing" },
      );
      inquiry.answer("unknown.largestBody", `a body of 1 MiB, most of it blanks, is ${outcome(reply)}`, reply);
    }),
  ];
}

/** Bodies that are no JSON: the status and the code. Whether they are refused is judged elsewhere. */
function malformedBody(operation: "createRecipient" | "uploadFile" | "createCustomer", template: Template): Case {
  const unknownId = `unknown.${operation}.malformedBody`;
  return inquiryCase(operation, unknownId, 1, template, async (inquiry) => {
    const render = (json: string) => json.slice(0, -1);
    const reply = await inquiry.ask(template, {
      kind: "raw",
      render,
      contentType: "application/json",
      label: "JSON without its last brace",
    });
    inquiry.answer(unknownId, outcome(reply), reply);
  });
}

/** A read with a version: whether it changes anything. */
function versionOnReads(): Case {
  return inquiryCase("listBalances", "apiVersionOnReads", 1, null, async (inquiry) => {
    const { path } = OPERATIONS.listBalances;
    const plain = await inquiry.send(read(path), "errors");
    const tried: [string, string][] = [];
    let evidence = plain;
    for (const version of ["2024-12-01", "2026-08-31", "1999-01-01"]) {
      const request = read(path);
      const reply = await inquiry.send(
        { ...request, headers: { ...request.headers, [VERSION_HEADER.toLowerCase()]: version } },
        "errors",
      );
      const same = reply.status === plain.status && shown(fieldNames(reply.value)) === shown(fieldNames(plain.value));
      tried.push([version, same ? "no change" : readOutcome(reply)]);
      evidence = same ? evidence : reply;
    }
    inquiry.answer("unknown.apiVersionOnReads", gathered(tried), evidence);
  });
}

function fieldNames(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(fieldNames))].sort();
  return typeof value === "object" && value !== null ? Object.keys(value).sort() : [];
}

/** The open points about methods on an operation's path. */
export function methodPoints(operation: OperationId): CheckGroup {
  return group(operation, [], (target) => methods(operation, target));
}

/** The open points beside the documented reads. */
export function readSurroundings(): CheckGroup {
  return group("listBalances", [], (target) => [paths(target), versionOnReads(), returnDetail(target)]);
}

/** The open points of how a body is labelled and written. */
export function bodyPoints(operation: "createRecipient" | "uploadFile" | "createCustomer"): CheckGroup {
  return group(operation, [], (target) => {
    const template =
      operation === "createRecipient" ? templateOf(target, operation, "bank") : target.templates[operation][0];
    if (template === undefined) return [];
    return [malformedBody(operation, template), ...(operation === "createRecipient" ? bodies(template) : [])];
  });
}
