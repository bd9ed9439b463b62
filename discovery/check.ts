/** How checks of this contract are declared: by its rules, for what is known of its deployments. */
import {
  type Cases as AnyCases,
  type CheckOptions as AnyOptions,
  type CaseDraft,
  checkOn as checkOnAny,
  checksOn,
  type Exercise,
  exercise as exerciseAny,
  perTarget as perAnyTarget,
} from "../engine/check.js";
import type { Area } from "../schemas/areas.js";
import { RULES } from "../schemas/ledger/rules.js";
import type { Subject } from "../schemas/operations.js";
import type { Target } from "./target.js";

export {
  type CaseDraft,
  type CaseIdentity,
  type CaseService,
  type Check,
  casesOf,
  type Exercise,
  type JudgedTogether,
  judgedTogether,
  type SuiteEntry,
  suite,
} from "../engine/check.js";

export type CheckId = `${Subject}/${Area}/${string}`;
export type Cases = AnyCases<Target>;
/** Cases that are made whatever the tier. */
export type Drafts = (target: Target) => readonly CaseDraft[];
export type CheckOptions = AnyOptions<Target>;

export const check = checksOn<Target, CheckId>(RULES);
export const checkOn = checkOnAny<Target>;
export const perTarget: <T>(make: (target: Target) => T) => (target: Target) => T = perAnyTarget;
export const exercise: (...parts: Parameters<typeof exerciseAny<Target>>) => Exercise = exerciseAny<Target>;
