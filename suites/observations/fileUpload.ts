/** What file upload does where sections 2.9, 4.3 and 8 are silent, and where else an uploaded file may be used. */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../engine/model.js";
import { type Edit, type Template, withTextsOf } from "../../generators/edits/edit.js";
import { type Json, valueAt } from "../../generators/json.js";
import { FILE_ENCODINGS, type FileKind, sampleFile, writerOf } from "../../generators/templates/fileContent.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { inquiryCase, templateOf } from "./observing.js";
import { gathered, outcome, shown } from "./texts.js";
import { emptyObjectCase, trialsCase, unknownFieldCase } from "./trials.js";

const OPEN = "unknown.uploadFile";
const FILE = ["file"];
const MEBIBYTE = 1024 * 1024;

function setFile(value: Json): Edit {
  return { kind: "set", at: FILE, value };
}

/** What is accepted as the content of a file: the ways to write it, and the formats. */
function formats(template: Template, write: (bytes: Buffer, kind: FileKind) => string): Case {
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
  return trialsCase(
    `${OPEN}.fileFormats`,
    1,
    template,
    texts.map(([label, text]) => ({ label, edit: setFile(text) })),
  );
}

function large(template: Template, write: (bytes: Buffer, kind: FileKind) => string): Case {
  return inquiryCase("uploadFile", "largestFile", 2, template, async (inquiry) => {
    const bytes = Buffer.concat([sampleFile("pdf"), Buffer.alloc(MEBIBYTE, "%")]);
    // A gateway before the service may stop a large body, in words of its own.
    const reply = await inquiry.ask(template, setFile(write(bytes, "pdf")), { strictness: "nothing" });
    inquiry.answer(`${OPEN}.largestFile`, `a file of 1 MiB is ${outcome(reply)}`, reply);
  });
}

function sameTwice(template: Template): Case {
  return inquiryCase("uploadFile", "sameFileTwice", 1, template, async (inquiry) => {
    const own = withTextsOf(template, partnerId(inquiry.target.run, "file twice", inquiry.execution.attempt));
    const first = await inquiry.ask(own, null);
    const second = await inquiry.ask(own, null);
    if (!first.accepted) return;
    if (!second.accepted) {
      inquiry.answer(`${OPEN}.sameFileTwice`, `the same content twice is ${outcome(second)}`, second);
      return;
    }
    const same = first.body.file_id === second.body.file_id;
    inquiry.answer(
      `${OPEN}.sameFileTwice`,
      `the same content twice gives ${same ? "one file id" : "two file ids"}`,
      second,
    );
  });
}

/** An address of the file in the answer: in which field, if at all. */
function accessibleUrl(template: Template): Case {
  return inquiryCase("uploadFile", "accessibleUrlField", 1, template, async (inquiry) => {
    const reply = await inquiry.ask(template, null);
    if (!reply.accepted) return;
    const fields = Object.entries(reply.body)
      .filter(([, value]) => typeof value === "string" && /^https?:\/\//i.test(value))
      .map(([name]) => name)
      .sort();
    const answer =
      fields.length === 0 ? "no field of the response holds a web address" : `a web address is in ${fields.join(", ")}`;
    inquiry.answer(`${OPEN}.accessibleUrlField`, answer, reply);
    inquiry.answer("conflict.uploadFile.accessibleUrl", answer, reply);
  });
}

/** Files in the wrong place: of a customer on a recipient, of a recipient on a customer, of one customer field in another. */
function contexts(target: Target): Case[] {
  const cases: Case[] = [];
  const recipient = templateOf(target, "createRecipient", "bank");
  const [customer] = target.templates.createCustomer;
  if (customer?.body === null || customer === undefined) return cases;
  const identity = ["business_person_list", 0, "identification"] as const;
  const at = {
    documents: ["business_details", "business_identifier_document_list"],
    front: [...identity, "id_document_front_file_id"],
    back: [...identity, "id_document_back_file_id"],
  };
  const front = valueAt(customer.body, at.front);
  const back = valueAt(customer.body, at.back);
  const corporate = valueAt(customer.body, [...at.documents, 0]);
  if (typeof front !== "string" || typeof back !== "string" || typeof corporate !== "string") return cases;
  if (recipient !== undefined) {
    cases.push(
      trialsCase(`${OPEN}.otherContextOnRecipient`, 1, recipient, [
        { label: "Business Registration", edit: { kind: "set", at: ["file_id_list"], value: [corporate] } },
        { label: "Main page", edit: { kind: "set", at: ["file_id_list"], value: [front] } },
        { label: "Back page", edit: { kind: "set", at: ["file_id_list"], value: [back] } },
      ]),
    );
  }
  const [invoice, contract] = target.recipientFiles;
  if (invoice !== undefined && contract !== undefined) {
    cases.push(
      trialsCase(`${OPEN}.otherContextOnCustomer`, 1, customer, [
        { label: "Invoice as a corporate document", edit: { kind: "set", at: at.documents, value: [invoice] } },
        {
          label: "Contract as the front of an identity document",
          edit: { kind: "set", at: at.front, value: contract },
        },
      ]),
    );
  }
  cases.push(
    trialsCase(`${OPEN}.otherTypeInContext`, 1, customer, [
      { label: "Main page as a corporate document", edit: { kind: "set", at: at.documents, value: [front] } },
      {
        label: "Business Registration as the front of an identity document",
        edit: { kind: "set", at: at.front, value: corporate },
      },
      { label: "Back page as the front of an identity document", edit: { kind: "set", at: at.front, value: back } },
    ]),
  );
  return cases;
}

/** The open points of file upload. */
export function fileUploadPoints(): CheckGroup {
  return group("uploadFile", [], (target) => {
    const [template] = target.templates.uploadFile;
    if (template === undefined) return [];
    const write = writerOf(template);
    return [
      inquiryCase("uploadFile", "fileTypeRequired", 1, template, async (inquiry) => {
        const without = await inquiry.ask(template, { kind: "query", name: "file_type", value: null });
        const empty = await inquiry.ask(template, { kind: "query", name: "file_type", value: "" });
        const tried = [["left out", outcome(without)] as const, ["empty", outcome(empty)] as const];
        inquiry.answer(`${OPEN}.fileTypeRequired`, gathered(tried), without);
      }),
      trialsCase(`${OPEN}.emptyFile`, 1, template, [{ label: "an empty text as file", edit: setFile("") }]),
      emptyObjectCase(`${OPEN}.emptyObject`, 1, template),
      unknownFieldCase(`${OPEN}.unknownFields`, 1, template),
      sameTwice(template),
      accessibleUrl(template),
      ...(write === null ? [] : [formats(template, write), large(template, write)]),
      fileIdPrefix(template),
      ...contexts(target),
    ];
  });
}

function fileIdPrefix(template: Template): Case {
  return inquiryCase("uploadFile", "fileIdPrefix", 1, template, async (inquiry) => {
    const ids = [await inquiry.ask(template, null), await inquiry.ask(template, null)];
    const prefixes = ids.map(({ body }) => /^[A-Za-z]+[_-]/.exec(String(body.file_id))?.[0] ?? null);
    const [first, second] = prefixes;
    const [reply] = ids;
    if (reply?.accepted !== true) return;
    const own = first !== null && first !== undefined && first === second;
    inquiry.answer(
      "unknown.fileIdPrefix",
      own ? `file ids begin with ${shown(first)}` : "file ids have no prefix",
      reply,
    );
  });
}
