/**
 * Bodies on which careless code fails. Whether they are accepted is open; a server error is a failure (section 7: it is
 * not an answer to a request).
 */

import type { Exercise } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import type { Edit, Template } from "../../../generators/edits/edit.js";
import { sampleFile, writerOf } from "../../../generators/templates/fileContent.js";
import { isObject, type Json, jsonText, type Pointer, valueAt, withValueAt } from "../../../schemas/json.js";
import type { OperationId } from "../../../schemas/operations.js";
import { openRequests } from "./errorAnswers.js";

const LEVELS = 600;
const DIGITS = 400;
const FAR_BEYOND = 5_000;

interface OddBody {
  readonly label: string;
  /** A header that differs, or what the body becomes. */
  readonly edit: Edit;
  /** The fault is in HTTP, so something in front of the service may answer in its own words. */
  readonly beforeService?: true;
}

/** Placeholder for a value that no JSON writer writes. */
const MARK = "ppconform-mark";
const NO_UTF_8 = Buffer.from([0x4c, 0xff, 0xfe, 0xc3, 0x28]);

/** Writes a raw value at a place of a body, which may also be changed elsewhere. */
function written(label: string, at: Pointer, literal: string, change = (body: Json): Json => body): OddBody {
  return rendered(label, (json) => {
    const body = withValueAt(change(JSON.parse(json)), at, MARK);
    return JSON.stringify(body).replace(JSON.stringify(MARK), () => literal);
  });
}

function rendered(label: string, render: (json: string) => string | Uint8Array): OddBody {
  return { label, edit: { kind: "raw", render, contentType: "application/json", label } };
}

function underHeader(label: string, name: string, value: string | null, beforeService?: true): OddBody {
  const edit: Edit = { kind: "header", name, value };
  return beforeService === undefined ? { label, edit } : { label, edit, beforeService };
}

/** A body whose first text holds bytes that are not UTF-8. */
function withBytes(at: Pointer): OddBody {
  return rendered("bytes that are not UTF-8", (json) => {
    const body: Json = JSON.parse(json);
    const bytes = Buffer.from(JSON.stringify(withValueAt(body, at, MARK)));
    const start = bytes.indexOf(MARK);
    return Buffer.concat([bytes.subarray(0, start), NO_UTF_8, bytes.subarray(start + MARK.length)]);
  });
}

function withLongWebsite(website: Pointer | undefined): (body: Json) => Json {
  return (body) => {
    const current = website === undefined ? undefined : valueAt(body, website);
    return website === undefined || typeof current !== "string"
      ? body
      : withValueAt(body, website, `${current}/`.padEnd(FAR_BEYOND, "a"));
  };
}

/** Texts that JSON can express and other formats cannot; the first combines all others. */
function texts(at: Pointer, website?: Pointer): OddBody[] {
  return [
    written(
      "control characters, lone surrogates and comment markers, and a very long website",
      at,
      '"Lotus \\u0000 \\ud800 \\udc00 \u{1f338} \' -- Trading"',
      withLongWebsite(website),
    ),
    written("a NUL character", at, '"Lotus \\u0000 Trading"'),
    written("a high surrogate alone", at, '"Lotus \\ud800 Trading"'),
    written("a low surrogate alone", at, '"Lotus \\udc00 Trading"'),
    written("characters of four bytes", at, '"Lotus \u{1f338} Trading"'),
    written("an apostrophe and a comment sign", at, '"Lotus\' -- Trading"'),
    withBytes(at),
  ];
}

const DEEP_LISTS = "[".repeat(LEVELS) + "]".repeat(LEVELS);
const DEEP_OBJECTS = `${'{"a":'.repeat(LEVELS)}1${"}".repeat(LEVELS)}`;
const MANY_DIGITS = "9".repeat(DIGITS);

/** Values of another type that are hard to read. */
function values(at: Pointer): OddBody[] {
  return [
    written(`lists in lists, ${LEVELS} levels deep, for a text`, at, DEEP_LISTS),
    written(`objects in objects, ${LEVELS} levels deep, for a text`, at, DEEP_OBJECTS),
    written("1e300 for a text", at, "1e300"),
    written(`a number of ${DIGITS} digits for a text`, at, MANY_DIGITS),
    written("a number of 30 digits for a text", at, "123456789012345678901234567890"),
  ];
}

/** Numbers that no usual type can hold, where a number is documented. */
function numbers(at: Pointer): OddBody[] {
  return [
    written("1e300 for a number", at, "1e300"),
    written("-1e300 for a number", at, "-1e300"),
    written(`a number of ${DIGITS} digits`, at, MANY_DIGITS),
    written("a number of 400 decimals", at, `0.${"3".repeat(DIGITS)}`),
  ];
}

