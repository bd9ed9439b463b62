export { UsageError } from "../../schemas/usageError.js";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file",
  EACCES: "permission denied",
  EPERM: "permission denied",
};

/** Whether an error is the system's: something is wrong with a file, a folder or a socket. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}

/** Why a file cannot be read, in words. */
export function reasonOf(error: unknown): string {
  const reason = isSystemError(error) ? REASONS[error.code] : undefined;
  return reason ?? (error instanceof Error ? error.message : String(error));
}
