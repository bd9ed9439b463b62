/**
 * The contract of the partner payments service in one expression: what the document states, how a deployment is explored, what a run
 * works on, and what is sent. The engine is given it, and knows nothing else about the service.
 */

import { type AgreedFacts, agreedFacts, isShort } from "./discovery/agreedFacts.js";
import { DOORS } from "./discovery/doors.js";
import { expectedTarget, MADE_FIRST } from "./discovery/expected.js";
import { withListQuery } from "./discovery/neededFilters.js";
import { judgesOpenControls, observeRequirements, refusedAltogether } from "./discovery/openRequirements.js";
import { runPreflight } from "./discovery/preflight.js";
import { COSTS, CREATING, EXHAUSTIBLE, recipientsFor } from "./discovery/resources.js";
import { deployment, lackingFiles } from "./discovery/target.js";
import { casesOfRefused } from "./discovery/tracedRefusals.js";
import { withUpdateTiming } from "./discovery/updateTiming.js";
import { contract } from "./engine/contract.js";
import type { DiscoverySettings } from "./engine/send/discovering.js";
import { CONFLICTS, COUNTED_CONFLICTS } from "./schemas/ledger/conflicts.js";
import { RULES } from "./schemas/ledger/rules.js";
import { UNKNOWNS } from "./schemas/ledger/unknowns.js";
import { WITHOUT } from "./schemas/operation.js";
import { CONTRACT_VERSION, SUBJECTS } from "./schemas/operations.js";
import { knownDefects } from "./suites/knownDefects.js";
import { SUITES } from "./suites/suites.js";
import { NotesOfTraffic } from "./suites/unknowns/traffic.js";

/** What the user states about a deployment. A creation without the header is stated in the form of the answer. */
function stated({ agreedAnswers, apiVersion }: DiscoverySettings): { stated: AgreedFacts; apiVersion: string | null } {
  const facts = agreedFacts(agreedAnswers?.agreed ?? []);
  return apiVersion === WITHOUT
    ? { stated: { ...facts, recipientVersion: null }, apiVersion: null }
    : { stated: facts, apiVersion };
}

export const CONTRACT = contract({
  // What the document states.
  version: CONTRACT_VERSION,
  subjects: SUBJECTS,
  rules: RULES,
  unknowns: UNKNOWNS,
  conflicts: CONFLICTS,
  countedConflicts: COUNTED_CONFLICTS,
  // What is sent.
  suites: SUITES,
  defects: knownDefects,
  notesOn: (observations) => new NotesOfTraffic(observations),
  // What this deployment accepts.
  doors: DOORS,
  expected: expectedTarget,
  discover: (sender, { settings, ...found }, observations) =>
    runPreflight(sender, { ...settings, ...found, ...stated(settings) }, observations),
  isFoundOut: isShort,
  sendingTo: (target) =>
    target === null
      ? []
      : [withUpdateTiming(deployment(target)), withListQuery(deployment(target).pages?.needed ?? {})],
  openRequirements: { judgesControls: judgesOpenControls, refused: refusedAltogether, observe: observeRequirements },
  casesOfRefused,
  lacks: lackingFiles,
  // What a run creates and works on.
  madeFirst: MADE_FIRST,
  creating: CREATING,
  costs: COSTS,
  exhaustible: EXHAUSTIBLE,
  resourcesFor: recipientsFor,
});