function withFirstTwice(json: string): string {
  const body: Json = JSON.parse(json);
  const [first] = isObject(body) ? Object.entries(body) : [];
  return first === undefined
    ? json
    : json.replace(/^\{/, () => `{${JSON.stringify(first[0])}:${JSON.stringify(first[1])},`);
}

const NAMES = ["__proto__", "constructor", "prototype", ""];

/**
 * Member names that repeat, or that have a meaning in some languages; the first has all of them, and values that are
 * hard to read.
 */
const MEMBERS: readonly OddBody[] = [
  rendered("odd members", (json) => {
    const value = `{"lists":${DEEP_LISTS},"objects":${DEEP_OBJECTS},"numbers":[1e300,${MANY_DIGITS}]}`;
    const members = [...NAMES, "ppconform"].map((name) => `,${JSON.stringify(name)}:${value}`).join("");
    const [before = "", after = ""] = `${withFirstTwice(json).slice(0, -1)}${members},"bytes":"${MARK}"}`.split(MARK);
    return Buffer.concat([Buffer.from(before), NO_UTF_8, Buffer.from(after)]);
  }),
  rendered("the first member twice", withFirstTwice),
  ...NAMES.map((name) =>
    rendered(`a member named ${JSON.stringify(name)}`, (json) =>
      json.replace(/^\{/, () => `{${JSON.stringify(name)}:{"admin":true},`),
    ),
  ),
];

/** Every value of another type: where each fault gets an error, there are many. */
function mistyped(value: Json): Json {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, mistyped(own)]));
  return typeof value === "string" ? 7 : "seven";
}

const FAULTY: OddBody = rendered("a wrong type everywhere", (json) => jsonText(mistyped(JSON.parse(json))));

const LABELS: readonly OddBody[] = [
  underHeader("a body labelled as gzip", "Content-Encoding", "gzip", true),
  underHeader("a body called a form", "Content-Type", "application/x-www-form-urlencoded"),
  underHeader("a body called text/plain", "Content-Type", "text/plain"),
  underHeader("a body without Content-Type", "Content-Type", null),
  underHeader("a body called a multipart form", "Content-Type", "multipart/form-data; boundary=ppconform", true),
  rendered("a byte order mark before the body", (json) => `\ufeff${json}`),
  underHeader("a body called JSON in no known charset", "Content-Type", "application/json; charset=ppconform", true),
];

/** The places of a body's first text that is not an id, of its website, and of its first number, by operation. */
const PLACES: Readonly<
  Partial<Record<OperationId, { readonly text: Pointer; readonly website?: Pointer; readonly number?: Pointer }>>
> = {
  createRecipient: { text: ["business_name"], website: ["website"] },
  updateRecipient: { text: ["business_name"], website: ["website"] },
  uploadFile: { text: ["file"] },
  createCustomer: {
    text: ["business_details", "business_name"],
    website: ["business_details", "website"],
    number: ["account_usage", "estimated_monthly_revenue_amount"],
  },
};

const OPERATIONS_IN_TURN = Object.keys(PLACES);

interface Tiered {
  readonly body: OddBody;
  readonly tier: number;
}

/** Bodies in lists, the most telling first; labels, which all operations read alike, in turn. */
function bodiesFor(operation: OperationId, template: Template): readonly Tiered[] {
  const places = PLACES[operation];
  if (places === undefined || valueAt(template.body ?? undefined, places.text) === undefined) return [];
  const ofNumbers = places.number === undefined ? [] : numbers(places.number);
  const inOrder = (bodies: readonly OddBody[]): Tiered[] => bodies.map((body, tier) => ({ body, tier }));
  const own = OPERATIONS_IN_TURN.indexOf(operation);
  return [
    ...inOrder([...texts(places.text, places.website), ...values(places.text), ...ofNumbers]),
    ...LABELS.map((body, index) => ({ body, tier: index % OPERATIONS_IN_TURN.length === own ? 0 : index + 1 })),
    ...inOrder([...MEMBERS, FAULTY]),
  ];
}

/** Sends bodies on which careless code fails; they exercise the check of server errors. */
export function oddBodies(operation: OperationId): Exercise {
  return openRequests(operation, "odd-body", ({ templates }) => {
    const [template] = templates[operation];
    if (template === undefined) return [];
    return bodiesFor(operation, template).map(({ body: { edit, beforeService }, tier }) =>
      sending({ tier, template, edit, expect: { kind: "observe" }, errors: beforeService === undefined }),
    );
  });
}

/** More bytes than some buffers and columns hold. */
const LARGE = 150_000;

/**
 * Files on which careless code fails: whether they are accepted is open (section 8). A null file may count as none, and
 * a larger one may be refused; neither must make the service fail.
 */
export const oddFiles = openRequests("uploadFile", "odd-file", ({ seed, templates: { uploadFile } }) => {
  const [template] = uploadFile;
  if (template === undefined) return [];
  const replaced = { template, expect: { kind: "observe" } } as const;
  const missing = sending({ ...replaced, tier: 0, edit: { kind: "set", at: ["file"], value: null } });
  const write = writerOf(template);
  if (write === null) return [missing];
  const bytes = Buffer.concat([sampleFile("pdf", `large ${seed}`), Buffer.from(`% ${"x".repeat(LARGE)}\n`)]);
  const edit = { kind: "set", at: ["file"], value: write(bytes, "pdf") } as const;
  return [missing, sending({ ...replaced, tier: 2, edit, errors: false })];
});
