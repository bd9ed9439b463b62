/** A mistake of the user: its message names what was written, what is wrong with it, and what to do. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

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
