/** File upload: sections 2.9 and 4.3. */
import type { Suite } from "../engine/model.js";
import { acceptedFileTypes } from "./checks/accepts/controls.js";
import { oddFiles } from "./checks/errors/oddBodies.js";
import { methodSuccesses } from "./checks/method/methods.js";
import { refusedFileTypes } from "./checks/refuses/fileTypes.js";
import { fileIdUnique } from "./checks/state/uniqueIds.js";
import { versionRequired, versionValue } from "./checks/version/apiVersion.js";
import { writeSuite } from "./writingSuite.js";

export const uploadFile: Suite = writeSuite("uploadFile", {
  controls: [acceptedFileTypes, refusedFileTypes],
  version: [versionValue("uploadFile"), versionRequired("uploadFile")],
  bodies: oddFiles,
  beside: methodSuccesses("uploadFile"),
  state: fileIdUnique,
});
