/** Runs a command in this process and tells what it printed and how it would end. */
import type { Command } from "commander";
import { vi } from "vitest";

export interface Captured {
  readonly output: string;
  readonly exitCode: number;
}

/** @throws whatever the command throws */
export async function captured(command: Command, words: readonly string[]): Promise<Captured> {
  let output = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  // A command takes the secrets out of the environment once it has read them.
  const environment = { ...process.env };
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await command.exitOverride().parseAsync([...words], { from: "user" });
    return { output, exitCode: Number(process.exitCode ?? 0) };
  } finally {
    Object.assign(process.env, environment);
    process.exitCode = before;
    write.mockRestore();
  }
}
