/** An OpenAPI document as text. */

import { Document, visit } from "yaml";
import { fileJson, hasUnseen, unseenEscaped } from "../schemas/unseen.js";
import type { OpenApiDocument } from "./model.js";

export const OPENAPI_FORMATS = ["yaml", "json"] as const;
export type OpenApiFormat = (typeof OPENAPI_FORMATS)[number];

/** The document with a line feed at its end. */
export function renderOpenApi(document: OpenApiDocument, format: OpenApiFormat): string {
  switch (format) {
    case "json":
      return `${fileJson(document, 2)}\n`;
    case "yaml":
      return yamlText(document);
  }
}

/** YAML in which a text that holds what is not seen stands in a notation with escapes, on one line. */
function yamlText(document: OpenApiDocument): string {
  const yaml = new Document(document, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(yaml, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && hasUnseen(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  return unseenEscaped(yaml.toString({ lineWidth: 120 }));
}

/** The format that a file's name asks for: JSON for `.json`, else YAML. */
export function formatOf(path: string): OpenApiFormat {
  return path.toLowerCase().endsWith(".json") ? "json" : "yaml";
}
