/** The parts of a report about the run: what it was given, what it allowed, how it went, and what it could detect. */
import { Type } from "@sinclair/typebox";
import type { OperationId } from "../../schemas/operation.js";
import {
  count,
  digest,
  length,
  list,
  moment,
  name,
  names,
  object,
  oneOf,
  optional,
  subject,
  text,
  textOrNull,
} from "./types.js";

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
