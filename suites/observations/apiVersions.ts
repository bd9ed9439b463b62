/** Which Api-Version each operation takes: the conflict of section 9, and what the document leaves open about it. */
import type { Exercise } from "../../engine/check.js";
import type { Observed } from "../../engine/observations.js";
import type { Template } from "../../generators/edits/edit.js";
import { isObject } from "../../schemas/json.js";
import { CONFLICTING_VERSION, CONTRACT_VERSION, OPERATIONS, VERSION_HEADER } from "../../schemas/operations.js";
import { templateOf } from "../recipientTemplates.js";
import { type Inquiry, inquiries, inquiry, type Reply } from "./observing.js";
import { ownRecipient } from "./ownRecipient.js";
import { namesOf, readRequest } from "./reading.js";
import { gathered, type Outcome, outcome, phrase, readOutcome, sorted, sortedList, word } from "./texts.js";
import { answerWith, attempt } from "./trials.js";

/** What stands in the header, by the name that it has in the answer. */
const HEADERS: Readonly<Record<string, string | null>> = {
  [CONTRACT_VERSION]: CONTRACT_VERSION,
  [CONFLICTING_VERSION]: CONFLICTING_VERSION,
  none: null,
  empty: "",
  nonsense: "ppconform",
};

/** The requests that are sent with each header, in the order in which they are told. */
const ROWS = [
  "create recipient (bank)",
  "create recipient (crypto)",
  "update recipient",
  "upload file",
  "create customer",
] as const;
type RowName = (typeof ROWS)[number];

type Replies = ReadonlyMap<string, Reply>;

async function repliesTo(asked: Inquiry, template: Template | undefined): Promise<Replies | null> {
  if (template === undefined) return null;
  const replies = new Map<string, Reply>();
  for (const [name, value] of Object.entries(HEADERS))
    replies.set(name, await asked.ask(template, { kind: "header", name: VERSION_HEADER, value }));
  return replies;
}

function rowWords(replies: Replies): Outcome {
  return gathered([...replies].map(([name, reply]) => [name, outcome(reply)]));
}

function takenBy(replies: Replies): string[] {
  return sorted([...replies].filter(([, { accepted }]) => accepted).map(([name]) => name));
}

/** Which of the two values recipient creation takes, for both kinds of account. */
function side(creations: readonly Replies[]): Observed {
  const takes = (version: string) => creations.every((replies) => replies.get(version)?.accepted === true);
  const taken = [CONTRACT_VERSION, CONFLICTING_VERSION].filter(takes);
  const [only, ...others] = taken;
  const what =
    only === undefined ? "neither value for both kinds of account" : others.length > 0 ? "both values" : `${only} only`;
  return { value: taken, text: `recipient creation takes ${what}` };
}

const matrix = inquiry("matrix", {}, async (asked) => {
  const { target } = asked;
  const own = await ownRecipient(asked, "bank");
  const templates: Readonly<Record<RowName, Template | undefined>> = {
    "create recipient (bank)": templateOf(target, "createRecipient", "bank"),
    "create recipient (crypto)": templateOf(target, "createRecipient", "crypto"),
    "update recipient": own?.update,
    "upload file": target.templates.uploadFile[0],
    "create customer": target.templates.createCustomer[0],
  };
  const rows = new Map<RowName, Replies>();
  await Promise.all(
    ROWS.map(async (name) => {
      const replies = await repliesTo(asked, templates[name]);
      if (replies !== null) rows.set(name, replies);
    }),
  );
  const creation = rows.get("create recipient (bank)");
  const evidence = creation?.get(CONFLICTING_VERSION);
  if (creation === undefined || evidence === undefined) return;
  const taken = side([creation, rows.get("create recipient (crypto)") ?? creation]);
  const told = ROWS.flatMap((name) => {
    const replies = rows.get(name);
    return replies === undefined ? [] : [[name, rowWords(replies)] as const];
  });
  asked.answer(
    "conflict.createRecipient.apiVersion",
    {
      value: { taken: taken.value, ...Object.fromEntries(told.map(([name, { value }]) => [name, value])) },
      text: `${taken.text}. ${told.map(([name, { text }]) => `${name}: ${text}`).join(". ")}`,
    },
    evidence,
  );
  const missing = creation.get("none");
  if (missing !== undefined) {
    asked.answer(
      "unknown.createRecipient.apiVersionRequired",
      phrase`a creation without it is ${outcome(missing)}`,
      missing,
    );
  }
  const update = rows.get("update recipient");
  const [bare, empty] = [update?.get("none"), update?.get("empty")];
  if (bare !== undefined && empty !== undefined) {
    const tried = gathered([
      ["none", outcome(bare), "an update without the header"],
      ["empty", outcome(empty), "one with an empty value"],
    ]);
    asked.answer("conflict.updateRecipient.apiVersionDefault", tried, bare);
  }
  const customers = rows.get("create customer");
  const customer = customers?.get(CONFLICTING_VERSION);
  if (customers !== undefined && customer !== undefined) {
    const accepted = takenBy(customers);
    const text = `taken: ${accepted.length === 0 ? "none of those tried" : accepted.join(", ")}`;
    asked.answer("unknown.createCustomer.apiVersionValues", { value: accepted, text }, customer);
  }
  asked.answer("unknown.versionDifferences", differences(creation), evidence);
});

/** Every field that an answer has, with its place. */
function paths(value: unknown, place = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => paths(item, `${place}[]`));
  if (!isObject(value)) return place === "" ? [] : [place];
  return Object.entries(value).flatMap(([name, member]) => paths(member, place === "" ? name : `${place}.${name}`));
}

function differences(replies: Replies): Observed {
  const one = replies.get(CONTRACT_VERSION);
  const other = replies.get(CONFLICTING_VERSION);
  if (one?.accepted !== true || other?.accepted !== true)
    return { value: null, text: "it cannot be seen: recipient creation does not take both versions" };
  const [left, right] = [new Set(paths(one.body)), new Set(paths(other.body))];
  const different = [...left, ...right].filter((path) => left.has(path) !== right.has(path));
  const text =
    different.length === 0
      ? "recipient creation answers with the same fields under both"
      : `only under one of the two: ${sortedList(different)}`;
  return { value: sorted(different), text };
}

/** The unknowns and conflicts about Api-Version. */
export const apiVersions: Exercise = inquiries(
  "createRecipient",
  "apiVersions",
  (target) => (templateOf(target, "createRecipient", "bank") === undefined ? [] : [matrix]),
  ["updateRecipient", "uploadFile", "createCustomer"],
);

/** A read with a version: whether it changes anything. */
export const apiVersionOnReads: Exercise = inquiries("listBalances", "apiVersions", () => [
  inquiry("onReads", {}, async (asked) => {
    const request = readRequest(OPERATIONS.listBalances.path);
    const plain = await asked.send(request, "errors");
    const attempts = [];
    for (const version of [CONTRACT_VERSION, CONFLICTING_VERSION, "1999-01-01"]) {
      const headers = { ...request.headers, [VERSION_HEADER.toLowerCase()]: version };
      const reply = await asked.send({ ...request, headers }, "errors");
      const same = reply.status === plain.status && namesOf(reply.value).join() === namesOf(plain.value).join();
      attempts.push({ ...attempt(version, reply, same ? word("no change") : readOutcome(reply)), same });
    }
    const changed = attempts.findLast(({ same }) => !same);
    answerWith(asked, "unknown.apiVersionOnReads", attempts, changed?.reply ?? plain);
  }),
]);
