/**
 * A report with everything that it was made with, in one file: JSON, compressed with gzip, each part unchanged and with its
 * digest. The same parts make the same bytes, so that the digest of the file names them.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { UsageError } from "../engine/settings/usageError.js";
import { digestOf } from "../reports/digest.js";
import { isObject, parsedJson } from "../schemas/json.js";

const PARTS = ["report", "plan", "answers", "baseline", "traffic"] as const;
type Part = (typeof PARTS)[number];
/** The texts of the existing parts. */
export type Parts = Partial<Readonly<Record<Part, string>>>;

const KIND = "ppconform-bundle";

export function packed(parts: Parts): Buffer {
  const given = PARTS.flatMap((name) => {
    const text = parts[name];
    return text === undefined ? [] : [[name, { digest: digestOf(text), text }] as const];
  });
  return gzipSync(JSON.stringify({ kind: KIND, format: 1, parts: Object.fromEntries(given) }));
}

/** Whether bytes begin like a bundle. */
export function isPacked(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The parts of a bundle, and which of them do not match their digest. @throws UsageError for anything else */
export function unpacked(bytes: Buffer, file: string): { readonly parts: Parts; readonly changed: readonly Part[] } {
  const none = new UsageError(`${file} is not a bundle. Name what "ppconform bundle" wrote, or a report.json.`);
  let value: unknown;
  try {
    value = parsedJson(gunzipSync(bytes).toString("utf8"));
  } catch {
    throw none;
  }
  if (!isObject(value) || value.kind !== KIND || !isObject(value.parts)) throw none;
  const parts: Partial<Record<Part, string>> = {};
  const changed: Part[] = [];
  for (const name of PARTS) {
    const part = value.parts[name];
    if (!isObject(part) || typeof part.text !== "string") continue;
    parts[name] = part.text;
    if (part.digest !== digestOf(part.text)) changed.push(name);
  }
  if (parts.report === undefined) throw none;
  return { parts, changed };
}
