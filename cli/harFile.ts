/** `--har FILE`: every exchange of a run, written as it comes, so that a long run keeps none of it in memory. */
import { once } from "node:events";
import { open } from "node:fs/promises";
import type { Exchange } from "../client/model.js";
import { UsageError } from "../engine/settings/usageError.js";
import { harEntry, harFrame } from "../recorded/harEntry.js";
import { writeProblem } from "../reports/wholeFile.js";
import { SUITE_NAME, SUITE_VERSION } from "../version.js";

/** Exchanges that are held back: which case an exchange is of is told a little after it. */
const HELD = 100;

/** Takes the exchanges of a run. */
export interface HarFile {
  readonly onExchange: (exchange: Exchange) => void;
  readonly onCase: (exchange: Exchange, testCase: string) => void;
  /** Writes what is left. @returns why the file is not whole, or null */
  close(): Promise<string | null>;
}

/** Opens the file, replacing what stands there. @throws UsageError when it cannot be written */
export async function openHar(path: string): Promise<HarFile> {
  const file = await open(path, "w").catch((error: unknown) => {
    throw new UsageError(
      `The traffic cannot be written to ${path}: ${writeProblem(error)}. Name a file in a folder that you can write to.`,
    );
  });
  const stream = file.createWriteStream();
  let problem: string | null = null;
  stream.on("error", (error) => {
    problem ??= `The traffic in ${path} is not whole: ${writeProblem(error)}.`;
  });
  const [head, foot] = harFrame({ name: SUITE_NAME, version: SUITE_VERSION });
  stream.write(head);
  const held: Exchange[] = [];
  const cases = new WeakMap<Exchange, string>();
  let written = 0;
  const write = (most: number): void => {
    for (const exchange of held.splice(0, held.length - most))
      stream.write(`${written++ === 0 ? "" : ",\n"}${harEntry(exchange, cases.get(exchange) ?? null)}`);
  };
  return {
    onExchange: (exchange) => {
      held.push(exchange);
      if (held.length > 2 * HELD) write(HELD);
    },
    onCase: (exchange, testCase) => void cases.set(exchange, testCase),
    close: async () => {
      write(0);
      if (problem === null) {
        stream.end(foot);
        await once(stream, "close").catch(() => undefined);
      }
      return problem;
    },
  };
}
