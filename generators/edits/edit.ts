/**
 * Templates, edits, and the request that the two make together.
 * A template is a request that a conforming deployment accepts; an edit changes one thing of it.
 */
import type { CredentialsEdit, WireRequest } from "../../client/model.js";
import { type Json, type JsonObject, type Pointer, pointerText, valueAt, withValueAt } from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { fitText } from "../texts/fit.js";
import { type FreshText, redrawnSample, withFreshTexts } from "../texts/freshTexts.js";
import { addressLike } from "../texts/walletAddress.js";

/** A realistic request that a conforming deployment accepts: the control. */
export interface Template {
  /** Unique within its operation: `bank-1`. */
  readonly id: string;
  readonly operation: OperationId;
  readonly body: JsonObject | null;
  readonly query: Readonly<Record<string, string>>;
  /** Values of the path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Api-Version to send, or null for none. */
  readonly version: string | null;
  /** The body's field that must be new in each request (a partner's own id), or null. */
  readonly freshField: string | null;
  /** Texts that should be new in each request, because a service may refuse them a second time. Absent: none. */
  readonly freshTexts?: readonly FreshText[];
  /** What was left out because the service refuses it in a request like this: only cases about it send it. */
  readonly omitted?: readonly { readonly at: Pointer; readonly value: Json }[];
  /** The template before anything was changed for a service that refuses it. */
  readonly unfitted?: Template;
}

/** The id of the template that another one was made from. */
export function originOf({ id }: Template): string {
  return id.split(" ")[0] ?? id;
}

/** The kind of a template: those of one kind can replace each other. Its id is the kind and a number. */
export function templateKind({ id }: Template): string {
  return /^([a-z]+)-\d/.exec(id)?.[1] ?? "";
}

/** What a template works on, where that is something that the run made: its id; undefined where it works on nothing. */
export function resourceOf({ operation, path }: Template): string | undefined {
  const { worksOn } = operationOf(operation);
  return worksOn === undefined ? undefined : path[worksOn];
}

/** The template for another resource. @param id of the one to work on */
export function placedOn<Placed extends Template>(template: Placed, id: string): Placed {
  const { worksOn } = operationOf(template.operation);
  return worksOn === undefined ? template : { ...template, path: { ...template.path, [worksOn]: id } };
}

/** One change to a template. */
export type Edit =
  | {
      readonly kind: "set";
      readonly at: Pointer;
      readonly value: Json;
      /** The value is a text that is generated again for each request: as a sample of its kind, or as an address like it. */
      readonly fresh?: "sample" | "wallet";
    }
  | { readonly kind: "remove"; readonly at: Pointer }
  /** Cuts or lengthens a text to a number of characters, keeping its beginning: for ids that must stay unique. */
  | { readonly kind: "fit"; readonly at: Pointer; readonly length: number; readonly content?: keyof typeof OF_CONTENT }
  /** Edits of the body at separate places, one after the other. */
  | { readonly kind: "several"; readonly edits: readonly BodyEdit[] }
  /** Replaces the body by a text, or by bytes, made from the JSON that the control would have sent. */
  | {
      readonly kind: "raw";
      readonly render: (json: string) => string | Uint8Array;
      readonly contentType: string | null;
      readonly label: string;
      /** The text is another notation of the same JSON value. */
      readonly sameValue?: true;
    }
  | { readonly kind: "header"; readonly name: string; readonly value: string | null }
  | { readonly kind: "query"; readonly name: string; readonly value: string | null }
  | { readonly kind: "method"; readonly method: string }
  | { readonly kind: "path"; readonly parameter: string; readonly value: string }
  | { readonly kind: "credentials"; readonly credentials: CredentialsEdit };

/** A change to one place of the body. */
export type BodyEdit = Extract<Edit, { readonly at: Pointer }>;

/** Whether an edit changes one place of the body. */
export function isBodyEdit(edit: Edit): edit is BodyEdit {
  return "at" in edit;
}

/** What an edit changes, from what to what, in words. Absent values are null. */
export interface EditSummary {
  readonly at: string;
  readonly from: Json;
  readonly to: Json;
}

/** A request with the parsed body that it carries; `sent` is undefined when the body is not JSON or absent. */
export interface Materialised {
  readonly wire: WireRequest;
  readonly sent: Json | undefined;
  readonly summary: EditSummary | null;
}

const JSON_TYPE = "application/json";

function pathOf(template: Template, parameters: Readonly<Record<string, string>>): string {
  return operationOf(template.operation).path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
}

function queryText(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join("="));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function valueSet({ value, fresh }: Edit & { readonly kind: "set" }, key: string): Json {
  if (fresh === undefined || typeof value !== "string") return value;
  return fresh === "wallet" ? addressLike(value, key) : redrawnSample(value, key);
}

/** A partner's id in other characters, still unique. */
const OF_CONTENT = {
  letters: (text: string) => text.replaceAll(/[0-9]/g, (digit) => String.fromCharCode(0x41 + Number(digit))),
  dashes: (text: string) => text.replace(/^(.{3})./, "$1-").replace(/.(.)$/, "-$1"),
} as const;

