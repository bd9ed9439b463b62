/** The types of a report, format 1. The meaning of each member is in reportSchema.ts, from which they are derived. */
import type { Static } from "@sinclair/typebox";
import type * as schema from "./reportSchema.js";

export { AREAS, type Area } from "../schemas/areas.js";
export { DEPARTURES, isDeparture, VERDICTS, type Verdict } from "./verdicts.js";

export type Report = Static<typeof schema.report>;
export type ReportedRun = Static<typeof schema.run>;
export type Outcome = Report["outcome"];
export type Summary = Static<typeof schema.summary>;
export type RuleSummary = Static<typeof schema.rules>;
/** Rules that were not judged, for one reason. */
export type UnjudgedRules = Static<typeof schema.unjudgedRules>;
export type ReportedOutage = Static<typeof schema.outage>;
export type ResponseTimes = Static<typeof schema.responseTimes>;

export type CheckResult = Static<typeof schema.check>;
/** Requirement level: `must` is stated or follows from what is stated, `should` is implied. */
export type Level = CheckResult["level"];
export type Finding = Static<typeof schema.finding>;
export type ReportedEdit = Static<typeof schema.edit>;
export type ReportedRequest = Static<typeof schema.request>;
/** A request with its answer; response is null when none came. */
export type ReportedExchange = Static<typeof schema.exchange>;

export type Observation = Static<typeof schema.observation>;
export type Conflict = Static<typeof schema.conflict>;
export type Limit = Static<typeof schema.limit>;
export type CreatedResource = Static<typeof schema.created>;

/** What a run would have detected of known defects. */
export type Power = Static<typeof schema.power>;

export type OpenQuestion = Static<typeof schema.openQuestion>;
/** What somebody attests because no request can show it. */
export type Attested = Static<typeof schema.attestedStatement>;
/** One operation judged under each version that it accepts. */
export type VersionsReport = Static<typeof schema.versions>;
export type VersionDifference = Static<typeof schema.versionDifference>;

/** What was agreed about the deployment before the run. */
export type AnswersReport = Static<typeof schema.answers>;
/** What an answer must be. */
export type Stated = Static<typeof schema.stated>;
/** An answer that was agreed with the provider, without the check that judges it. */
export type AgreedAnswer = Omit<Static<typeof schema.agreedAnswer>, "check">;

/** Where a run and its baseline disagree. */
export type BaselineReport = Static<typeof schema.baseline>;
export type DriftedPin = BaselineReport["drift"][number];
/** Where an entry is in a user's file. */
export type FileLine = Pick<DriftedPin, "line" | "text">;
