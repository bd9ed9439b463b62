import { readJson } from "../situation.js";
import { type Choice, deciding } from "../unusual.js";

const ID = /\b(rcp|cus|txn|file)_([0-9a-f]{24})\b/g;

/** Ids in another form: each is turned into its own, and back again. */
function ids(name: string, form: (prefix: string, own: string, count: number) => string): Choice {
  return deciding(name, () => {
    const given = new Map<string, string>();
    const meant = new Map<string, string>();
    const give = (id: string, prefix: string, own: string): string => {
      const known = given.get(id) ?? form(prefix, own, given.size + 1);
      given.set(id, known);
      meant.set(known, id);
      return known;
    };
    const back = (text: string): string => meant.get(text) ?? text;
    return async ({ path, body }, pass) => {
      const url = new URL(path, "http://front");
      const query = [...url.searchParams].map(([key, value]): [string, string] => [key, back(value)]);
      const search = query.length === 0 ? url.search : `?${new URLSearchParams(query)}`;
      const segments = url.pathname.split("/").map((segment) => {
        const own = decodedOr(segment);
        // The id of the service behind is not known here.
        return meant.has(own) ? back(own) : given.has(own) ? "rcp_unknown" : segment;
      });
      const ownBody = body.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
        const value = readJson(literal);
        return typeof value === "string" && meant.has(value) ? JSON.stringify(back(value)) : literal;
      });
      const answer = await pass({ path: segments.join("/") + search, body: ownBody });
      return { ...answer, body: (answer.body ?? "").replace(ID, give) };
    };
  });
}

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const uuid = (own: string): string =>
  `${own.slice(0, 8)}-${own.slice(8, 12)}-4${own.slice(12, 15)}-8${own.slice(15, 18)}-${own.slice(12, 24)}`;

export const IDS: readonly Choice[] = [
  ids("ids that are UUIDs behind a prefix", (prefix, hex) => `${prefix}_${uuid(hex)}`),
  ids("ids that count up", (prefix, _own, count) => `${prefix}_${1000 + count}`),
  ids("ids of many digits that count up", (prefix, _own, count) => `${prefix}_${String(7_000_000_000 + count)}`),
  ids("long ids with dots, tildes and colons", (prefix, hex) => `${prefix}_${hex}.${hex}~v1:${hex.repeat(4)}`),
  ids("ids in capitals with a check letter", (prefix, hex) => `${prefix}_${hex.toUpperCase().slice(0, 10)}X`),
  ids(
    "ids in base64 with padding",
    (prefix, hex) => `${prefix}_${Buffer.from(hex, "hex").toString("base64").replace(/\//g, "-")}==`,
  ),
];
