/** What deliveries show of what sections 4.10, 5 and 6 leave open. */

import type { Exchange } from "../../client/model.js";
import { amount, verb } from "../../reports/visible.js";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../schemas/deliveries.js";
import type { JsonObject } from "../../schemas/json.js";
import type { JudgedDelivery } from "../checks/judge.js";
import type { CausedChange } from "../run/causedChanges.js";
import { answer, distinct, distinctValues, inMilliseconds, share, type WebhookAnswer } from "./answer.js";
import { concurrencyAnswer, repetitionAnswers } from "./repetitions.js";

function envelopeAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const withData = judged.filter(({ reading }) => reading.data !== null);
  const [first] = withData;
  if (first === undefined) return [];
  const forms = withData.map(({ reading }) =>
    reading.data?.at === ""
      ? "no envelope: the body is the data object"
      : `${reading.envelope.join(", ")}; the data stands at ${reading.data?.at ?? ""}`,
  );
  const envelopes = distinctValues(
    withData.map(({ reading }) => ({ fields: [...reading.envelope], data: reading.data?.at ?? "" })),
  );
  const named = judged.filter(({ reading }) => reading.eventNames.length > 0);
  const names = named.map(
    ({ reading }) => `${reading.eventNames[0]?.value ?? ""} (${reading.eventNames[0]?.at ?? ""})`,
  );
  const headers = judged.map(({ delivery }) =>
    Object.keys(delivery.headers)
      .filter((name) => !/^(host|connection|content-length|transfer-encoding)$/.test(name))
      .sort()
      .join(", "),
  );
  const kinds = judged.map(
    ({ delivery }) => `${delivery.method} with ${delivery.headers["content-type"] ?? "no content-type"}`,
  );
  return [
    ...answer("envelope", envelopes, distinct(forms, 4), first),
    ...answer(
      "eventNames",
      distinctValues(named.map(({ reading }) => ({ ...reading.eventNames[0] }))),
      names.length === 0 ? "nothing that names the event was found" : distinct(names, 12),
      named[0] ?? first,
    ),
    ...answer(
      "deliveryHeaders",
      { requests: distinctValues(kinds), headers: distinctValues(headers) },
      `${distinct(kinds, 4)}; headers ${distinct(headers, 2)}`,
      first,
    ),
  ];
}

function idAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const withId = judged.filter(({ reading }) => reading.ids.length > 0);
  const [first] = withId;
  const [any] = judged;
  if (first === undefined) return any === undefined ? [] : answer("deliveryId", [], "no id of its own was found", any);
  const places = withId.map(({ reading }) => reading.ids[0]?.at ?? "");
  return answer("deliveryId", distinctValues(places), `yes, in ${distinct(places, 3)}`, first);
}

function signatureAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const found = judged.flatMap((each) =>
    each.signature.kind === "holds" ? [{ each, scheme: each.signature.scheme }] : [],
  );
  const [first] = found;
  if (first === undefined) return [];
  const contents = distinct(
    found.map(({ scheme }) => scheme.content),
    3,
  );
  const timed = /time|\{date\}|-ts\}/.test(contents);
  return [
    ...answer("signedContent", distinctValues(found.map(({ scheme }) => scheme.content)), contents, first.each),
    ...answer(
      "signatureEncoding",
      distinctValues(found.map(({ scheme }) => ({ encoding: scheme.encoding, notation: scheme.notation }))),
      distinct(
        found.map(({ scheme }) => `${scheme.encoding}, written as ${scheme.notation}`),
        3,
      ),
      first.each,
    ),
    ...answer(
      "replayProtection",
      { timeIsSigned: timed },
      timed ? "yes, a time is signed along" : "no time is signed",
      first.each,
    ),
  ];
}

function dataAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const unknowns = { Transfers: "transferData", Deposit: "depositData", Return: "returnData" } as const;
  return (["Transfers", "Deposit", "Return"] as const).flatMap((category) => {
    const own = judged.filter(({ reading }) => reading.category === category && reading.data !== null);
    const [first] = own;
    const names = own.flatMap(({ reading }) => reading.data?.objects.flatMap((object) => Object.keys(object)) ?? []);
    return first === undefined ? [] : answer(unknowns[category], distinctValues(names), distinct(names, 40), first);
  });
}

function triggerAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const seen: JsonObject = {};
  const texts = CATEGORIES.flatMap((category: Category) => {
    const own = judged.filter(({ reading, repeats }) => reading.category === category && repeats === null);
    if (own.length === 0) return [];
    const statuses = own.map(({ reading }) => String(reading.data?.objects[0]?.status ?? "no status"));
    seen[category] = distinctValues(statuses);
    return [`${CATEGORY_NAMES[category]}: ${distinct(statuses, 6)}`];
  });
  return answer(
    "triggers",
    seen,
    texts.length === 0 ? "" : `deliveries came with these statuses: ${texts.join("; ")}`,
    judged[0] ?? null,
  );
}

