/** What file upload does where sections 2.9, 4.3 and 8 are silent. */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Observed } from "../../engine/observations.js";
import { type Edit, type Template, withTextsOf } from "../../generators/edits/edit.js";
import { FILE_ENCODINGS, type FileKind, sampleFile, writerOf } from "../../generators/templates/fileContent.js";
import type { Json } from "../../schemas/json.js";
import { prefixOf } from "./notations.js";
import { inquiries, inquiry } from "./observing.js";
import { outcome, phrase } from "./texts.js";
import { answerEmptyObject, answerUnknownField, answerWith, askingOf, attempt, trialsOf } from "./trials.js";

const UNKNOWN = "unknown.uploadFile";
const FILE = ["file"];
const MEBIBYTE = 1024 * 1024;

function setFile(value: Json): Edit {
  return { kind: "set", at: FILE, value };
}

/** What is accepted as the content of a file: the ways to write it, and the formats. */
function formats(template: Template, write: (bytes: Buffer, kind: FileKind) => string): CaseDraft {
  const texts: readonly (readonly [string, string])[] = [
    ["a plain text", write(Buffer.from("Only a line of text.\n"), "pdf")],
    ["a program", write(Buffer.from("MZ\u0090\u0000\u0003\u0000\u0000\u0000", "latin1"), "pdf")],
    ["a web page", write(Buffer.from("<!doctype html><title>Invoice</title>"), "pdf")],
    ["an image where a document is usual", write(sampleFile("png"), "png")],
    ...FILE_ENCODINGS.filter((encoding) => encoding.write !== write).map(
      (encoding) => [`a PDF written as ${encoding.name}`, encoding.write(sampleFile("pdf"), "pdf")] as const,
    ),
    ["a text in no encoding", "%%% not encoded %%%"],
  ];
  const trials = texts.map(([name, text]) => ({ name, edit: setFile(text) }));
  return trialsOf(`${UNKNOWN}.fileFormats`, 1, template, trials);
}

function large(template: Template, write: (bytes: Buffer, kind: FileKind) => string): CaseDraft {
  return inquiry("largestFile", { tier: 2, control: template }, async (asked) => {
    const bytes = Buffer.concat([sampleFile("pdf"), Buffer.alloc(MEBIBYTE, "%")]);
    // A gateway before the service may stop a large body, in words of its own.
    const reply = await asked.ask(template, setFile(write(bytes, "pdf")), { strictness: "nothing" });
    asked.answer(`${UNKNOWN}.largestFile`, phrase`a file of 1 MiB is ${outcome(reply)}`, reply);
  });
}

function fileType(template: Template): CaseDraft {
  return inquiry("fileTypeRequired", { control: template }, async (asked) => {
    const without = await asked.ask(template, { kind: "query", name: "file_type", value: null });
    const empty = await asked.ask(template, { kind: "query", name: "file_type", value: "" });
    const attempts = [attempt("left out", without), attempt("empty", empty)];
    answerWith(asked, `${UNKNOWN}.fileTypeRequired`, attempts, without);
  });
}

/** @param other an upload with another file_type */
function sameTwice(template: Template, other: Template | undefined): CaseDraft {
  return inquiry("sameFileTwice", { control: template }, async (asked) => {
    const own = withTextsOf(template, asked.fresh("file twice"));
    const first = await asked.ask(own, null);
    const second = await asked.ask(own, null);
    if (!first.accepted) return;
    const went = outcome(second);
    if (!second.accepted) {
      asked.answer(`${UNKNOWN}.sameFileTwice`, phrase`the same content twice is ${went}`, second);
      return;
    }
    const same = first.body.file_id === second.body.file_id;
    const { body } = same && other !== undefined ? await asked.ask({ ...own, query: other.query }, null) : second;
    const acrossTypes = same && body.file_id === first.body.file_id && other !== undefined;
    const ids = `${same ? "one file id" : "two file ids"}${acrossTypes ? ", whatever its file_type" : ""}`;
    const value = { ...went.value, same, ...(acrossTypes ? { acrossTypes } : {}) };
    asked.answer(`${UNKNOWN}.sameFileTwice`, { value, text: `the same content twice gives ${ids}` }, second);
  });
}

/** An address of the file in the answer: in which field, if at all. */
function accessibleUrl(template: Template): CaseDraft {
  return inquiry("accessibleUrl", { control: template }, async (asked) => {
    const reply = await asked.ask(template, null);
    if (!reply.accepted) return;
    const fields = Object.entries(reply.body)
      .filter(([, value]) => typeof value === "string" && /^https?:\/\//i.test(value))
      .map(([name]) => name)
      .sort();
    const text =
      fields.length === 0 ? "no field of the response holds a web address" : `a web address is in ${fields.join(", ")}`;
    asked.answer(`${UNKNOWN}.accessibleUrlField`, { value: fields, text }, reply);
    asked.answer("conflict.uploadFile.accessibleUrl", { value: fields, text }, reply);
  });
}

function fileIdPrefix(template: Template): CaseDraft {
  return inquiry("fileIdPrefix", { control: template }, async (asked) => {
    const [reply, other] = [await asked.ask(template, null), await asked.ask(template, null)];
    if (!reply.accepted) return;
    const [prefix, another] = [reply, other].map(({ body }) => prefixOf(String(body.file_id)));
    const observed: Observed =
      typeof prefix === "string" && prefix === another
        ? { value: { prefix }, text: `file ids begin with ${JSON.stringify(prefix)}` }
        : { value: {}, text: "file ids have no prefix" };
    asked.answer("unknown.fileIdPrefix", observed, reply);
  });
}

/** What is asked about file upload. */
export const fileUpload: Exercise = inquiries("uploadFile", "upload", (target) => {
  const [template, other] = target.templates.uploadFile;
  if (template === undefined) return [];
  const write = writerOf(template);
  return [
    fileType(template),
    trialsOf(`${UNKNOWN}.emptyFile`, 1, template, [{ name: "an empty text as file", edit: setFile("") }]),
    askingOf(`${UNKNOWN}.emptyObject`, template, answerEmptyObject),
    askingOf(`${UNKNOWN}.unknownFields`, template, answerUnknownField),
    sameTwice(template, other),
    accessibleUrl(template),
    ...(write === null ? [] : [formats(template, write), large(template, write)]),
    fileIdPrefix(template),
  ];
});
