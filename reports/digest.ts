/** Digests by which a report names what it was made with: equal digests mean the same text. */
import { createHash } from "node:crypto";

/** `sha256:` and 64 hexadecimal digits. */
export function digestOf(text: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
