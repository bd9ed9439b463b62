/** Requests that no template makes, and what their answers hold. */
import type { WireRequest } from "../../client/model.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { isObject, type JsonRecord } from "../../schemas/json.js";
import type { Inquiry, Reply } from "./observing.js";
import { sorted } from "./texts.js";

/** A request without a body. */
export function readRequest(path: string, method = "GET"): WireRequest {
  return { method, path, headers: { accept: "application/json" }, body: null, credentials: "valid" };
}

/** The names of an object's members, or those of all objects of a list. */
export function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return sorted(value.flatMap(namesOf));
  return isObject(value) ? Object.keys(value).sort() : [];
}

/** Parameters of a query. */
export type Query = Readonly<Record<string, string>>;

/** Reads the list. */
export function readPage(asked: Inquiry, query: Query): Promise<Reply> {
  return asked.ask(readTemplate("listTransactions", query), null);
}

/** Items of a page that is a list of objects. */
export function itemsOf(reply: Reply): JsonRecord[] {
  return Array.isArray(reply.body.items) ? reply.body.items.filter(isObject) : [];
}
