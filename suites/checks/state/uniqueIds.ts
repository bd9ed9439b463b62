/** Ids that the service assigns are unique: at once, and in a whole run (sections 1, 2.1, 2.4 and 2.9). */
import { createHash } from "node:crypto";
import type { Exchange } from "../../../client/model.js";
import { type CaseDraft, type Check, type CheckId, check, type Drafts } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { type Sequence, type Step, steps } from "../../../engine/cases/sequenceCase.js";
import { failureOf } from "../../../engine/judge/traffic.js";
import type { Judge } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";
import { fileBytes } from "../../../generators/templates/fileContent.js";
import { fitText } from "../../../generators/texts/fit.js";
import { successBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { isObject, type JsonObject, jsonText, valueAt } from "../../../schemas/json.js";
import { withId } from "./recipients.js";

/** What an operation creates, the id that it assigns, and the request field that distinguishes resources. */
interface Created {
  readonly operation: "createRecipient" | "uploadFile" | "createCustomer";
  readonly given: string;
  readonly own: string;
  /** The answer shows the field, too: where it shows another value, it is about a resource that existed before. */
  readonly isShown: boolean;
  /** What two values of the field have in common when they mean one resource. Default: all of it. */
  readonly meaning?: (own: string) => string;
}

/** How many answers are kept as proofs. Of earlier ones it is still known which id they assigned, and to what. */
const LATEST = 500;

/** A text as sixteen characters: a run may create as many resources as it has time for. */
function digest(text: string): string {
  return createHash("sha256").update(text, "utf16le").digest().toString("base64", 0, 12);
}

const COMPANY = ["business_details", "business_identifier_number"];

function companyOf(sent: JsonObject): string | null {
  const number = valueAt(sent, COMPANY);
  return typeof number === "string" ? digest(number.trim().toUpperCase()) : null;
}

/** Remembers which id was assigned to which resource, and judges every creation of a run by that. */
function givenOnce({ given, own: ownField, isShown, meaning = String }: Created): (check: string) => Judge {
  return (check) => {
    // By id, all as digests: what it was assigned to, and the company, where a customer's request names it.
    const owners = new Map<string, string>();
    // Whether one company can be two customers is open.
    const companies = new Map<string, string>();
    const latest = new Map<string, Exchange>();
    return (answer) => {
      const { exchange, recorder } = answer;
      const { sent, response: isJudged } = answer.judging;
      if (!isJudged || !isObject(sent) || !isSuccess(exchange)) return;
      const body = successBody(exchange);
      const id = body[given];
      const own = sent[ownField];
      if (typeof id !== "string" || typeof own !== "string") return;
      if (isShown && body[ownField] !== own) return;
      recorder.request(check);
      if (id === "") {
        const said = { message: `The ${given} is empty`, expected: "an id", actual: '""' };
        recorder.fail(check, { ...failureOf(answer, said), isProof: true });
        return;
      }
      const [name, sender, company] = [digest(id), digest(meaning(own)), companyOf(sent)];
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, sender);
        if (company !== null) companies.set(name, company);
        latest.set(name, exchange);
        const [oldest] = latest.size > LATEST ? latest.keys() : [];
        if (oldest !== undefined) latest.delete(oldest);
      }
      const isKnown = company !== null && companies.get(name) === company;
      if (owner === undefined || owner === sender || isKnown) recorder.pass(check);
      else {
        const failure = failureOf(answer, {
          message: `Two resources have the same ${given}`,
          expected: "a different id for each",
          actual: `${jsonText(id)} a second time, for another ${ownField}`,
        });
        recorder.fail(check, { ...failure, control: latest.get(name) ?? null, isProof: true });
      }
    };
  };
}

const LONGEST_PARTNER_ID = 64;
/** Requests that are under way at once, by turn: at first two, since other cases create many more at the same time. */
const AT_ONCE = [2, 4];

