/** What file upload accepts where sections 2.9, 4.3 and 8 are silent, and where a file may be referred to. */
import type { Target } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { customerFilesIn } from "../../generators/templates/customers.js";
import { FILE_ENCODINGS, sampleFile, writerOf } from "../../generators/templates/fileContent.js";
import { templateOf } from "../recipientTemplates.js";
import {
  answerWith,
  anyBody,
  attempt,
  controlled,
  itself,
  needing,
  seen,
  setting,
  told,
  trials,
  tries,
  unknowns,
  values,
} from "./asks.js";
import { DOCUMENTS, FRONT } from "./customers.js";
import type { Inquiry } from "./inquiry.js";
import { prefixOf } from "./notations.js";
import { outcome, phrase } from "./words.js";

const MEBIBYTE = 1024 * 1024;

/** What is accepted as the content of a file: the formats, and the ways to write it. */
const formats = trials((template) => {
  const write = writerOf(template);
  if (write === null) return [];
  return values("file", {
    "a plain text": write(Buffer.from("Only a line of text.\n"), "pdf"),
    "a program": write(Buffer.from("MZ\u0090\u0000\u0003\u0000\u0000\u0000", "latin1"), "pdf"),
    "a web page": write(Buffer.from("<!doctype html><title>Invoice</title>"), "pdf"),
    "an image where a document is usual": write(sampleFile("png"), "png"),
    ...Object.fromEntries(
      FILE_ENCODINGS.filter((encoding) => encoding.write !== write).map((encoding) => [
        `a PDF written as ${encoding.name}`,
        encoding.write(sampleFile("pdf"), "pdf"),
      ]),
    ),
    "a text in no encoding": "%%% not encoded %%%",
  });
});

const large = controlled(async (asked, id, template) => {
  const bytes = Buffer.concat([sampleFile("pdf"), Buffer.alloc(MEBIBYTE, "%")]);
  const content = writerOf(template)?.(bytes, "pdf") ?? "";
  // A gateway in front of the service may stop a large body, in its own words.
  const reply = await asked.ask(template, setting("file", content), { strictness: "nothing" });
  asked.answer(id, told("a file of 1 MiB is")(reply), reply);
}, 2);

const fileType = controlled(async (asked, id, template) => {
  const without = await asked.ask(template, { kind: "query", name: "file_type", value: null });
  const empty = await asked.ask(template, { kind: "query", name: "file_type", value: "" });
  answerWith(asked, id, [attempt("left out", without), attempt("empty", empty)], without);
});

/** The same content twice, and again with another file_type where that gives one id. */
const sameTwice = controlled(async (asked, id, template) => {
  const other = asked.target.templates.uploadFile[1];
  const own = withTextsOf(template, asked.fresh("file twice"));
  const first = await asked.ask(own, null);
  const second = await asked.ask(own, null);
  if (!first.accepted) return;
  const went = outcome(second);
  if (!second.accepted) {
    asked.answer(id, phrase`the same content twice is ${went}`, second);
    return;
  }
  const same = first.body.file_id === second.body.file_id;
  const { body } = same && other !== undefined ? await asked.ask({ ...own, query: other.query }, null) : second;
  const acrossTypes = same && body.file_id === first.body.file_id && other !== undefined;
  const ids = `${same ? "one file id" : "two file ids"}${acrossTypes ? ", whatever its file_type" : ""}`;
  const value = { ...went.value, same, ...(acrossTypes ? { acrossTypes } : {}) };
  asked.answer(id, { value, text: `the same content twice gives ${ids}` }, second);
});

async function addresses(asked: Inquiry, template: Template) {
  const reply = await asked.ask(template, null);
  if (!reply.accepted) return null;
  const fields = Object.entries(reply.body)
    .filter(([, value]) => typeof value === "string" && /^https?:\/\//i.test(value))
    .map(([name]) => name)
    .sort();
  const text =
    fields.length === 0 ? "no field of the response holds a web address" : `a web address is in ${fields.join(", ")}`;
  return { reply, observed: { value: fields, text } };
}

const fileIdPrefix = controlled(async (asked, id, template) => {
  const [reply, other] = [await asked.ask(template, null), await asked.ask(template, null)];
  if (!reply.accepted) return;
  const [prefix, another] = [reply, other].map(({ body }) => prefixOf(String(body.file_id)));
  const observed: Observed =
    typeof prefix === "string" && prefix === another
      ? { value: { prefix }, text: `file ids begin with ${JSON.stringify(prefix)}` }
      : { value: {}, text: "file ids have no prefix" };
  asked.answer(id, observed, reply);
});

export const uploads = unknowns("uploadFile", ({ templates }) => templates.uploadFile[0], {
  "unknown.uploadFile.fileTypeRequired": fileType,
  "unknown.uploadFile.emptyFile": tries("file", { "an empty text as file": "" }),
  ...anyBody("uploadFile"),
  "unknown.uploadFile.sameFileTwice": sameTwice,
  ...seen(
    addresses,
    {
      "unknown.uploadFile.accessibleUrlField": ({ observed }) => observed,
      "conflict.uploadFile.accessibleUrl": ({ observed }) => observed,
    },
    itself,
  ),
  "unknown.uploadFile.fileFormats": formats,
  "unknown.uploadFile.largestFile": needing((_, template) => (writerOf(template) === null ? null : template), large),
  "unknown.fileIdPrefix": fileIdPrefix,
});

/** The files of the customer template; null where it has none, or where none could be uploaded. */
function filesOfTemplate({ templates, unready }: Target) {
  return unready.uploadFile === undefined ? customerFilesIn(templates.createCustomer[0]?.body ?? undefined) : null;
}

/** Files of customers, on a recipient. */
const onRecipients = unknowns("createRecipient", (target) => templateOf(target, "createRecipient", "bank"), {
  "unknown.uploadFile.otherContextOnRecipient": trials((_, target) => {
    const files = filesOfTemplate(target);
    if (files === null) return [];
    return values("file_id_list", {
      "Business Registration": [files.corporate],
      "Main page": [files.front],
      "Back page": [files.back],
    });
  }),
});

/** Files of recipients and transfers on a customer, and files of customers in fields other than their own. */
const onCustomers = unknowns("createCustomer", ({ templates }) => templates.createCustomer[0], {
  "unknown.uploadFile.otherContextOnCustomer": trials((_, target) => {
    const [invoice, contract] = target.references;
    if (filesOfTemplate(target) === null || invoice === undefined || contract === undefined) return [];
    return [
      ...values(DOCUMENTS, { "Invoice as a corporate document": [invoice] }),
      ...values(FRONT, { "Contract as the front of an identity document": contract }),
    ];
  }),
  "unknown.uploadFile.otherTypeInContext": trials((_, target) => {
    const files = filesOfTemplate(target);
    if (files === null) return [];
    return [
      ...values(DOCUMENTS, { "Main page as a corporate document": [files.front] }),
      ...values(FRONT, {
        "Business Registration as the front of an identity document": files.corporate,
        "Back page as the front of an identity document": files.back,
      }),
    ];
  }),
});

export const fileContexts = { onRecipients, onCustomers };
