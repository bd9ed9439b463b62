/**
 * The file of answers: answers to the document's unknowns that were agreed with the provider.
 */
import { isMap, isSeq, type Pair, type YAMLMap } from "yaml";
import type { AgreedAnswer, Attested, Stated } from "../model.js";
import { isDay, isEmpty, UserFileReader } from "../userFile.js";

/** What somebody attests, before the ledger says what that is. */
export type AttestedLine = Omit<Attested, "statement">;

export interface AnswersFile {
  readonly path: string;
  readonly agreed: readonly AgreedAnswer[];
  readonly attested: readonly AttestedLine[];
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

const ATTESTED_KEYS = ["id", "by", "on", "where", "answer"] as const;
const HOW_ATTESTED: Readonly<Record<(typeof ATTESTED_KEYS)[number], string>> = {
  id: "Write the id of a rule, an unknown or a conflict that no request shows.",
  by: "Say who attests it.",
  on: "Write the day, like 2026-11-23.",
  where: "Say where it can be read.",
  answer: "Write what was attested; a rule needs none.",
};

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

function readAttested(reader: UserFileReader, entry: YAMLMap<unknown, unknown>): AttestedLine {
  const values: Partial<Record<(typeof ATTESTED_KEYS)[number], string>> = {};
  let place = reader.place(entry);
  for (const pair of entry.items) {
    const name = reader.key(pair, LIKE);
    const key = ATTESTED_KEYS.find((known) => known === name);
    const here = reader.place(pair.key);
    if (key === undefined)
      throw reader.fault(here, `${name} is not a key of what is attested. There are ${ATTESTED_KEYS.join(", ")}.`);
    values[key] = reader.text(pair, key, HOW_ATTESTED[key]);
    if (key === "id") place = here;
    if (key === "on" && !isDay(values[key]))
      throw reader.fault(here, `${values[key]} is not a day. ${HOW_ATTESTED.on}`);
  }
  const { id, by, on, where, answer = null } = values;
  if (id === undefined || by === undefined || on === undefined || where === undefined) {
    const key = (["id", "by", "on", "where"] as const).find((one) => values[one] === undefined) ?? "id";
    throw reader.fault(place, `The entry has no ${key}. ${HOW_ATTESTED[key]}`);
  }
  return { ...place, id, by, on, where, answer };
}

/** The entries of a list, each about another question. */
function readList<T extends { readonly id: string; readonly line: number; readonly text: string }>(
  reader: UserFileReader,
  pair: Pair<unknown, unknown>,
  key: string,
  read: (reader: UserFileReader, entry: YAMLMap<unknown, unknown>) => T,
): T[] {
  const { value } = pair;
  if (isEmpty(value)) return [];
  if (!isSeq(value)) throw reader.fault(reader.place(pair.key), `${key} is not a list. ${LIST}`);
  const entries: T[] = [];
  for (const item of value.items) {
    if (!isMap(item)) throw reader.fault(reader.place(item), `An entry of ${key} needs keys. ${LIST}`);
    const entry = read(reader, item);
    const earlier = entries.find(({ id }) => id === entry.id);
    if (earlier !== undefined)
      throw reader.fault(entry, `The same question is already in line ${earlier.line}. Remove one of the two.`);
    entries.push(entry);
  }
  return entries;
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
  let attested: AttestedLine[] = [];
  for (const pair of root?.items ?? []) {
    const key = reader.key(pair, LIKE);
    if (key === "agreed") agreed = readList(reader, pair, key, readEntry);
    else if (key === "attested") attested = readList(reader, pair, key, readAttested);
    else
      throw reader.fault(
        reader.place(pair.key),
        `${key} is not a key of a file of answers. There are agreed and attested.`,
      );
  }
  return { path, agreed, attested };
}
