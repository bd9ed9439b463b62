/** Which Api-Version each operation accepts: the conflict of section 9, and what the document leaves open about it. */
import type { Observed } from "../../engine/judge/observations.js";
import type { Template } from "../../generators/edits/edit.js";
import { isObject } from "../../schemas/json.js";
import { WITHOUT } from "../../schemas/operation.js";
import { CONFLICTING_VERSION, CONTRACT_VERSION, OPERATIONS, VERSION_HEADER } from "../../schemas/operations.js";
import { templateOf } from "../recipientTemplates.js";
import { answerWith, asks, attempt, ownRecipient, readRequest, unknowns } from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { gathered, namesOf, type Outcome, outcome, phrase, readOutcome, sorted, sortedList, word } from "./words.js";

/** The header's value, by its name in the answer. */
const HEADERS: Readonly<Record<string, string | null>> = {
  [CONTRACT_VERSION]: CONTRACT_VERSION,
  [CONFLICTING_VERSION]: CONFLICTING_VERSION,
  none: null,
  empty: "",
  nonsense: "ppconform",
};

/** The versions that creation is judged under where all accepted ones are to be judged. */
const EACH = [CONTRACT_VERSION, CONFLICTING_VERSION, WITHOUT];

const NOT_EMPTY = "any value that is not empty";

type Replies = ReadonlyMap<string, Reply>;

async function repliesTo(asked: Inquiry, template: Template | undefined): Promise<Replies | null> {
  if (template === undefined) return null;
  const replies = new Map<string, Reply>();
  for (const [name, value] of Object.entries(HEADERS))
    replies.set(
      name,
      (value === template.version ? await asked.controlOf(template) : null) ??
        (await asked.ask(template, { kind: "header", name: VERSION_HEADER, value })),
    );
  return replies;
}

function rowWords(replies: Replies): Outcome {
  return gathered([...replies].map(([name, reply]) => [name, outcome(reply)]));
}

function takenBy(replies: Replies): string[] {
  return sorted([...replies].filter(([, { accepted }]) => accepted).map(([name]) => name));
}

/** Which of the two values recipient creation accepts, for both kinds of account; or that it accepts any. */
function side(creations: readonly Replies[]): Observed {
  const takes = (version: string) => creations.every((replies) => replies.get(version)?.accepted === true);
  const taken = [CONTRACT_VERSION, CONFLICTING_VERSION].filter(takes);
  if (taken.length > 1 && takes("nonsense")) {
    if (!takes("empty")) return { value: [NOT_EMPTY], text: `recipient creation takes ${NOT_EMPTY}` };
    const needed = takes("none") ? "the header is not checked" : "only the presence of the header is checked";
    return { value: ["any value"], text: `recipient creation takes any value: ${needed}` };
  }
  const [only, ...others] = taken;
  const what =
    only === undefined ? "neither value for both kinds of account" : others.length > 0 ? "both values" : `${only} only`;
  return { value: taken, text: `recipient creation takes ${what}` };
}

/** What operations accept, by the names of their requests. */
type Rows = readonly (readonly [name: string, replies: Replies])[];

function rowsTold(rows: Rows): Outcome {
  const told = rows.map(([name, replies]) => [name, rowWords(replies)] as const);
  return {
    value: Object.fromEntries(told.map(([name, { value }]) => [name, value])),
    text: told.map(([name, { text }]) => `${name}: ${text}`).join(". "),
  };
}

const BANK = "create recipient (bank)";

/** @param found the version that the run's own creations use */
function answerCreation(asked: Inquiry, rows: Rows, found: string | null): void {
  const [first] = rows;
  const evidence = first?.[1].get(CONFLICTING_VERSION);
  const missing = first?.[1].get("none");
  if (first === undefined || evidence === undefined || missing === undefined) return;
  const taken = side(rows.map(([, replies]) => replies));
  const under = EACH.filter((version) => rows.every(([, replies]) => replies.get(version)?.accepted === true));
  // A row that says the same as the first says nothing more.
  const told = rowsTold(rows.filter((row) => row === first || rowWords(row[1]).text !== rowWords(first[1]).text));
  const value = { taken: taken.value, found: found ?? WITHOUT, under, ...told.value };
  asked.answer("conflict.createRecipient.apiVersion", { value, text: `${taken.text}. ${told.text}` }, evidence);
  const went = phrase`a creation without it is ${outcome(missing)}`;
  asked.answer("conflict.createRecipient.apiVersionRequired", went, missing);
  asked.answer("unknown.versionDifferences", differences(first[1]), evidence);
}

