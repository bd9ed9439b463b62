/** The types of members of a report, each with its description. */
import { type SchemaOptions, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { Json } from "../../schemas/json.js";
import type { Subject } from "../../schemas/operation.js";
import { SUBJECTS } from "../../schemas/operations.js";

export function text(description: string, options: { minLength?: number; format?: string; pattern?: string } = {}) {
  return Type.String({ description, ...options });
}

export const name = (description: string) => text(description, { minLength: 1 });
export const moment = (description: string) => text(description, { format: "date-time" });
export const count = (description: string, minimum = 0) => Type.Integer({ description, minimum });
export const length = (description: string) => Type.Number({ description, minimum: 0 });
export const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
export const textOrNull = (description: string) => orNull(Type.String(), description);
export const list = <T extends TSchema>(items: T, description: string, minItems?: number) =>
  Type.Array(items, { description, ...(minItems === undefined ? {} : { minItems }) });
export const names = (description: string, minItems?: number) => list(Type.String(), description, minItems);
export const optional = Type.Optional;

export function oneOf<const T extends readonly string[]>(values: T, description: string) {
  return Type.Unsafe<T[number]>({ enum: [...values], description });
}

export function object<T extends TProperties>(properties: T, description: string, more: SchemaOptions = {}) {
  return Type.Object(properties, { description, additionalProperties: false, ...more });
}

export const value = (description: string) => Type.Unsafe<unknown>({ description });
export const json = (description: string) => Type.Unsafe<Json>({ description });

export const subject = Type.Unsafe<Subject>({
  $id: "subject",
  enum: [...SUBJECTS],
  description: "An operation of the contract, or the deliveries of the service.",
});

export const headers = Type.Record(Type.String(), Type.String(), {
  $id: "headers",
  description: "Header fields by name; credentials are placeholders.",
});

export const digest = (description: string) => text(description, { pattern: "^sha256:[0-9a-f]{64}$" });
