/** Services that keep what was sent in a normal form. */

import type { Arrival } from "../front.js";
import { fronted, isFor, readJson, type Situation, warned, withTexts, writesRecipient } from "../situation.js";

const writes = (arrival: Arrival): boolean => writesRecipient(arrival) || isFor("createCustomer", arrival);

/** What a framework makes of each text before the service sees it. */
function normal(name: string, change: (text: string, field: string) => string | undefined, first: RegExp): Situation {
  return fronted(
    `normal form: ${name}`,
    "smoke",
    () => (arrival, pass) => {
      if (!writes(arrival)) return "pass";
      const value = readJson(arrival.body);
      return value === undefined ? "pass" : pass({ body: JSON.stringify(withTexts(value, change)) });
    },
    warned(1, first),
  );
}

const isId = (field: string): boolean => /_id$|_id_list$/.test(field);

export const NORMAL_FORMS: readonly Situation[] = [
  normal("trimmed", (text) => text.trim(), /trim|space/i),
  normal("spaces collapsed", (text) => text.replace(/ {2,}/g, " "), /space/i),
  normal("empty becomes absent", (text) => (text === "" ? undefined : text), /empty|absent/i),
  normal("SWIFT code in upper case", (text, field) => (field === "swift_code" ? text.toUpperCase() : text), /upper/i),
  normal("NFC", (text) => text.normalize("NFC"), /NFC|compos/i),
  normal("websites in lower case", (text, field) => (field === "website" ? text.toLowerCase() : text), /lower/i),
  normal(
    "trimmed, collapsed, NFC and empty absent",
    (text, field) => {
      const kept = isId(field) ? text : text.trim().replace(/\s+/g, " ").normalize("NFC");
      return kept === "" ? undefined : kept;
    },
    /space|trim|empty|NFC/i,
  ),
].map((situation, index) =>
  index === 6
    ? { ...situation, expected: { ...situation.expected, findings: { ...situation.expected.findings, warnings: 4 } } }
    : situation,
);
