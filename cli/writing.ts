/** Writes everything that is kept of a run by hand. */
import type { Credentials } from "../client/credentials.js";
import { UsageError } from "../engine/settings/usageError.js";
import { writeFolder } from "../library/writing.js";
import { ReportFolderError } from "../reports/files.js";
import type { Report } from "../reports/model.js";
import type { OpenSource } from "../webhooks/run/source.js";
import { deliveriesFile } from "../webhooks/saved.js";
import type { RunFlags } from "./runFlags.js";

/** Writes everything that is kept of a run; returns why that failed, or null. The results are then still printed. */
export async function writeAll(
  report: Report,
  { reportDir, openapi }: Pick<RunFlags, "reportDir" | "openapi">,
  webhooks: OpenSource | null,
  credentials: Credentials,
): Promise<string | null> {
  const deliveries = webhooks === null ? [] : [deliveriesFile(webhooks.receiver.deliveries(), credentials)];
  try {
    await writeFolder(report, reportDir, deliveries);
    if (openapi !== undefined) await (await import("./openapi.js")).writeObserved(openapi, report);
    return null;
  } catch (error) {
    if (error instanceof ReportFolderError || error instanceof UsageError) return error.message;
    throw error;
  }
}
