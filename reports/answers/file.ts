/** The file of answers: answers to the document's unknowns that were agreed with the provider. */
import type { Pair, YAMLMap } from "yaml";
import type { AgreedAnswer, Attested, Stated } from "../model.js";
import { isDay, UserFileReader } from "../userFile.js";

/** What somebody attests, before it is looked up in the ledger. */
export type AttestedLine = Omit<Attested, "statement">;

export interface AnswersFile {
  readonly path: string;
  readonly agreed: readonly AgreedAnswer[];
  readonly attested: readonly AttestedLine[];
}

const LIKE = "agreed: or id:";
const LIST = 'Write each entry as "- id: …" with an "answer: …" below.';
const FILE = { what: "a file of answers", like: LIKE, keys: ["agreed", "attested"] } as const;

const AGREED = {
  what: "an agreed answer",
  like: LIKE,
  keys: ["id", "answer", "contains", "only", "reason", "ticket"],
} as const;
const HOW: Readonly<Record<(typeof AGREED.keys)[number], string>> = {
  id: "Write the id of an observation or a conflict, as a report shows it.",
  answer: "Write the agreed answer, as a report shows it.",
  contains: "Write a text, or a list of texts, that must stand in the answer.",
  only: "Write the list of all values that the answer may have, like [transfer, deposit].",
  reason: "Say with whom it was agreed, or leave the key out.",
  ticket: "Name the ticket, or leave the key out.",
};

const ATTESTED = { what: "what is attested", like: LIKE, keys: ["id", "by", "on", "where", "answer"] } as const;
const HOW_ATTESTED: Readonly<Record<(typeof ATTESTED.keys)[number], string>> = {
  id: "Write the id of a rule, an unknown or a conflict that no request shows.",
  by: "Say who attests it.",
  on: "Write the day, like 2026-11-23.",
  where: "Say where it can be read.",
  answer: "Write what was attested; a rule needs none.",
};

function readStated(reader: UserFileReader, pair: Pair<unknown, unknown>, kind: Stated["kind"]): Stated {
  const texts = kind === "answer" ? [reader.text(pair, kind, HOW[kind])] : reader.texts(pair, kind, HOW[kind]);
  if (kind === "contains" && texts.length === 0)
    throw reader.fault(reader.place(pair.key), `contains is empty. ${HOW[kind]}`);
  return { kind, texts };
}

function readAgreed(reader: UserFileReader, entry: YAMLMap<unknown, unknown>): AgreedAnswer {
  const values: Partial<Record<"id" | "reason" | "ticket", string>> = {};
  const found: Stated[] = [];
  let place = reader.place(entry);
  reader.members(entry, AGREED, (key, pair) => {
    const here = reader.place(pair.key);
    if (key === "answer" || key === "contains" || key === "only") {
      const [earlier] = found;
      if (earlier !== undefined)
        throw reader.fault(here, `The entry has ${earlier.kind} already. Keep one of the two.`);
      found.push(readStated(reader, pair, key));
    } else {
      values[key] = reader.text(pair, key, HOW[key]);
      if (key === "id") place = here;
    }
  });
  const { id, reason = null, ticket = null } = values;
  const [stated] = found;
  if (id === undefined) throw reader.fault(place, `The entry has no id. ${HOW.id}`);
  if (stated === undefined)
    throw reader.fault(
      place,
      'The entry says nothing about the answer. Add "answer: …", "contains: …" or "only: […]".',
    );
  return { id, stated, reason, ticket, ...place };
}

function readAttested(reader: UserFileReader, entry: YAMLMap<unknown, unknown>): AttestedLine {
  const values: Partial<Record<keyof typeof HOW_ATTESTED, string>> = {};
  let place = reader.place(entry);
  reader.members(entry, ATTESTED, (key, pair) => {
    const value = reader.text(pair, key, HOW_ATTESTED[key]);
    const here = reader.place(pair.key);
    if (key === "id") place = here;
    if (key === "on" && !isDay(value)) throw reader.fault(here, `${value} is not a day. ${HOW_ATTESTED.on}`);
    values[key] = value;
  });
  const { id, by, on, where, answer = null } = values;
  if (id === undefined || by === undefined || on === undefined || where === undefined) {
    const key = (["id", "by", "on", "where"] as const).find((one) => values[one] === undefined) ?? "id";
    throw reader.fault(place, `The entry has no ${key}. ${HOW_ATTESTED[key]}`);
  }
  return { ...place, id, by, on, where, answer };
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
  reader.members(root, FILE, (key, pair) => {
    if (key === "agreed") agreed = reader.entries(pair, key, LIST, (entry) => readAgreed(reader, entry));
    else attested = reader.entries(pair, key, LIST, (entry) => readAttested(reader, entry));
  });
  for (const list of [agreed, attested]) {
    const places = list.map((place) => ({ id: place.id, place }));
    reader.once("question", places, ({ id }) => id);
  }
  return { path, agreed, attested };
}
