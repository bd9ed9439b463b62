/** File upload: sections 2.9 and 4.3. */
import { suite } from "../discovery/check.js";
import type { Suite } from "../engine/model.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { acceptedFileTypes } from "./checks/accepts/controls.js";
import { authentication, permission } from "./checks/auth/credentials.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddBodies, oddFiles } from "./checks/errors/oddBodies.js";
import { methodSuccesses } from "./checks/method/methods.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { refusedFileTypes } from "./checks/refuses/fileTypes.js";
import { requestFields } from "./checks/requestFields.js";
import { responses } from "./checks/response/responses.js";
import { steadiness } from "./checks/state/steadiness.js";
import { fileIdUnique } from "./checks/state/uniqueIds.js";
import { versionRequired, versionValue } from "./checks/version/apiVersion.js";
import { unknownsOf } from "./unknowns/unknowns.js";

export const uploadFile: Suite = suite(
  "uploadFile",
  acceptedFileTypes,
  refusedFileTypes,
  authentication("uploadFile"),
  permission("uploadFile"),
  versionValue("uploadFile"),
  versionRequired("uploadFile"),
  requestFields("uploadFile"),
  oddFiles,
  bodyNotations("uploadFile"),
  brokenBodies("uploadFile"),
  oddBodies("uploadFile"),
  methodSuccesses("uploadFile"),
  responses("uploadFile"),
  errorAnswers("uploadFile"),
  fileIdUnique,
  unknownsOf("uploadFile"),
  steadiness("uploadFile"),
);