function applyToBody(body: Json, edit: Edit, key: string): Json {
  switch (edit.kind) {
    case "set":
      return withValueAt(body, edit.at, valueSet(edit, `edit ${key}`));
    case "remove":
      return withValueAt(body, edit.at, undefined);
    case "fit": {
      const value = valueAt(body, edit.at);
      const text = fitText(typeof value === "string" ? value : "", edit.length, "lower");
      return withValueAt(body, edit.at, edit.content === undefined ? text : OF_CONTENT[edit.content](text));
    }
    case "several":
      return edit.edits.reduce((changed, one) => applyToBody(changed, one, key), body);
    default:
      return body;
  }
}

function summarise(template: Template, before: Json | undefined, after: Json | undefined, edit: Edit): EditSummary {
  const operation = operationOf(template.operation);
  const valueIn = (body: Json | undefined, at: Pointer): Json => valueAt(body, at) ?? null;
  switch (edit.kind) {
    case "set":
    case "remove":
    case "fit":
      return { at: pointerText(edit.at) || "body", from: valueIn(before, edit.at), to: valueIn(after, edit.at) };
    case "several": {
      const places = edit.edits.map(({ at }) => at);
      const values = (body: Json | undefined): Json =>
        Object.fromEntries(places.map((at) => [pointerText(at), valueIn(body, at)]));
      return { at: places.map(pointerText).join(" and "), from: values(before), to: values(after) };
    }
    case "raw":
      return { at: "body", from: "a JSON object", to: edit.label };
    case "header": {
      const from = edit.name === operation.version?.header ? template.version : null;
      return { at: `header ${edit.name}`, from, to: edit.value };
    }
    case "query":
      return { at: `query ${edit.name}`, from: template.query[edit.name] ?? null, to: edit.value };
    case "method":
      return { at: "method", from: operation.method, to: edit.method };
    case "path":
      return { at: `path ${edit.parameter}`, from: template.path[edit.parameter] ?? null, to: edit.value };
    case "credentials":
      return { at: "credentials", from: "valid", to: edit.credentials };
  }
}

function freshBody({ body, freshField, freshTexts }: Template, freshValue: string): JsonObject | null {
  if (body === null) return null;
  const fresh = freshTexts === undefined ? body : withFreshTexts(body, freshTexts, freshValue);
  return freshField === null ? fresh : { ...fresh, [freshField]: freshValue };
}

/**
 * The template with its fresh texts generated once: each request has the same, and only the partner's own id is new.
 * @param key the same key gives the same texts
 */
export function withTextsOf(template: Template, key: string): Template {
  const { freshTexts, ...rest } = template;
  if (template.body === null || freshTexts === undefined) return template;
  return { ...rest, body: withFreshTexts(template.body, freshTexts, key) };
}

/**
 * The body that a template and at most one edit make, as parsed JSON: what the referee asks, without making the request.
 * Undefined where there is none, or it is not JSON.
 */
export function bodyMade(template: Template, edit: Edit | null, freshValue: string): Json | undefined {
  if (edit?.kind === "raw" && edit.sameValue !== true) return undefined;
  const base: Json | undefined = freshBody(template, freshValue) ?? undefined;
  return base === undefined || edit === null ? base : applyToBody(base, edit, freshValue);
}

/**
 * The request that a template and at most one edit make.
 * @param freshValue the value of the template's fresh field in this request
 */
export function materialise(template: Template, edit: Edit | null, freshValue: string): Materialised {
  const operation = operationOf(template.operation);
  const base: Json | undefined = freshBody(template, freshValue) ?? undefined;
  const { version } = operation;
  let sent = base === undefined || edit === null ? base : applyToBody(base, edit, freshValue);
  let text: string | Uint8Array | null = sent === undefined ? null : JSON.stringify(sent);
  const headers: Record<string, string> = { accept: JSON_TYPE };
  if (text !== null) headers["content-type"] = JSON_TYPE;
  if (template.version !== null && version !== null) headers[version.header.toLowerCase()] = template.version;
  let query = template.query;
  let parameters = template.path;
  let method: string = operation.method;
  let credentials: CredentialsEdit = "valid";
  switch (edit?.kind) {
    case "raw":
      text = edit.render(sent === undefined ? "" : JSON.stringify(sent));
      if (edit.sameValue !== true) sent = undefined;
      delete headers["content-type"];
      if (edit.contentType !== null) headers["content-type"] = edit.contentType;
      break;
    case "header":
      delete headers[edit.name.toLowerCase()];
      if (edit.value !== null) headers[edit.name.toLowerCase()] = edit.value;
      break;
    case "query": {
      const { [edit.name]: _removed, ...rest } = query;
      query = edit.value === null ? rest : { ...rest, [edit.name]: edit.value };
      break;
    }
    case "method":
      method = edit.method;
      if (method === "GET" || method === "HEAD") {
        text = null;
        delete headers["content-type"];
      }
      break;
    case "path":
      parameters = { ...parameters, [edit.parameter]: edit.value };
      break;
    case "credentials":
      credentials = edit.credentials;
      break;
    default:
      break;
  }
  return {
    wire: { method, path: pathOf(template, parameters) + queryText(query), headers, body: text, credentials },
    sent,
    summary: edit === null ? null : summarise(template, base, sent, edit),
  };
}
