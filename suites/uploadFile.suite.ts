/** File upload: sections 2.9 and 4.3. */
import { suite } from "../engine/check.js";

import { checkOf, group } from "../engine/checkGroup.js";
import { editCase } from "../engine/editCase.js";
import type { CheckGroup, Suite, Target } from "../engine/model.js";
import { enumNearMisses } from "../generators/edits/enum.js";
import { sampleFile, writerOf } from "../generators/templates/fileContent.js";
import { FILE_TYPES } from "../schemas/operations.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { authentication, permission } from "./checks/auth/credentials.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddBodies } from "./checks/errors/oddBodies.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { requestFields } from "./checks/requestFields.js";
import { responses } from "./checks/response/responses.js";
import { steadiness } from "./checks/state/steadiness.js";
import { fileIdUnique } from "./checks/state/uniqueIds.js";
import { versionRequired, versionValue } from "./checks/version/apiVersion.js";
import { openPoints } from "./observations/observations.js";

const templates = (target: Target) => target.templates.uploadFile;

/** The query parameter file_type: six values and no others. Whether it is required is open. */
function fileTypes(): CheckGroup {
  const accepted = checkOf("uploadFile", "accepts", {
    rule: "file_type.enum",
    title: "Each documented file_type is accepted",
    sends: "a small file with each of the six values of file_type",
    expects: "a 2xx status",
  });
  const refused = checkOf("uploadFile", "refuses", {
    rule: "file_type.enum",
    title: "A file_type outside its list of values is refused",
    sends: "an accepted upload in which only file_type differs",
    expects: "a 4xx status other than 401, 403, 404 and 405",
  });
  return group("uploadFile", [accepted, refused], (target) => {
    const controls = templates(target);
    const misses = controls.map(({ id }) => {
      const texts = enumNearMisses("file_type", FILE_TYPES, id);
      // An empty parameter may count as none, and whether it may be left out is open.
      return [...texts.filter((text) => text !== ""), id.replace(" ", "_"), id.replace(" ", "")].filter(
        (text) => !FILE_TYPES.some((known) => known === text),
      );
    });
    const longest = Math.max(0, ...misses.map((texts) => texts.length));
    const refusals = Array.from({ length: longest }, (_, index) => {
      const template = controls[index % controls.length];
      const value = misses[index % misses.length]?.[index];
      return template === undefined || value === undefined ? null : { template, value };
    }).filter((entry) => entry !== null);
    return [
      ...controls.map((template, index) =>
        editCase({
          check: accepted.id,
          index,
          tier: 0,
          template,
          edit: null,
          expect: { kind: "accept" },
          message: "An upload with a documented file_type is not accepted",
        }),
      ),
      ...refusals.map(({ template, value }, index) =>
        editCase({
          check: refused.id,
          index,
          tier: index,
          template,
          edit: { kind: "query", name: "file_type", value },
          expect: { kind: "refuse" },
          message: "A file_type outside its list of values is not refused as documented",
        }),
      ),
    ];
  });
}

/** A null file may count as none, and whether a file may be left out is open; it must not make the service fail. */
function nullFile(): CheckGroup {
  return group("uploadFile", [], (target) => {
    const [template] = templates(target);
    if (template === undefined) return [];
    return [
      editCase({
        check: "uploadFile/errors/no-server-error",
        index: 600_000,
        tier: 0,
        template,
        edit: { kind: "set", at: ["file"], value: null },
        expect: { kind: "observe" },
        message: "A null file makes the service fail",
      }),
    ];
  });
}

/** So many bytes are more than some buffers and columns hold; how large a file may be is open (section 8). */
const LARGE = 150_000;

/** A larger file may be refused; it must not make the service fail. */
function largeFile(): CheckGroup {
  return group("uploadFile", [], (target) => {
    const [template] = templates(target);
    const write = template === undefined ? null : writerOf(template);
    if (template === undefined || write === null) return [];
    const bytes = Buffer.concat([sampleFile("pdf", `large ${target.seed}`), Buffer.from(`% ${"x".repeat(LARGE)}\n`)]);
    return [
      editCase({
        check: "uploadFile/errors/no-server-error",
        index: 600_001,
        tier: 2,
        template,
        edit: { kind: "set", at: ["file"], value: write(bytes, "pdf") },
        expect: { kind: "observe" },
        message: "A file of 150 kB makes the service fail",
        errors: false,
      }),
    ];
  });
}

export const uploadFile: Suite = suite(
  "uploadFile",
  fileTypes(),
  authentication("uploadFile"),
  permission("uploadFile"),
  versionValue("uploadFile"),
  versionRequired("uploadFile"),
  requestFields("uploadFile"),
  nullFile(),
  largeFile(),
  bodyNotations("uploadFile", templates),
  brokenBodies("uploadFile", templates),
  oddBodies("uploadFile", templates),
  responses("uploadFile"),
  errorAnswers("uploadFile"),
  fileIdUnique,
  openPoints("uploadFile"),
  steadiness("uploadFile"),
);
