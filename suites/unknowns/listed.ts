/** Unknowns whose answer lists what was met in all traffic, so that it grows with what is sent. */
import type { Growing, Summary } from "../../reports/across/answers.js";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { ID_NOTATIONS, TIME_NOTATIONS } from "./notations.js";

/** Those about the whole service, with what is said as long as nothing was met; null when nothing is said then. */
const OF_THE_SERVICE: Readonly<Record<string, string | null>> = {
  "conflict.successText": "in no header and no body of a success",
  "conflict.invalidCredentials": null,
  "unknown.sampleCode": "not seen",
  "unknown.responseHeaders": "none but those of HTTP itself",
  "unknown.rateLimit": "no header tells a limit, and no request was refused for one",
  "unknown.rateLimitAnswer": "no request was refused for a limit",
  "unknown.timestampNotation": null,
  "unknown.idLength": null,
  "unknown.errorCodes": null,
  "unknown.unauthorizedCode": null,
  "unknown.forbiddenCode": null,
  "unknown.restrictedOperations": null,
  "unknown.responseMediaType": null,
  "unknown.responseLength": null,
  "unknown.responseConnection": null,
  "unknown.headerNames": null,
  "unknown.memberOrder": null,
  "unknown.jsonNotation": null,
};

/** Those about one operation, by topic. */
const OF_AN_OPERATION: Readonly<Record<string, string | null>> = {
  successStatus: null,
  extraResponseFields: "none",
  refusalCode: null,
  refusalStatus: null,
};

/** Those that tell many things as one. */
const SUMMARIES: Readonly<Record<string, Summary>> = {
  "unknown.timestampNotation": TIME_NOTATIONS,
  "unknown.idLength": ID_NOTATIONS,
};

const LISTED: ReadonlyMap<string, Growing> = new Map(
  [
    ...Object.entries(OF_THE_SERVICE),
    ...OPERATION_IDS.flatMap((operation) =>
      Object.entries(OF_AN_OPERATION).map(([topic, none]) => [`unknown.${operation}.${topic}`, none] as const),
    ),
  ].map(([id, none]) => {
    const summary = SUMMARIES[id];
    return [id, summary === undefined ? { none } : { none, summary }];
  }),
);

/** Whether the answer to an unknown lists what was met in all traffic, so that a part of a run sees a part of it. */
export function growing(id: string): Growing | null {
  return LISTED.get(id) ?? null;
}
