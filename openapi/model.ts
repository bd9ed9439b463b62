/** The part of OpenAPI 3.1 that the contract needs, with extension fields that mark what it does not know. */

import type { Json } from "../schemas/json.js";

/** The gaps or contradictions of the contract document, at the place that they are about. */
export interface UnknownFields {
  /** Questions that the document leaves open and nothing has answered, by the id of the unknown. */
  readonly "x-not-shown"?: Readonly<Record<string, string>>;
  /** Where the document contradicts itself: each side, and which one a deployment takes. */
  readonly "x-conflicts"?: Readonly<Record<string, ConflictMark>>;
  /** What a run saw, by the id of the unknown, or by the keyword of a measured limit. */
  readonly "x-observed"?: Readonly<Record<string, ObservedMark>>;
}

export interface ConflictMark {
  readonly question: string;
  readonly documented: readonly string[];
  readonly answer?: string;
  readonly evidence?: string;
}

/** What was seen next to what is documented. */
export type ObservedMark =
  | { readonly documented: string; readonly answer: string; readonly evidence: string }
  | {
      /** Null when the document gives no limit. */
      readonly documented: number | string | null;
      /** Null when none was found. */
      readonly measured: number | string | null;
      readonly evidence: string;
    };

/** A JSON Schema, with our own annotations. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaObject;
  readonly items?: SchemaObject;
  readonly allOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly [extension: `x-${string}`]: unknown;
}

export interface Parameter extends UnknownFields {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required?: boolean;
  readonly style?: "form";
  readonly explode?: boolean;
  readonly schema: SchemaObject;
}

export type Content = Readonly<
  Record<
    string,
    { readonly schema: SchemaObject; readonly examples?: Readonly<Record<string, { readonly value: Json }>> }
  >
>;

export interface ResponseObject extends UnknownFields {
  readonly description: string;
  readonly content: Content;
}

export interface OperationObject extends UnknownFields {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly "x-section": string;
  /** `read` operations change nothing. */
  readonly "x-effect"?: "read" | "write";
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses?: Readonly<Record<string, ResponseObject>>;
}

export type PathItem = Readonly<Partial<Record<"get" | "post", OperationObject>>>;
