/** The result of judging one operation under each version of its header, in one sentence. */
import { WITHOUT } from "../../schemas/operation.js";
import type { VersionsReport } from "../model.js";
import { amount, listed } from "../visible.js";

/** `2024-12-01`, or `without Api-Version`. */
export function versionName(version: string, header: string): string {
  return version === WITHOUT ? `without ${header}` : version;
}

/** The sentence: all alike, or how much differs, or why it was not judged. */
export function versionsText({ operation, header, judged, differences, reason }: VersionsReport): string {
  const names = listed(judged.map(({ version }) => versionName(version, header)));
  const why = reason === undefined ? "" : ` ${reason}`;
  if (judged.length < 2) return `${operation} was judged under one ${header} only (${names}).${why}`;
  const what =
    differences.length === 0
      ? `${operation} behaves the same under each ${header} (${names}): the same verdicts, answers and limits in ${amount(judged[0]?.checks ?? 0, "check")}.`
      : `${operation} differs in ${amount(differences.length, "point")} between ${header} ${names}.`;
  return `${what}${why}`;
}