function expectNew(sequence: Sequence, step: Step, before: Step | undefined, field: string): void {
  sequence.expect(before === undefined, step, {
    message: `Two responses have the same ${field}`,
    expected: "an id of its own",
    actual: `${jsonText(step.body[field])} a second time`,
    isProof: true,
    control: before,
  });
}

/** Sends several requests at once and looks for an id that two of them share. */
function burst(templates: readonly Template[], { given }: Created, count: number, turn: number): CaseDraft {
  return steps(turn, async (sequence) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, position) => {
        const template = templates[(position + turn * count) % templates.length];
        return template === undefined ? null : sequence.step(template, `burst ${position}`);
      }),
    );
    const seen = new Map<unknown, Step>();
    for (const step of answers) {
      const id = step?.body[given];
      if (step === null || id === undefined) continue;
      expectNew(sequence, step, seen.get(id), given);
      seen.set(id, step);
    }
    if (seen.size === 0) sequence.blocked(`no response contained a ${given}`);
  });
}

/** Two recipients whose partner ids differ in their last character only: ids that are cut would make them one. */
function almostAlike({ templates }: Target): CaseDraft[] {
  return templates.createRecipient.slice(0, 1).map((template) =>
    steps(1, async (sequence) => {
      const stem = fitText(sequence.fresh("alike"), LONGEST_PARTNER_ID - 1, "lower");
      const create = (end: string): Promise<Step> =>
        sequence.step(withId(template, "partner_recipient_id", `${stem}${end}`), end);
      const [first, second] = [await create("1"), await create("2")];
      const { recipient_id: id } = first.body;
      if (!first.accepted || !second.accepted || id === undefined) return;
      expectNew(sequence, second, id === second.body.recipient_id ? first : undefined, "recipient_id");
    }),
  );
}

/** A creation that names the id of what was created before: the service assigns ids, whatever a request says. */
function namedInRequest(templates: readonly Template[], { operation, given }: Created): CaseDraft[] {
  const [first, second] = templates;
  if (first === undefined || second === undefined) return [];
  return [
    steps(operation === "createRecipient" ? 0 : 1, async (sequence) => {
      const before = await sequence.reading(first, "before");
      const { [given]: id } = before.body;
      if (!before.accepted || typeof id !== "string") return sequence.blocked(`no response contained a ${given}`);
      const naming = { ...second, body: { ...second.body, [given]: id } };
      const step = await sequence.step(naming, "naming", { judged: "shape" });
      // Whether a field that no request has is refused is open.
      if (step.accepted) expectNew(sequence, step, step.body[given] === id ? before : undefined, given);
    }),
  ];
}

function uniqueId(id: CheckId, title: string, created: Created, casesBeside: Drafts = () => []): Check {
  return check(id, {
    title,
    sends: `${AT_ONCE.join(" and ")} requests at once, and one that names the ${created.given} of another`,
    expects: `different values of ${created.given}`,
    cases: (target) => [
      ...AT_ONCE.map((count, turn) => burst(target.templates[created.operation], created, count, turn)),
      ...namedInRequest(target.templates[created.operation], created),
      ...casesBeside(target),
    ],
    judge: givenOnce(created),
    watches: "successes",
  });
}

export const recipientIdUnique = uniqueId(
  "createRecipient/state/recipient_id.unique",
  "Every recipient has an id of its own",
  { operation: "createRecipient", given: "recipient_id", own: "partner_recipient_id", isShown: true },
  almostAlike,
);

export const fileIdUnique = uniqueId("uploadFile/state/file_id.unique", "Every file_id is given once", {
  operation: "uploadFile",
  given: "file_id",
  own: "file",
  isShown: false,
  // A service may name a file by its content.
  meaning: (file) => fileBytes(file).toString("latin1"),
});

export const customerIdUnique = uniqueId("createCustomer/state/customer_id.unique", "Every customer_id is given once", {
  operation: "createCustomer",
  given: "customer_id",
  own: "partner_customer_id",
  isShown: true,
});
