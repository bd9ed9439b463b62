/**
 * The report, format 1: what a run found, as data. Everything that is printed or written is derived from it. The types
 * (model.ts) and report.schema.json, by which reports are read back, both come from here.
 */
import { type SchemaOptions, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { AREAS } from "../schemas/areas.js";
import type { Json } from "../schemas/json.js";
import { BASES } from "../schemas/ledger/rule.js";
import type { OperationId, Subject } from "../schemas/operation.js";
import { SUBJECTS } from "../schemas/operations.js";
import { VERDICTS } from "./verdicts.js";

function text(description: string, options: { minLength?: number; format?: string; pattern?: string } = {}) {
  return Type.String({ description, ...options });
}

const name = (description: string) => text(description, { minLength: 1 });
const moment = (description: string) => text(description, { format: "date-time" });
const count = (description: string, minimum = 0) => Type.Integer({ description, minimum });
const length = (description: string) => Type.Number({ description, minimum: 0 });
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const textOrNull = (description: string) => orNull(Type.String(), description);
const list = <T extends TSchema>(items: T, description: string, minItems?: number) =>
  Type.Array(items, { description, ...(minItems === undefined ? {} : { minItems }) });
const names = (description: string, minItems?: number) => list(Type.String(), description, minItems);
const optional = Type.Optional;

function oneOf<const T extends readonly string[]>(values: T, description: string) {
  return Type.Unsafe<T[number]>({ enum: [...values], description });
}

function object<T extends TProperties>(properties: T, description: string, more: SchemaOptions = {}) {
  return Type.Object(properties, { description, additionalProperties: false, ...more });
}

/** Any value. */
const value = (description: string) => Type.Unsafe<unknown>({ description });
const json = (description: string) => Type.Unsafe<Json>({ description });

const subject = Type.Unsafe<Subject>({
  $id: "subject",
  enum: [...SUBJECTS],
  description: "An operation of the contract, or the deliveries of the service.",
});

const headers = Type.Record(Type.String(), Type.String(), {
  $id: "headers",
  description: "Header fields by name; credentials are placeholders.",
});

export const request = object(
  {
    method: text("HTTP method."),
    url: text("Address, query included."),
    headers,
    body: textOrNull("Body as text; null when there was none."),
  },
  "A request as it was sent, without secrets.",
  { $id: "request" },
);

export const response = object(
  {
    status: Type.Integer({ description: "Status code.", minimum: 100, maximum: 999 }),
    headers,
    body: text("Body as text, possibly cut."),
  },
  "An answer.",
  { $id: "response" },
);

export const exchange = object(
  { request, response: orNull(response, "The answer; null when none came.") },
  "A request with its answer.",
  { $id: "exchange" },
);

const evidence = orNull(exchange, "An exchange that shows it.");

export const edit = object(
  {
    at: name("Where: a body path, `header Api-Version`, `query file_type`, `credentials`, `method`, `path`, `body`."),
    from: value("The control's value; null when absent. Any value."),
    to: value("The value sent; null when removed. Any value."),
  },
  "What was done to the request, beside ids that have to be new and differ from its control anyway.",
  { $id: "edit" },
);

export const finding = object(
  {
    id: text("F1, F2, … in the order of the report.", { pattern: "^F[1-9][0-9]*$" }),
    message: text("The departure in one sentence."),
    expected: text("What the contract asks for."),
    actual: text("What the deployment did."),
    expectation: optional(
      object(
        {
          kind: oneOf(["accept", "refuse", "status", "observe"], "What the status should have said."),
          statuses: optional(list(Type.Integer(), "Of `status`: one of these. Of `refuse`: or one of these.")),
        },
        "The expected status, for `replay`; absent where something else fails.",
      ),
    ),
    edit: orNull(edit, "Null when the request was not edited: the control itself shows the fault."),
    control: orNull(
      exchange,
      "The accepted request that it was compared with, or an earlier step; null where none is.",
    ),
    exchange,
    steps: optional(
      list(exchange, "Where it takes several requests: all of them in order, the exchange among them.", 2),
    ),
    seed: optional(
      Type.Integer({ description: "Of a random case: the seed that drew it, where it is not the run's." }),
    ),
    draw: optional(
      object(
        {
          seed: Type.Integer({ description: "The seed that fast-check is given." }),
          path: text("The fast-check path: which value of this seed, and which smaller value of that one."),
          replayPath: optional(
            text("Of a sequence: the fast-check replayPath, which of its commands were played on this path."),
          ),
        },
        "Of a value that was drawn: from what fast-check draws it again. Absent for one that was picked by hand.",
      ),
    ),
    characters: optional(names("The characters for which a text is refused, each of them on its own.", 1)),
    fields: optional(names("Of a check that is about no field of its own: the fields in which it was seen.", 1)),
    curl: text("Shell commands that send the request again, or all steps; secrets come from the environment."),
    replay: text("A ppconform command that repeats the finding."),
  },
  "A proved departure.",
  { $id: "finding" },
);

/** What the verdict of a check requires of it. */
function verdictRule($comment: string, verdicts: readonly string[], then: object): object {
  const verdict = { type: "string", enum: verdicts };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, which nobody awaits
  return { $comment, if: { type: "object", properties: { verdict } }, then: { type: "object", ...then } };
}

export const check = object(
  {
    id: name("Stable id: operation/area/rule."),
    title: text("What the check is about, as a sentence."),
    operation: subject,
    area: oneOf(AREAS, "The kind of promise; a column of the matrix."),
    section: text("Section of the contract document."),
    level: oneOf(["must", "should"], "must: stated, or follows from what is stated. should: implied."),
    basis: optional(
      oneOf(
        BASES,
        "What the rule rests on: stated; follows, from the plain meaning of what is stated; implied. Not of checks beside the contract document, nor in reports of older versions.",
      ),
    ),
    place: optional(text("Where the contract document says it: the section, and where in it. As basis.")),
    statements: names("Ids of the statements of the ledger that the check is about."),
    field: optional(text("Of a check on a field's rule: the field's path. Empty for the whole body.")),
    keyword: optional(text("Of a check on a field's rule: the keyword of the JSON Schema, or the aspect.")),
    verdict: oneOf(VERDICTS, "The outcome of the check."),
    excused: optional(
      object(
        {
          reason: text("Why the departure was accepted."),
          ticket: textOrNull("As the user names it; null when there is none."),
          expires: textOrNull("The last day, like 2026-12-31; null when it does not end."),
        },
        "The entry of the baseline that excuses it. Only of known departures; not in reports of older versions.",
      ),
    ),
    reason: optional(
      text("Why, for every verdict but pass, violation and warning; of a violation, that it came and went."),
    ),
    requests: count("Requests whose answers the check judged."),
    cases: count("Judgements: how often something was held against the rule, be it a case or a part of an answer."),
    failing: optional(count("Cases that failed, where some did.", 1)),
    onlyRandom: optional(
      Type.Literal(true, { description: "Only values that were drawn at random show it: another seed may not." }),
    ),
    durationMs: optional(length("Milliseconds that the requests of its own cases took in all, many of them at once.")),
    findings: list(finding, "The departures that were found."),
  },
  "One check: one rule, many cases, one verdict.",
  {
    $id: "check",
    allOf: [
      verdictRule(
        "A verdict that is not plain from the findings is explained.",
        ["known", "flaky", "not-exercised", "not-applicable", "error"],
        { required: ["reason"] },
      ),
      verdictRule("A check that judged no case never passes.", ["pass"], {
        properties: { cases: { type: "integer", minimum: 1 }, findings: { type: "array", maxItems: 0 } },
      }),
      verdictRule("A departure is always proved.", ["violation", "warning"], {
        properties: { findings: { type: "array", minItems: 1 } },
      }),
    ],
  },
);

const answered = {
  id: name("Stable id."),
  section: text("Section of the contract document."),
  question: text("What the document leaves open, or contradicts itself about."),
  answer: text("What the deployment does."),
  value: optional(json("The answer for code; null when the run could not tell. Not in reports of older versions.")),
  evidence,
};

export const observation = object(
  { ...answered, operation: orNull(subject, "The operation; null when it concerns several.") },
  "What the deployment does about something that the document does not show.",
  { $id: "observation" },
);

export const conflict = object(
  {
    ...answered,
    remark: Type.Optional(
      Type.Literal(true, {
        description: "True of what is odd in the document and contradicts nothing: it counts as no conflict.",
      }),
    ),
    documented: names("The things that the document says."),
  },
  "A contradiction of the document and the side that the deployment takes.",
  { $id: "conflict" },
);

const bound = (description: string) => Type.Union([Type.Number(), Type.String(), Type.Null()], { description });

export const limit = object(
  {
    operation: subject,
    field: text("The field, as a body path."),
    keyword: text("Which limit, in the words of JSON Schema."),
    documented: bound("The documented limit; null when the document gives none."),
    measured: bound("The limit found, or a sentence where no number tells it; null when none was found."),
    evidence: object(
      {
        text: text("`225 characters accepted with 200, 226 characters refused with 400`"),
        accepted: orNull(exchange, "The last exchange that was accepted; null when none was."),
        refused: orNull(exchange, "The first exchange that was not accepted; null when all were."),
      },
      "How it was measured: in words, and by the two requests on either side of it.",
    ),
  },
  "A limit as documented and as measured.",
  { $id: "limit" },
);

export const created = object(
  {
    operation: subject,
    id: text("The id given by the service."),
    partnerId: textOrNull("The id given by the suite; null when it has none."),
    at: moment("When it was created."),
  },
  "A resource that the run created.",
  { $id: "created" },
);

/** Where an entry is in a user's file. */
const fileLine = {
  line: count("Number of the line in the user's file, from 1.", 1),
  text: text("The line itself, without the space around it."),
};
const entry = { ...fileLine, check: name("Id of a check, with * for any characters.") };
const excuse = {
  ...entry,
  reason: text("Why the departure was accepted."),
  ticket: textOrNull("As the user names it; null when there is none."),
};

export const stated = object(
  {
    kind: oneOf(
      ["answer", "contains", "only"],
      "answer: this, as a whole. contains: each of these texts stands in it. only: every value in it is one of these.",
    ),
    texts: names("One text for answer."),
  },
  "What the answer must be.",
);

export const agreedAnswer = object(
  {
    ...fileLine,
    id: name("Id of the observation or conflict."),
    stated,
    reason: textOrNull("With whom it was agreed; null when not said."),
    ticket: textOrNull("As the user names it; null when there is none."),
    check: name("Id of the check that judges it; the report lacks it when it was not part of the run."),
  },
  "An answer that was agreed with the provider, and is judged like a documented rule.",
);

export const attestedStatement = object(
  {
    ...fileLine,
    id: name("Id of a rule, an unknown or a conflict that no request shows."),
    statement: text("What it says, or asks."),
    by: name("Who attests it."),
    on: text("When.", { format: "date" }),
    where: name("Where it can be read."),
    answer: textOrNull("The answer; null of a rule, which is attested as it stands."),
  },
  "What somebody attests because no request can show it. It is not judged.",
);

export const answers = object(
  {
    file: name("The file of answers, as the user named it."),
    agreed: list(agreedAnswer, "The agreed answers."),
    attested: optional(list(attestedStatement, "What was attested.", 1)),
  },
  "What was agreed with the provider before the run; absent when nothing was.",
);

export const baseline = object(
  {
    file: name("The baseline, as the user named it."),
    stale: list(
      object({ ...excuse, passed: names("The entry's checks that pass now.") }, "The entry hides nothing any more."),
      "Known departures that are gone. Any of them fails the run.",
    ),
    drift: list(
      object(
        {
          ...fileLine,
          id: name("Id of the observation or conflict, where the evidence is."),
          question: text("What the document leaves open, or contradicts itself about."),
          pinned: text("The answer in the baseline."),
          answer: text("The answer of this run."),
        },
        "A pinned answer that has changed.",
      ),
      "Pinned answers that changed. Any of them fails the run.",
    ),
    expired: list(
      object(
        { ...excuse, expires: text("The last day.", { format: "date" }), checks: names("Ids of checks.") },
        "It excuses nothing; what fails the run are the checks.",
      ),
      "Known departures whose last day has passed: their checks count again.",
    ),
    notJudged: list(
      object({ ...entry, why: text("Why it cannot be told.") }, "Not judged."),
      "Known departures of which the run cannot tell whether they are still there.",
    ),
    notExcused: list(
      object({ ...entry, checks: names("Ids of checks.") }, "The suite itself failed; that is never excused."),
      "Known departures on whose checks the suite itself failed.",
    ),
    notObserved: list(
      object({ ...fileLine, id: name("Id of the observation or conflict.") }, "Not observed."),
      "Pinned answers that the run did not see.",
    ),
  },
  "Where the run and its baseline disagree; absent when none was used. Known departures are verdicts of their checks.",
);

export const unjudgedRules = object(
  {
    why: oneOf(
      ["not-tested", "excluded", "not-chosen", "not-applicable", "cannot-be"],
      "not-tested: the run did not come to it. excluded, not-chosen: the user left it out. not-applicable: it says nothing about this target. cannot-be: no request shows it.",
    ),
    reason: name("Why."),
    rules: list(name("Id of a statement."), "Ids of the ledger's statements."),
    checks: names("The checks that gave no verdict; empty where they were not part of the run."),
  },
  "Rules that were not judged, for one reason.",
);

export const openQuestion = object(
  {
    id: name("Id of the conflict."),
    section: text("Section of the contract document."),
    question: text("What to ask the provider."),
    documented: names("The things that the document says."),
    answer: textOrNull("The side that the deployment takes; null when the run did not see it."),
  },
  "A contradiction of the document that no agreed or attested answer settles.",
);

export const rules = object(
  {
    attested: optional(count("Rules among the others that somebody attested, since no request shows them.", 1)),
    stated: count("Rules that the document states."),
    judged: count("Rules of which each check that applies gave a verdict."),
    notJudged: list(unjudgedRules, "The other rules by reason, the most frequent first."),
  },
  "What was judged of the rules that the document states. Not in reports of older versions.",
);

export const summary = object(
  {
    pass: count("Checks that passed."),
    violation: count("Checks that found a rule broken that is stated or follows."),
    warning: count("Checks that found an implied rule broken."),
    known: count("Checks excused by the baseline."),
    flaky: count("Checks whose departure did not repeat."),
    notExercised: count("Checks that judged nothing, with a reason."),
    notApplicable: count("Checks that do not apply to this run."),
    error: count("Checks that failed on the suite's own side."),
    observations: count("Observations made."),
    unjudged: optional(
      list(
        Type.Unsafe<OperationId>({ type: "string", minLength: 1 }),
        "Operations that were asked for and could not be judged at all, which makes the run incomplete.",
        1,
      ),
    ),
    rules: optional(rules),
    cases: optional(
      object(
        {
          planned: count("Cases that profile and selection plan."),
          played: count("Those that were carried out to their end."),
        },
        "Cases that were sent. Absent where nothing was.",
      ),
    ),
  },
  "Checks counted by verdict, and observations.",
);

export const outage = object(
  {
    from: moment("When it began."),
    to: textOrNull("Null when it lasted to the end of the run."),
    seen: text("What was seen of it first."),
    requests: count("Requests that were not answered."),
  },
  "A stretch of time in which the target gave no answer.",
);

export const responseTimes = object(
  {
    operation: subject,
    requests: count("Requests that were answered.", 1),
    p50: length("Half of the answers came within this time."),
    p95: length("19 of 20 answers came within this time."),
    max: length("All answers came within this time."),
  },
  "How long one operation took to answer, in milliseconds.",
);

const digest = (description: string) => text(description, { pattern: "^sha256:[0-9a-f]{64}$" });

export const runOptions = object(
  {
    profile: text("How much was to be sent."),
    operations: names("Operations that were chosen; none: all."),
    checks: names("Checks that were chosen, by patterns; none: all."),
    exclude: names("What was left out by name."),
    focus: optional(names("Checks whose cases were all sent; for the others, only the first cases were.")),
    writes: oneOf(["all", "refused", "none"], "Which requests that change data were allowed."),
    wrongSecrets: Type.Boolean({ description: "Whether the real key was combined with wrong secrets." }),
    restricted: Type.Boolean({ description: "Whether restricted credentials were given." }),
    secondPartner: Type.Boolean({ description: "Whether credentials of a second partner were given." }),
    receiver: Type.Boolean({ description: "Whether deliveries were received." }),
    apiVersion: textOrNull("Api-Version of recipient creation; null when the run found it out."),
    headers: names("Names of headers of the user's own on every request."),
    answers: textOrNull("The file of answers; null when there was none."),
    budgets: object(
      {
        requests: optional(count("Maximum number of requests.", 1)),
        timeMs: optional(count("Maximum duration in milliseconds.", 1)),
        created: optional(count("Maximum number of created resources.", 1)),
        failures: optional(count("Maximum number of failed checks.", 1)),
        limits: optional(count("Maximum number of requests for measuring limits.")),
      },
      "What the run was allowed; what is absent was not limited.",
    ),
    failOn: oneOf(["must", "should"], "Which findings fail the run."),
    requireComplete: Type.Boolean({ description: "Whether a rule that was not judged makes the run incomplete." }),
    requireAnswers: Type.Boolean({ description: "Whether an open question makes the run incomplete." }),
  },
  "What narrowed the run, and what it was allowed. Not of recorded traffic, nor in reports of older versions.",
);

export const digests = object(
  {
    contract: digest("Of the statements of the contract, as the suite has them."),
    plan: digest("Of the plan: the rules and checks that the suite has."),
    answers: optional(digest("Of the file of answers; absent where there was none.")),
    baseline: optional(digest("Of the baseline; absent where there was none.")),
  },
  "What the report was made with: SHA-256 of each text. As options.",
);

export const run = object(
  {
    startedAt: moment("Start of the run."),
    finishedAt: moment("End of the run."),
    durationMs: length("Duration in milliseconds."),
    seed: Type.Integer({ description: "Seed of the generated values; the same seed sends the same requests." }),
    profile: oneOf(["smoke", "standard", "deep"], "How much was sent."),
    requests: count("Requests sent."),
    options: optional(runOptions),
    digests: optional(digests),
    node: optional(text("Version of Node.js. As options.")),
    shard: optional(text("Which part of the checks ran, as index/count.", { pattern: "^[1-9][0-9]*/[1-9][0-9]*$" })),
    roundSeeds: optional(
      list(Type.Integer(), "Seeds of the rounds of random cases that followed until the time was over."),
    ),
    ended: optional(
      object(
        {
          why: oneOf(
            [
              "budget",
              "time",
              "creations",
              "failures",
              "journal",
              "interrupted",
              "throttled",
              "gone",
              "unreachable",
              "stalled",
              "credentials",
              "cut",
              "forgotten",
            ],
            "Kind of the reason.",
          ),
          text: text("One sentence, with what to do."),
        },
        "Why the run ended before its end.",
      ),
    ),
    outages: optional(list(outage, "Stretches of time in which the target gave no answer.")),
    responseTimes: optional(
      list(
        responseTimes,
        "In the document's order. Not of recorded traffic. Of merged shards: within at most these times.",
      ),
    ),
    course: optional(
      object(
        {
          stretchMs: count("Length of a stretch in milliseconds.", 1),
          answers: list(count("Answers in a stretch."), "From the start of the run."),
        },
        "How many answers came in each stretch of the run. As responseTimes.",
      ),
    ),
    recorded: optional(
      name("The file, when nothing was sent and recorded traffic was judged; seed and profile then say nothing."),
    ),
  },
  "Facts of the run.",
);

export const power = object(
  {
    known: count("Defects of the suite's own sandbox that the suite was tried on.", 1),
    told: count("Those of them that a run like this one would detect: a check that detected it was judged."),
    notTold: list(
      object(
        {
          reason: name("Why the checks that detect them were not judged."),
          defects: count("How many.", 1),
          operations: list(subject, "Of which operations.", 1),
        },
        "Defects that this run could not detect, for one reason.",
      ),
      "The others by reason, the most frequent first.",
    ),
  },
  "What the run would have detected of known defects. Not of recorded traffic, nor in reports of older versions.",
);

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
