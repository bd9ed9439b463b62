/** The parts of a report that say what was found: checks with their findings, observations, conflicts, limits, what was created. */
import { Type } from "@sinclair/typebox";
import { AREAS } from "../../schemas/areas.js";
import { BASES } from "../../schemas/ledger/rule.js";
import { VERDICTS } from "../verdicts.js";
import {
  count,
  headers,
  json,
  length,
  list,
  moment,
  name,
  names,
  object,
  oneOf,
  optional,
  orNull,
  subject,
  text,
  textOrNull,
  value,
} from "./types.js";

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

export const evidence = orNull(exchange, "An exchange that shows it.");

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
