import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { uploadTemplate } from "../../../discovery/uploads.js";
import { materialise } from "../../../generators/edits/edit.js";
import { FILE_ENCODINGS, sampleFile } from "../../../generators/templates/fileContent.js";

test.each(["pdf", "png"] as const)("a %s of another key has other bytes, and the same key the same", (kind) => {
  expect(sampleFile(kind, "a").equals(sampleFile(kind, "b"))).toBe(false);
  expect(sampleFile(kind, "a").equals(sampleFile(kind, "a"))).toBe(true);
});

test("the cross-reference table of the PDF points at its objects", () => {
  const text = sampleFile("pdf", "table").toString("latin1");
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(["1 0 obj", "2 0 obj", "3 0 obj"]);
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe("xref");
});

test("the chunks of the PNG have their checksums, and its pixels can be read", () => {
  const png = sampleFile("png", "chunks");
  const names: string[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    names.push(named.subarray(0, 4).toString("latin1"));
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    if (names.at(-1) === "IDAT") expect(inflateSync(named.subarray(4))).toHaveLength(64 * 65);
    at += 12 + length;
  }
  expect(names).toEqual(["IHDR", "IDAT", "IEND"]);
});

test("no two uploads carry the same file, nor does one of a later run", () => {
  const [encoding] = FILE_ENCODINGS;
  if (encoding === undefined) throw new Error("no encoding");
  const sent = (generation: number, key: string) =>
    materialise(uploadTemplate("Main page", { encoding, generation, kinds: new Map() }), null, key).wire.body;
  expect(new Set([sent(0, "a"), sent(0, "b"), sent(1, "a"), sent(1, "b")]).size).toBe(4);
});
