/** An OpenAPI document as text. */
import { stringify } from "yaml";
import type { OpenApiDocument } from "./model.js";

export const OPENAPI_FORMATS = ["yaml", "json"] as const;
export type OpenApiFormat = (typeof OPENAPI_FORMATS)[number];

/** The document with a line feed at its end. */
export function renderOpenApi(document: OpenApiDocument, format: OpenApiFormat): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(document, null, 2)}\n`;
    case "yaml":
      return stringify(document, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 120 });
  }
}

/** The format that a file's name asks for: JSON for `.json`, else YAML. */
export function formatOf(path: string): OpenApiFormat {
  return path.toLowerCase().endsWith(".json") ? "json" : "yaml";
}
