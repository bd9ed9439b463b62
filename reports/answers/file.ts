/**
 * The file of answers: answers to the document's unknowns that were agreed with the provider.
 */
import { isMap, isSeq, type Pair, type YAMLMap } from "yaml";
import type { AgreedAnswer, Stated } from "../model.js";
import { isEmpty, UserFileReader } from "../userFile.js";

export interface AnswersFile {
  readonly path: string;
  readonly agreed: readonly AgreedAnswer[];
}

const KINDS = ["answer", "contains", "only"] as const;
const ENTRY_KEYS = ["id", ...KINDS, "reason", "ticket"] as const;
type EntryKey = (typeof ENTRY_KEYS)[number];

const HOW: Readonly<Record<EntryKey, string>> = {
  id: "Write the id of an observation or a conflict, as a report shows it.",
  answer: "Write the agreed answer, as a report shows it.",
  contains: "Write a text, or a list of texts, that must stand in the answer.",
  only: "Write the list of all values that the answer may have, like [transfer, deposit].",
  reason: "Say with whom it was agreed, or leave the key out.",
  ticket: "Name the ticket, or leave the key out.",
};
const LIKE = "agreed: or id:";
const LIST = 'Write each entry as "- id: …" with an "answer: …" below.';

function entryKey(text: string): EntryKey | null {
  return ENTRY_KEYS.find((key) => key === text) ?? null;
}

function readStated(reader: UserFileReader, pair: Pair<unknown, unknown>, kind: Stated["kind"]): Stated {
  const texts = kind === "answer" ? [reader.text(pair, kind, HOW[kind])] : reader.texts(pair, kind, HOW[kind]);
  if (kind === "contains" && texts.length === 0)
    throw reader.fault(reader.place(pair.key), `contains is empty. ${HOW[kind]}`);
  return { kind, texts };
}

function readEntry(reader: UserFileReader, entry: YAMLMap<unknown, unknown>): AgreedAnswer {
  const values: Partial<Record<"id" | "reason" | "ticket", string>> = {};
  let stated: Stated | null = null;
  let place = reader.place(entry);
  for (const pair of entry.items) {
    const name = reader.key(pair, LIKE);
    const key = entryKey(name);
    const here = reader.place(pair.key);
    if (key === null)
      throw reader.fault(here, `${name} is not a key of an agreed answer. There are ${ENTRY_KEYS.join(", ")}.`);
    if (key === "answer" || key === "contains" || key === "only") {
      if (stated !== null) throw reader.fault(here, `The entry has ${stated.kind} already. Keep one of the two.`);
      stated = readStated(reader, pair, key);
    } else {
      values[key] = reader.text(pair, key, HOW[key]);
      if (key === "id") place = here;
    }
  }
  const { id, reason = null, ticket = null } = values;
  if (id === undefined) throw reader.fault(place, `The entry has no id. ${HOW.id}`);
  if (stated === null)
    throw reader.fault(
      place,
      'The entry says nothing about the answer. Add "answer: …", "contains: …" or "only: […]".',
    );
  return { id, stated, reason, ticket, line: place.line, text: place.text };
}

function readAgreed(reader: UserFileReader, pair: Pair<unknown, unknown>): AgreedAnswer[] {
  const { value } = pair;
  if (isEmpty(value)) return [];
  if (!isSeq(value)) throw reader.fault(reader.place(pair.key), `agreed is not a list. ${LIST}`);
  const agreed: AgreedAnswer[] = [];
  for (const item of value.items) {
    if (!isMap(item)) throw reader.fault(reader.place(item), `An entry of agreed needs keys. ${LIST}`);
    const entry = readEntry(reader, item);
    const earlier = agreed.find(({ id }) => id === entry.id);
    if (earlier !== undefined)
      throw reader.fault(entry, `The same question stands in line ${earlier.line} already. Remove one of the two.`);
    agreed.push(entry);
  }
  return agreed;
}

/**
 * Reads a file of answers.
 * @param path the file's name, for messages
 * @throws UserFileError for anything that is not a file of answers
 */
export function parseAnswers(text: string, path: string): AnswersFile {
  const { reader, root } = UserFileReader.open(
    text,
    path,
    `A file of answers has the key agreed, with a list. ${LIST}`,
  );
  let agreed: AgreedAnswer[] = [];
  for (const pair of root?.items ?? []) {
    const key = reader.key(pair, LIKE);
    if (key !== "agreed")
      throw reader.fault(reader.place(pair.key), `${key} is not a key of a file of answers. There is only agreed.`);
    agreed = readAgreed(reader, pair);
  }
  return { path, agreed };
}
