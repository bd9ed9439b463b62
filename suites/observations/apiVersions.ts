/** Which Api-Version each operation takes: the conflict of section 9, and what the document leaves open about it. */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../engine/model.js";
import type { Template } from "../../generators/edits/edit.js";
import { isObject } from "../../generators/json.js";
import { CONFLICTING_VERSION, CONTRACT_VERSION, VERSION_HEADER } from "../../schemas/operations.js";
import { type Inquiry, inquiryCase, type Reply, templateOf } from "./observing.js";
import { ownRecipient } from "./recipientUpdate.js";
import { gathered, outcome, sortedList } from "./texts.js";

/** What stands in the header, and what it is called in the answer. */
const HEADERS: readonly (readonly [label: string, value: string | null])[] = [
  [CONTRACT_VERSION, CONTRACT_VERSION],
  [CONFLICTING_VERSION, CONFLICTING_VERSION],
  ["none", null],
  ["empty", ""],
  ["nonsense", "ppconform"],
];

interface Row {
  readonly name: string;
  readonly replies: ReadonlyMap<string, Reply>;
}

async function rowOf(inquiry: Inquiry, name: string, template: Template | undefined): Promise<Row[]> {
  if (template === undefined) return [];
  const replies = new Map<string, Reply>();
  for (const [label, value] of HEADERS) {
    replies.set(label, await inquiry.ask(template, { kind: "header", name: VERSION_HEADER, value }));
  }
  return [{ name, replies }];
}

function rowWords({ name, replies }: Row): string {
  return `${name}: ${gathered([...replies].map(([label, reply]) => [label, outcome(reply)]))}`;
}

/** Which of the two values recipient creation takes. */
function side(rows: readonly Row[]): string {
  const creations = rows.filter(({ name }) => name.startsWith("create recipient"));
  const takes = (version: string) => creations.every(({ replies }) => replies.get(version)?.accepted === true);
  const [one, other] = [takes(CONTRACT_VERSION), takes(CONFLICTING_VERSION)];
  if (one && other) return "recipient creation takes both values";
  if (one) return `recipient creation takes ${CONTRACT_VERSION} only`;
  return other
    ? `recipient creation takes ${CONFLICTING_VERSION} only`
    : "recipient creation takes neither value for both kinds of account";
}

function taken(row: Row): string {
  return (
    sortedList([...row.replies].filter(([, reply]) => reply.accepted).map(([label]) => label)) || "none of those tried"
  );
}

function matrix(target: Target): Case {
  return inquiryCase("createRecipient", "apiVersion", 1, null, async (inquiry) => {
    const own = await ownRecipient(inquiry, "bank");
    const rows = (
      await Promise.all([
        rowOf(inquiry, "create recipient (bank)", templateOf(target, "createRecipient", "bank")),
        rowOf(inquiry, "create recipient (crypto)", templateOf(target, "createRecipient", "crypto")),
        rowOf(inquiry, "update recipient", own?.update),
        rowOf(inquiry, "upload file", target.templates.uploadFile[0]),
        rowOf(inquiry, "create customer", target.templates.createCustomer[0]),
      ])
    ).flat();
    const [creation] = rows;
    const evidence = creation?.replies.get(CONFLICTING_VERSION);
    if (creation === undefined || evidence === undefined) return;
    inquiry.answer("conflict.createRecipient.apiVersion", `${side(rows)}. ${rows.map(rowWords).join(". ")}`, evidence);
    const missing = creation.replies.get("none");
    if (missing !== undefined) {
      inquiry.answer(
        "unknown.createRecipient.apiVersionRequired",
        `a creation without it is ${outcome(missing)}`,
        missing,
      );
    }
    const update = rows.find(({ name }) => name === "update recipient")?.replies;
    const [bare, empty] = [update?.get("none"), update?.get("empty")];
    if (bare !== undefined && empty !== undefined) {
      const answer = gathered([
        ["an update without the header", outcome(bare)],
        ["one with an empty value", outcome(empty)],
      ]);
      inquiry.answer("conflict.updateRecipient.apiVersionDefault", answer, bare);
    }
    const customers = rows.find(({ name }) => name === "create customer");
    const customer = customers?.replies.get(CONFLICTING_VERSION);
    if (customers !== undefined && customer !== undefined) {
      inquiry.answer("unknown.createCustomer.apiVersionValues", `taken: ${taken(customers)}`, customer);
    }
    inquiry.answer("unknown.versionDifferences", differences(creation), evidence);
  });
}

/** Every field that an answer has, with its place. */
function paths(value: unknown, place = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => paths(item, `${place}[]`));
  if (!isObject(value)) return place === "" ? [] : [place];
  return Object.entries(value).flatMap(([name, member]) => paths(member, place === "" ? name : `${place}.${name}`));
}

function differences({ replies }: Row): string {
  const one = replies.get(CONTRACT_VERSION);
  const other = replies.get(CONFLICTING_VERSION);
  if (one?.accepted !== true || other?.accepted !== true)
    return "it cannot be seen: recipient creation does not take both versions";
  const [left, right] = [new Set(paths(one.body)), new Set(paths(other.body))];
  const different = [...left, ...right].filter((path) => left.has(path) !== right.has(path));
  return different.length === 0
    ? "recipient creation answers with the same fields under both"
    : `only under one of the two: ${sortedList(different)}`;
}

/** The open points about Api-Version. */
export function apiVersionPoints(): CheckGroup {
  return group("createRecipient", [], (target) =>
    templateOf(target, "createRecipient", "bank") === undefined ? [] : [matrix(target)],
  );
}
