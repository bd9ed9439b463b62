/**
 * The report, format 1: what a run found, as data. Everything that is printed or written is derived from it. The types
 * (model.ts) and report.schema.json, by which reports are read back, both come from here.
 */
import { Type } from "@sinclair/typebox";
import type { Json } from "../schemas/json.js";
import { check, conflict, created, exchange, limit, observation } from "./schema/checks.js";
import { answers, baseline, openQuestion, power, run, summary } from "./schema/run.js";
import { count, digest, list, name, names, object, oneOf, optional, orNull, subject, text } from "./schema/types.js";

export * from "./schema/checks.js";
export * from "./schema/run.js";

export const versionDifference = object(
  {
    id: name("Id of a check, an observation or a conflict, or the name of a limit."),
    question: text("The rule, or the question."),
    answers: list(
      orNull(Type.String(), "Null where nothing was seen."),
      "What was seen under each version, in their order.",
    ),
    evidence: list(orNull(exchange, "Null where no request shows it."), "A request for each of them."),
  },
  "Something that is not the same under every version.",
);

export const versions = object(
  {
    operation: subject,
    header: name("The header that selects the version."),
    conflict: name("Id of the conflict that this answers."),
    judged: list(
      object(
        {
          version: name("Value of the header; none: without it."),
          checks: count("Checks of the operation that were judged."),
          failed: count("Those of them that failed."),
        },
        "A run under one version.",
      ),
      "The versions under which the operation was judged.",
    ),
    differences: list(versionDifference, "What differs. Empty where all is alike."),
    reason: optional(text("Why a version that is taken was not judged.")),
  },
  "One operation judged under each version that it takes. Only where that was asked for.",
);

export const plan = object(
  {
    name: name("A release, like 1.0.0, or the file of a plan of one's own, as the user named it."),
    release: name("The release whose rules and checks the plan goes by."),
    digest: digest("Of the plan of the release, or of the file."),
    optional: names("Ids of checks that count if they were judged, but are not required."),
    notApplicable: list(
      object(
        {
          name: name("An operation, what a run lacks, or a check, with * for any characters."),
          reason: name("Why it does not apply."),
          checks: names("Ids of the checks."),
        },
        "What does not apply, and was not asked.",
      ),
      "What the plan says that does not apply.",
    ),
    beside: list(check, "Checks that the plan does not have, such as those that came later: judged, and not counted."),
  },
  "The plan that decides which checks count; absent when none was named.",
);

export const report = object(
  {
    format: Type.Literal(1, { description: "Version of this format." }),
    suite: object({ name: name("Package name."), version: name("Package version.") }, "The suite that ran."),
    contract: object(
      {
        version: text("Version of the contract document."),
        statements: object(
          {
            rule: count("Statements that can be judged."),
            unknown: count("Statements that something is not shown."),
            conflict: count("Statements that contradict another."),
          },
          "Statements of the ledger, counted by kind.",
        ),
      },
      "The contract that was judged against.",
    ),
    target: object(
      {
        baseUrl: name("Base address; holds no secret."),
        kind: oneOf(["sandbox", "remote"], "sandbox: the suite's own embedded sandbox. remote: any other deployment."),
      },
      "The deployment that was judged.",
    ),
    run,
    outcome: oneOf(["conforms", "violations", "incomplete", "error"], "The outcome of the run."),
    exitCode: Type.Integer({ description: "Exit code of the command.", minimum: 0, maximum: 255 }),
    summary,
    checks: list(check, "All checks."),
    observations: list(observation, "What the deployment does where the document is silent."),
    conflicts: list(conflict, "Which side the deployment takes where the document contradicts itself."),
    openQuestions: optional(
      list(
        openQuestion,
        "Contradictions of the document, about what was judged, that nobody settled. Not in reports of older versions.",
      ),
    ),
    limits: list(limit, "Documented limits beside measured ones."),
    created: list(created, "What the run left on the deployment."),
    deployment: optional(answers),
    plan: optional(plan),
    baseline: optional(baseline),
    versions: optional(versions),
    power: optional(power),
  },
  "What a run found.",
);

/** What the schema says about itself. */
const HEAD = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:partner-payments-conformance:report:1",
  title: "Conformance report, format 1",
};

/** report.schema.json: each named part is in it once. */
export function reportSchema(): Json {
  const $defs: Record<string, Json> = {};
  const without = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(without);
    if (typeof node !== "object" || node === null) return node;
    const { $id, ...rest } = Object.fromEntries(Object.entries(node).map(([key, member]) => [key, without(member)]));
    if (typeof $id !== "string") return rest;
    $defs[$id] = rest;
    return { $ref: `#/$defs/${$id}` };
  };
  const plain: Json = JSON.parse(JSON.stringify(report));
  return Object.assign({}, HEAD, without(plain), { $defs });
}
