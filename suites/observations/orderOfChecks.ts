/** Which of two faults in one request is reported, which section 4 leaves open. */
import type { CredentialsEdit } from "../../client/model.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { isObject } from "../../generators/json.js";
import { VERSION_HEADER } from "../../schemas/operations.js";
import { group } from "../../engine/check.js";
import type { CheckGroup, Unit, World } from "../../engine/model.js";
import { unknownIdLike } from "../checks/state/transactionDetails.js";
import { type Probe, probeUnit, type Reply, templateOf, withBody } from "./observing.js";
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
  probe: Probe,
  openPoint: string,
  first: readonly [string, () => Promise<Reply>],
  second: readonly [string, () => Promise<Reply>],
  both: () => Promise<Reply>,
): Promise<void> {
  const one = await first[1]();
  const other = await second[1]();
  if (one.accepted || other.accepted) return;
  const together = await both();
  probe.answer(`unknown.orderOfChecks.${openPoint}`, which(together, [first[0], one], [second[0], other]), together);
}

function unit(topic: string, play: (probe: Probe, update: Template) => Promise<void>): Unit {
  return probeUnit("updateRecipient", `orderOfChecks.${topic}`, 1, null, async (probe) => {
    const own = await ownRecipient(probe, "bank");
    if (own !== null) await play(probe, own.update);
  });
}

function credentialsWithBody(topic: string, word: string, credentials: CredentialsEdit): Unit {
  return unit(topic, (probe, update) =>
    compare(
      probe,
      topic,
      [word, () => probe.ask(update, null, { credentials })],
      ["the body", () => probe.ask(update, BROKEN_BODY)],
      () => probe.ask(update, BROKEN_BODY, { credentials }),
    ),
  );
}

function unknownRecipient(update: Template): Template {
  return { ...update, path: { recipient_id: unknownIdLike(update.path.recipient_id ?? "") } };
}

function orderUnits(world: World): Unit[] {
  const badVersion: Edit = { kind: "header", name: VERSION_HEADER, value: "1999-01-01" };
  return [
    credentialsWithBody("credentialsAndBody", "the credentials", "neither"),
    ...(world.credentialsEdits.has("restricted")
      ? [credentialsWithBody("permissionAndBody", "the permission", "restricted")]
      : []),
    unit("credentialsAndExistence", (probe, update) =>
      compare(
        probe,
        "credentialsAndExistence",
        ["the credentials", () => probe.ask(update, null, { credentials: "neither" })],
        ["existence", () => probe.ask(unknownRecipient(update), null)],
        () => probe.ask(unknownRecipient(update), null, { credentials: "neither" }),
      ),
    ),
    unit("existenceAndBody", (probe, update) =>
      compare(
        probe,
        "existenceAndBody",
        ["existence", () => probe.ask(unknownRecipient(update), null)],
        ["the body", () => probe.ask(update, BROKEN_BODY)],
        () => probe.ask(unknownRecipient(update), BROKEN_BODY),
      ),
    ),
    unit("versionAndBody", (probe, update) =>
      compare(
        probe,
        "versionAndBody",
        ["the version", () => probe.ask(update, badVersion)],
        ["the body", () => probe.ask(update, BROKEN_BODY)],
        () => probe.ask({ ...update, version: "1999-01-01" }, BROKEN_BODY),
      ),
    ),
  ];
}

/** How many errors a request with two faults gets, and whether an error names its field. */
function faults(): Unit[] {
  const countOf = ({ value }: Reply) => (isObject(value) && Array.isArray(value.errors) ? value.errors.length : 0);
  return [
    unit("errorsPerFault", async (probe, update) => {
      const one = await probe.ask(update, BROKEN_BODY);
      const two = await probe.ask(withBody(update, { business_type: "Partnership" }), BROKEN_BODY);
      if (one.accepted || two.accepted) return;
      const [single, double] = [countOf(one), countOf(two)];
      const answer =
        double > single ? "yes: each fault gets an error of its own" : "no: two faults get as many errors as one";
      probe.answer("unknown.errorsPerFault", answer, two);
      const nested = await probe.ask(update, { kind: "set", at: ["payment_details", "swift_code"], value: "wrong" });
      const named = [names(one, "business_name"), names(nested, "swift_code")];
      const words = named.every(Boolean)
        ? "yes, also inside payment_details"
        : named.some(Boolean)
          ? "some errors do"
          : "no";
      probe.answer("unknown.faultyField", words, nested);
    }),
  ];
}

function names({ value }: Reply, field: string): boolean {
  return isObject(value) && JSON.stringify(value.errors ?? null).includes(field);
}

/** The open points about the order in which a request is checked. */
export function orderOfCheckPoints(): CheckGroup {
  return group("updateRecipient", [], (world) =>
    templateOf(world, "updateRecipient", "bank") === undefined ? [] : [...orderUnits(world), ...faults()],
  );
}
