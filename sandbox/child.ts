import { type SandboxCredentials, type SandboxOptions, startSandbox } from "./server.js";
import { SandboxUsageError } from "./usageError.js";

/** What the process of an embedded sandbox reports to the one that started it. */
export type ChildReport =
  | {
      readonly kind: "serving";
      readonly baseUrl: string;
      readonly port: number;
      readonly credentials: SandboxCredentials;
    }
  | { readonly kind: "failed"; readonly message: string; readonly usage: boolean };

const report = (message: ChildReport): void => {
  // The process that started it may be gone: then it ends silently.
  process.send?.(message, undefined, undefined, () => {});
};

process.once("message", (options: SandboxOptions) => {
  startSandbox(options).then(
    ({ baseUrl, port, credentials }) => report({ kind: "serving", baseUrl, port, credentials }),
    (error: unknown) =>
      report({
        kind: "failed",
        message: error instanceof Error ? error.message : String(error),
        usage: error instanceof SandboxUsageError,
      }),
  );
});
// The starting process decides when this one ends: by closing the channel, or by ending itself.
process.once("disconnect", () => process.exit(0));
// An interrupt from the terminal reaches both; the other one still needs the sandbox to finish its report.
process.on("SIGINT", () => {});
