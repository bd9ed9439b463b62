/** Files that careless code fails at. Whether they are taken is open (section 8). */
import { sending } from "../../../engine/editCase.js";
import { sampleFile, writerOf } from "../../../generators/templates/fileContent.js";
import { openRequests } from "./noServerError.js";

/** So many bytes are more than some buffers and columns hold. */
const LARGE = 150_000;

/** A null file may count as none, and a larger one may be refused; neither must make the service fail. */
export const oddFiles = openRequests("uploadFile", "odd-file", ({ seed, templates: { uploadFile } }) => {
  const [template] = uploadFile;
  if (template === undefined) return [];
  const replaced = { template, expect: { kind: "observe" } } as const;
  const missing = sending({
    ...replaced,
    tier: 0,
    edit: { kind: "set", at: ["file"], value: null },
    message: "A null file makes the service fail",
  });
  const write = writerOf(template);
  if (write === null) return [missing];
  const bytes = Buffer.concat([sampleFile("pdf", `large ${seed}`), Buffer.from(`% ${"x".repeat(LARGE)}\n`)]);
  const large = sending({
    ...replaced,
    tier: 2,
    edit: { kind: "set", at: ["file"], value: write(bytes, "pdf") },
    message: "A file of 150 kB makes the service fail",
    errors: false,
  });
  return [missing, large];
});