function shows(judged: JudgedDelivery, id: string): boolean {
  return judged.reading.data?.objects.some((object) => Object.values(object).includes(id)) ?? false;
}

function timeAnswers(judged: readonly JudgedDelivery[], causedChanges: readonly CausedChange[]): WebhookAnswer[] {
  const delays: { readonly delay: number; readonly each: JudgedDelivery }[] = [];
  let inOrder = 0;
  let outOfOrder: JudgedDelivery | null = null;
  for (const causedChange of causedChanges) {
    const own = judged.filter(
      (each) =>
        each.reading.category === causedChange.category && each.repeats === null && shows(each, causedChange.id),
    );
    const [first] = own;
    if (first !== undefined)
      delays.push({ delay: Math.max(0, first.delivery.receivedAt - causedChange.at), each: first });
    const statuses = own.map(({ reading }) => reading.data?.objects[0]?.status);
    if (new Set(statuses).size < 2) continue;
    const late = own.find(
      ({ reading }, index) => index > 0 && reading.data?.objects[0]?.status === causedChange.status,
    );
    if (late === undefined) inOrder += 1;
    else outOfOrder ??= late;
  }
  delays.sort((left, right) => left.delay - right.delay);
  const [soonest] = delays;
  const longest = delays.at(-1)?.delay ?? 0;
  const order =
    outOfOrder !== null
      ? "not always: a first status came after a later one"
      : inOrder > 0
        ? `yes, of ${amount(inOrder, "resource")} that changed`
        : "";
  return [
    ...answer(
      "delay",
      { from: { milliseconds: soonest?.delay ?? 0 }, to: { milliseconds: longest } },
      soonest === undefined ? "" : `${inMilliseconds(soonest.delay)} to ${inMilliseconds(longest)} after creation`,
      soonest?.each ?? null,
    ),
    ...answer("ordering", { inOrder: outOfOrder === null }, order, outOfOrder ?? judged[0] ?? null),
  ];
}

function conflictAnswers(
  judged: readonly JudgedDelivery[],
  details: ReadonlyMap<JudgedDelivery, Exchange>,
): WebhookAnswer[] {
  const of = (category: Category) =>
    judged.filter(({ reading }) => reading.category === category && reading.data !== null);
  const [transfer] = of("Transfers");
  const [deposit] = of("Deposit");
  const list = of("Transfers").find(({ reading }) => reading.data?.at.endsWith("[]"));
  const transactions = [...of("Transfers"), ...of("Deposit"), ...of("Return")];
  const [described] = transactions;
  const answers: WebhookAnswer[] = [];
  if (described !== undefined) {
    const readable = transactions.filter((each) => details.has(each)).length;
    const text = `${readable} of ${transactions.length} deliveries about transactions ${verb(readable, "is", "are")} about one whose detail can be read`;
    const value = { readable: share(readable, transactions.length) };
    answers.push({ id: "conflict.webhooks.undescribedData", value, text, evidence: described });
  }
  if (transfer !== undefined) {
    const text =
      list === undefined
        ? "the data of a transfer delivery is one object"
        : "the data of a transfer delivery can be a list";
    answers.push({
      id: "conflict.webhooks.batchTransfers",
      value: { list: list !== undefined },
      text,
      evidence: list ?? transfer,
    });
  }
  if (deposit !== undefined) {
    const object = deposit.reading.data?.objects[0] ?? {};
    const addresses = ["source_wallet_address", "target_wallet_address"].filter(
      (name) => typeof object[name] === "string",
    );
    const text = `a deposit delivery carries ${addresses.length === 0 ? "no wallet address" : addresses.join(" and ")}, and its detail can ${details.has(deposit) ? "" : "not "}be read`;
    const value = { addresses, detail: details.has(deposit) };
    answers.push({ id: "conflict.webhooks.depositOrigin", value, text, evidence: deposit });
  }
  return answers;
}

/** Everything that the deliveries of a run show of the unknowns and the conflicts. */
export function webhookAnswers(
  judged: readonly JudgedDelivery[],
  causedChanges: readonly CausedChange[],
  details: ReadonlyMap<JudgedDelivery, Exchange>,
): WebhookAnswer[] {
  return [
    ...envelopeAnswers(judged),
    ...idAnswer(judged),
    ...signatureAnswers(judged),
    ...dataAnswers(judged),
    ...triggerAnswer(judged),
    ...timeAnswers(judged, causedChanges),
    ...concurrencyAnswer(judged),
    ...repetitionAnswers(judged),
    ...conflictAnswers(judged, details),
  ];
}