/** The creation of recipients with each header. In smoke one kind of account stands for both. */
const creation = asks(
  async (asked) => {
    const template = templateOf(asked.target, "createRecipient", "bank");
    const bank = await repliesTo(asked, template);
    if (bank === null) return;
    const isSmoke = asked.target.profile === "smoke";
    const crypto = isSmoke ? null : await repliesTo(asked, templateOf(asked.target, "createRecipient", "crypto"));
    const rows = [[BANK, bank], ...(crypto === null ? [] : [["create recipient (crypto)", crypto] as const])] as const;
    answerCreation(asked, rows, template?.version ?? null);
  },
  { tier: 0 },
);

/** The other operations that take the header, with each. */
const elsewhere = asks(async (asked, id) => {
  const { target } = asked;
  const own = await ownRecipient(asked, "bank");
  const [update, upload, customers] = await Promise.all([
    repliesTo(asked, own?.update),
    repliesTo(asked, target.templates.uploadFile[0]),
    repliesTo(asked, target.templates.createCustomer[0]),
  ]);
  const rows = Object.entries({ "update recipient": update, "upload file": upload, "create customer": customers });
  const told = rows.flatMap(([name, replies]) => (replies === null ? [] : [[name, replies] as const]));
  const evidence = told[0]?.[1].get(CONFLICTING_VERSION);
  if (evidence !== undefined) asked.answer(id, rowsTold(told), evidence);
  const [bare, empty] = [update?.get("none"), update?.get("empty")];
  if (bare !== undefined && empty !== undefined) {
    const tried = gathered([
      ["none", outcome(bare), "an update without the header"],
      ["empty", outcome(empty), "one with an empty value"],
    ]);
    asked.answer("conflict.updateRecipient.apiVersionDefault", tried, bare);
  }
  const customer = customers?.get(CONFLICTING_VERSION);
  if (customers !== null && customer !== undefined) {
    const accepted = takenBy(customers);
    const text = `taken: ${accepted.length === 0 ? "none of those tried" : accepted.join(", ")}`;
    asked.answer("unknown.createCustomer.apiVersionValues", { value: accepted, text }, customer);
  }
});

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
  const only = {
    [CONTRACT_VERSION]: sorted([...left].filter((path) => !right.has(path))),
    [CONFLICTING_VERSION]: sorted([...right].filter((path) => !left.has(path))),
  };
  const told = Object.entries(only).flatMap(([version, fields]) =>
    fields.length === 0 ? [] : `only under ${version}: ${sortedList(fields)}`,
  );
  return {
    value: only,
    text: told.length === 0 ? "recipient creation answers with the same fields under both" : told.join("; "),
  };
}

export const versions = unknowns(
  "createRecipient",
  (target) => templateOf(target, "createRecipient", "bank"),
  { "conflict.createRecipient.apiVersion": creation, "unknown.apiVersionElsewhere": elsewhere },
  ["updateRecipient", "uploadFile", "createCustomer"],
);

const UNKNOWN_VERSION = "1999-01-01";

/** A read with a version: whether it changes anything. */
export const onReads = asks(async (asked, id) => {
  const request = readRequest(OPERATIONS.listBalances.path);
  const plain = await asked.send(request, "errors");
  const attempts = [];
  const governing: string[] = [];
  for (const version of [CONTRACT_VERSION, CONFLICTING_VERSION, UNKNOWN_VERSION]) {
    const headers = { ...request.headers, [VERSION_HEADER.toLowerCase()]: version };
    const reply = await asked.send({ ...request, headers }, "errors");
    const same = reply.status === plain.status && namesOf(reply.value).join() === namesOf(plain.value).join();
    if (same && version !== UNKNOWN_VERSION) governing.push(version);
    attempts.push({ ...attempt(version, reply, same ? word("no change") : readOutcome(reply)), same });
  }
  const under = governing.length === 0 ? "neither version" : governing.join(" and ");
  const text = `a read without the header is answered as under ${under}`;
  asked.answer("unknown.versionOfReads", { value: governing, text }, plain);
  const changed = attempts.findLast(({ same }) => !same);
  answerWith(asked, id, attempts, changed?.reply ?? plain);
});
