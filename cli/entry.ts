/** A command as the program lists it before its code is loaded. */
import type { Command } from "commander";

/** A command whose code is loaded when it is called: no command waits for what only another one needs. */
export interface Entry {
  readonly name: string;
  /** What it does, in the list of all commands. */
  readonly summary: string;
  readonly group: "Judge:" | "Inspect:" | "Webhooks:" | "Set up:";
  /** Example calls, each with what it does where that is not obvious. */
  readonly examples: readonly (readonly [call: string, does?: string])[];
  load(): Promise<Command>;
}
