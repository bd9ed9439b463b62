/** Which of two faults in one request is reported, which section 4 leaves open. */
import type { CredentialsEdit } from "../../client/model.js";
import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../engine/model.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { isObject } from "../../generators/json.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { VERSION_HEADER } from "../../schemas/operations.js";
import { type Inquiry, inquiryCase, type Reply, templateOf, withBody } from "./observing.js";
import { ownRecipient } from "./recipientUpdate.js";
import { codesOf, outcome } from "./texts.js";

const BROKEN_BODY: Edit = { kind: "set", at: ["business_name"], value: "x" };

/** What an answer is recognised by: status, codes, and the words of its errors. */
function fingerprint(reply: Reply): string {
  const { value } = reply;
  const errors = isObject(value) && Array.isArray(value.errors) ? value.errors.filter(isObject) : [];
  return JSON.stringify([reply.status, codesOf(reply), errors.map(({ detail }) => detail)]);
}

/** Which single fault an answer to both of them is like. */
function which(both: Reply, first: readonly [string, Reply], second: readonly [string, Reply]): string {
  const print = fingerprint(both);
  const like = (reply: Reply) =>
    fingerprint(reply) === print || (reply.status === both.status && first[1].status !== second[1].status);
  const likeFirst = like(first[1]);
  const likeSecond = like(second[1]);
  const went = `both faults at once are ${outcome(both)}`;
  if (likeFirst && !likeSecond) return `${first[0]} first: ${went}`;
  if (likeSecond && !likeFirst) return `${second[0]} first: ${went}`;
  return likeFirst ? `it cannot be told: either fault is ${outcome(both)}` : `neither alone: ${went}`;
}

/** Sends each fault by itself and both together. */
async function compare(
  inquiry: Inquiry,
  unknownId: string,
  first: readonly [string, () => Promise<Reply>],
  second: readonly [string, () => Promise<Reply>],
  both: () => Promise<Reply>,
): Promise<void> {
  const one = await first[1]();
  const other = await second[1]();
  if (one.accepted || other.accepted) return;
  const together = await both();
  inquiry.answer(`unknown.orderOfChecks.${unknownId}`, which(together, [first[0], one], [second[0], other]), together);
}

function testCase(topic: string, execute: (inquiry: Inquiry, update: Template) => Promise<void>): Case {
  return inquiryCase("updateRecipient", `orderOfChecks.${topic}`, 1, null, async (inquiry) => {
    const own = await ownRecipient(inquiry, "bank");
    if (own !== null) await execute(inquiry, own.update);
  });
}

function credentialsWithBody(topic: string, word: string, credentials: CredentialsEdit): Case {
  return testCase(topic, (inquiry, update) =>
    compare(
      inquiry,
      topic,
      [word, () => inquiry.ask(update, null, { credentials })],
      ["the body", () => inquiry.ask(update, BROKEN_BODY)],
      () => inquiry.ask(update, BROKEN_BODY, { credentials }),
    ),
  );
}

function unknownRecipient(update: Template): Template {
  return { ...update, path: { recipient_id: unknownIdLike(update.path.recipient_id ?? "") } };
}

function orderCases(target: Target): Case[] {
  const badVersion: Edit = { kind: "header", name: VERSION_HEADER, value: "1999-01-01" };
  return [
    credentialsWithBody("credentialsAndBody", "the credentials", "neither"),
    ...(target.credentialsEdits.has("restricted")
      ? [credentialsWithBody("permissionAndBody", "the permission", "restricted")]
      : []),
    testCase("credentialsAndExistence", (inquiry, update) =>
      compare(
        inquiry,
        "credentialsAndExistence",
        ["the credentials", () => inquiry.ask(update, null, { credentials: "neither" })],
        ["existence", () => inquiry.ask(unknownRecipient(update), null)],
        () => inquiry.ask(unknownRecipient(update), null, { credentials: "neither" }),
      ),
    ),
    testCase("existenceAndBody", (inquiry, update) =>
      compare(
        inquiry,
        "existenceAndBody",
        ["existence", () => inquiry.ask(unknownRecipient(update), null)],
        ["the body", () => inquiry.ask(update, BROKEN_BODY)],
        () => inquiry.ask(unknownRecipient(update), BROKEN_BODY),
      ),
    ),
    testCase("versionAndBody", (inquiry, update) =>
      compare(
        inquiry,
        "versionAndBody",
        ["the version", () => inquiry.ask(update, badVersion)],
        ["the body", () => inquiry.ask(update, BROKEN_BODY)],
        () => inquiry.ask({ ...update, version: "1999-01-01" }, BROKEN_BODY),
      ),
    ),
  ];
}

/** How many errors a request with two faults gets, and whether an error names its field. */
function faults(): Case[] {
  const countOf = ({ value }: Reply) => (isObject(value) && Array.isArray(value.errors) ? value.errors.length : 0);
  return [
    testCase("errorsPerFault", async (inquiry, update) => {
      const one = await inquiry.ask(update, BROKEN_BODY);
      const two = await inquiry.ask(withBody(update, { business_type: "Partnership" }), BROKEN_BODY);
      if (one.accepted || two.accepted) return;
      const [single, double] = [countOf(one), countOf(two)];
      const answer =
        double > single ? "yes: each fault gets an error of its own" : "no: two faults get as many errors as one";
      inquiry.answer("unknown.errorsPerFault", answer, two);
      const nested = await inquiry.ask(update, { kind: "set", at: ["payment_details", "swift_code"], value: "wrong" });
      const named = [names(one, "business_name"), names(nested, "swift_code")];
      const words = named.every(Boolean)
        ? "yes, also inside payment_details"
        : named.some(Boolean)
          ? "some errors do"
          : "no";
      inquiry.answer("unknown.faultyField", words, nested);
    }),
  ];
}

function names({ value }: Reply, field: string): boolean {
  return isObject(value) && JSON.stringify(value.errors ?? null).includes(field);
}

/** The open points about the order in which a request is checked. */
export function orderOfCheckPoints(): CheckGroup {
  return group("updateRecipient", [], (target) =>
    templateOf(target, "updateRecipient", "bank") === undefined ? [] : [...orderCases(target), ...faults()],
  );
}
