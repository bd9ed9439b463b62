/** The bytes of a file that a user names, or of standard input. */
import { createReadStream } from "node:fs";
import { reasonOf, UsageError } from "../engine/settings/usageError.js";

/** Most bytes that are read; a longer text does not fit into one string with room to spare. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Reads a file.
 * @param file its path; `-` for standard input
 * @param fix what to do when it cannot be read, as a sentence
 * @throws UsageError when it cannot be read, or is too large
 */
export async function inputBytes(file: string, fix = ""): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const source = file === "-" ? process.stdin : createReadStream(file);
  try {
    for await (const chunk of source) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      if (bytes > LARGEST)
        throw new UsageError(`${file} has more than ${LARGEST / 1024 / 1024} MiB. Record less, or split the file.`);
      chunks.push(part);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}. ${fix}`.trim());
  }
  return Buffer.concat(chunks);
}
