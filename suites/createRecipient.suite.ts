/** Recipient creation: sections 2.1 to 2.3 and 4.1. */
import { suite } from "../engine/check.js";

import type { Suite, Target } from "../engine/model.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { combinations } from "./checks/accepts/combinations.js";
import { createControls } from "./checks/accepts/controls.js";
import { authentication, permission } from "./checks/auth/credentials.js";
import { echoedFields } from "./checks/echo/echoedFields.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddBodies } from "./checks/errors/oddBodies.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { emptyObjects } from "./checks/refuses/emptyObjects.js";
import { requestFields } from "./checks/requestFields.js";
import { responses } from "./checks/response/responses.js";
import { createdIsolation } from "./checks/state/createdIsolation.js";
import { partnerIds } from "./checks/state/partnerIds.js";
import { createdRecipientState } from "./checks/state/recipientState.js";
import { steadiness } from "./checks/state/steadiness.js";
import { openPoints } from "./observations/observations.js";

const templates = (target: Target) => target.templates.createRecipient;

const ADDRESS_TEXTS = ["address_line_1", "address_line_2", "post_code"].map((name) => ["address_info", name]);

export const createRecipient: Suite = suite(
  "createRecipient",
  createControls(),
  authentication("createRecipient"),
  permission("createRecipient"),
  requestFields("createRecipient"),
  combinations("createRecipient"),
  bodyNotations("createRecipient", templates),
  brokenBodies("createRecipient", templates),
  emptyObjects("createRecipient"),
  oddBodies("createRecipient", templates),
  responses("createRecipient"),
  echoedFields("createRecipient"),
  errorAnswers("createRecipient"),
  createdRecipientState(),
  createdIsolation("createRecipient", "4.1", (target) => templates(target)[0], [
    { at: ["website"], texts: [["website"]] },
    { at: ["address_info"], texts: ADDRESS_TEXTS },
    { at: ["file_id_list"], texts: [["file_id_list", 0]] },
  ]),
  partnerIds(),
  openPoints("createRecipient"),
  steadiness("createRecipient", templates),
);
