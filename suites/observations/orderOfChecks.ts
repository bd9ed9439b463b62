/** Which of two faults in one request is reported, and how (sections 4 and 7). */
import type { CredentialsEdit } from "../../client/model.js";
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Target } from "../../engine/model.js";
import type { Observed } from "../../engine/observations.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { errorsIn } from "../../oracles/json.js";
import { VERSION_HEADER } from "../../schemas/operations.js";
import { templateOf } from "../recipientTemplates.js";
import { type Inquiry, type Reply, withBody } from "./observing.js";
import { updateInquiries, updateInquiry } from "./ownRecipient.js";
import { codesOf, outcome } from "./texts.js";

const BROKEN_BODY: Edit = { kind: "set", at: ["business_name"], value: "x" };

/** What an answer is recognised by: status, codes, and the words of its errors. */
function fingerprint(reply: Reply): string {
  return JSON.stringify([reply.status, codesOf(reply), errorsIn(reply.value).map(({ detail }) => detail)]);
}

type Fault = readonly [name: string, reply: Reply];

/** Which single fault an answer to both of them is like. */
function which(both: Reply, first: Fault, second: Fault): Observed {
  const print = fingerprint(both);
  const like = (reply: Reply) =>
    fingerprint(reply) === print || (reply.status === both.status && first[1].status !== second[1].status);
  const [likeFirst, likeSecond] = [like(first[1]), like(second[1])];
  const went = outcome(both);
  if (likeFirst && likeSecond) return { value: null, text: `it cannot be told: either fault is ${went.text}` };
  const reported = likeFirst ? first[0] : likeSecond ? second[0] : null;
  return {
    value: { first: reported, ...went.value },
    text: `${reported === null ? "neither alone" : `${reported} first`}: both faults at once are ${went.text}`,
  };
}

interface Comparison {
  /** Each fault by itself, by the name that it has in the answer. */
  readonly one: readonly [name: string, send: () => Promise<Reply>];
  readonly other: readonly [name: string, send: () => Promise<Reply>];
  readonly both: () => Promise<Reply>;
}

/** Sends each fault by itself and both together. */
function comparing(topic: string, faults: (asked: Inquiry, update: Template) => Comparison): CaseDraft {
  return updateInquiry(topic, async (asked, { update }) => {
    const { one, other, both } = faults(asked, update);
    const first = await one[1]();
    const second = await other[1]();
    if (first.accepted || second.accepted) return;
    const together = await both();
    asked.answer(`unknown.orderOfChecks.${topic}`, which(together, [one[0], first], [other[0], second]), together);
  });
}

function credentialsWithBody(topic: string, name: string, credentials: CredentialsEdit): CaseDraft {
  return comparing(topic, (asked, update) => ({
    one: [name, () => asked.ask(update, null, { credentials })],
    other: ["the body", () => asked.ask(update, BROKEN_BODY)],
    both: () => asked.ask(update, BROKEN_BODY, { credentials }),
  }));
}

function unknownRecipient(update: Template): Template {
  return { ...update, path: { recipient_id: unknownIdLike(update.path.recipient_id ?? "") } };
}

function orders(target: Target): CaseDraft[] {
  const wrong = "1999-01-01";
  return [
    credentialsWithBody("credentialsAndBody", "the credentials", "neither"),
    ...(target.credentialsEdits.has("restricted")
      ? [credentialsWithBody("permissionAndBody", "the permission", "restricted")]
      : []),
    comparing("credentialsAndExistence", (asked, update) => ({
      one: ["the credentials", () => asked.ask(update, null, { credentials: "neither" })],
      other: ["existence", () => asked.ask(unknownRecipient(update), null)],
      both: () => asked.ask(unknownRecipient(update), null, { credentials: "neither" }),
    })),
    comparing("existenceAndBody", (asked, update) => ({
      one: ["existence", () => asked.ask(unknownRecipient(update), null)],
      other: ["the body", () => asked.ask(update, BROKEN_BODY)],
      both: () => asked.ask(unknownRecipient(update), BROKEN_BODY),
    })),
    comparing("versionAndBody", (asked, update) => ({
      one: ["the version", () => asked.ask(update, { kind: "header", name: VERSION_HEADER, value: wrong })],
      other: ["the body", () => asked.ask(update, BROKEN_BODY)],
      both: () => asked.ask({ ...update, version: wrong }, BROKEN_BODY),
    })),
  ];
}

function names({ value }: Reply, field: string): boolean {
  return JSON.stringify(errorsIn(value)).includes(field);
}

/** Which of two faults were named by their errors. */
function named(outer: boolean, nested: boolean): Observed {
  const text = outer && nested ? "yes, also inside payment_details" : outer || nested ? "some errors do" : "no";
  return { value: { outer, nested }, text };
}

/** How many errors a request with two faults gets, and whether an error names its field. */
const errorsPerFault: CaseDraft = updateInquiry("errorsPerFault", async (asked, { update }) => {
  const one = await asked.ask(update, BROKEN_BODY);
  const two = await asked.ask(withBody(update, { business_type: "Partnership" }), BROKEN_BODY);
  if (one.accepted || two.accepted) return;
  const each = errorsIn(two.value).length > errorsIn(one.value).length;
  const text = each ? "yes: each fault gets an error of its own" : "no: two faults get as many errors as one";
  asked.answer("unknown.errorsPerFault", { value: each ? "each" : "first", text }, two);
  const nested = await asked.ask(update, { kind: "set", at: ["payment_details", "swift_code"], value: "wrong" });
  asked.answer("unknown.faultyField", named(names(one, "business_name"), names(nested, "swift_code")), nested);
});

/** What is asked about the order in which a request is checked. */
export const orderOfChecks: Exercise = updateInquiries("orderOfChecks", (target) =>
  templateOf(target, "updateRecipient", "bank") === undefined ? [] : [...orders(target), errorsPerFault],
);
