/** Recipient creation: sections 2.1 to 2.3 and 4.1. */
import { suite } from "../discovery/check.js";
import type { Suite } from "../engine/model.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { combinations } from "./checks/accepts/combinations.js";
import { content } from "./checks/accepts/content.js";
import { createControls } from "./checks/accepts/controls.js";
import { authentication, permission } from "./checks/auth/credentials.js";
import { echoedFields } from "./checks/echo/echoedFields.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddBodies } from "./checks/errors/oddBodies.js";
import { methodSuccesses } from "./checks/method/methods.js";
import { recipientPartnerIds } from "./checks/partnerIds.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { emptyObjects } from "./checks/refuses/emptyObjects.js";
import { requestFields } from "./checks/requestFields.js";
import { responses } from "./checks/response/responses.js";
import { createdIsolation, partnersCreations } from "./checks/state/isolation.js";
import { refusedRecipients } from "./checks/state/refused.js";
import { steadiness } from "./checks/state/steadiness.js";
import { recipientIdUnique } from "./checks/state/uniqueIds.js";
import { unknownsOf } from "./unknowns/unknowns.js";

export const createRecipient: Suite = suite(
  "createRecipient",
  createControls,
  authentication("createRecipient"),
  permission("createRecipient"),
  requestFields("createRecipient"),
  combinations("createRecipient"),
  content("createRecipient"),
  bodyNotations("createRecipient"),
  brokenBodies("createRecipient"),
  emptyObjects("createRecipient"),
  oddBodies("createRecipient"),
  methodSuccesses("createRecipient"),
  responses("createRecipient"),
  echoedFields("createRecipient"),
  errorAnswers("createRecipient"),
  recipientIdUnique,
  createdIsolation("createRecipient"),
  partnersCreations,
  refusedRecipients,
  recipientPartnerIds,
  unknownsOf("createRecipient"),
  steadiness("createRecipient"),
);
