/** Recipient update: sections 2.1 to 2.3 and 4.2, the operation with the most documented statuses. */
import { suite } from "../discovery/check.js";
import type { Suite } from "../engine/model.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { combinations } from "./checks/accepts/combinations.js";
import { content } from "./checks/accepts/content.js";
import { repeatedUpdates, updateControls } from "./checks/accepts/controls.js";
import { authentication, permission } from "./checks/auth/credentials.js";
import { echoedFields } from "./checks/echo/echoedFields.js";
import { singleChanges } from "./checks/echo/singleChanges.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddBodies } from "./checks/errors/oddBodies.js";
import { oddRecipients } from "./checks/errors/oddReads.js";
import { otherMethods } from "./checks/method/methods.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { emptyObjects } from "./checks/refuses/emptyObjects.js";
import { switchedAccounts } from "./checks/refuses/switchedAccounts.js";
import { requestFields } from "./checks/requestFields.js";
import { responses } from "./checks/response/responses.js";
import { isolation, partnersUpdates } from "./checks/state/isolation.js";
import { accountSwitch, createdAtKept, partnerRecipientIdKept, recipientIdKept } from "./checks/state/keptFields.js";
import { randomSequences } from "./checks/state/randomSequences.js";
import { refusedUpdates } from "./checks/state/refused.js";
import { steadiness } from "./checks/state/steadiness.js";
import { unknownRecipient } from "./checks/state/unknownRecipient.js";
import { versionValue } from "./checks/version/apiVersion.js";
import { unknownsOf } from "./unknowns/unknowns.js";

export const updateRecipient: Suite = suite(
  "updateRecipient",
  updateControls,
  repeatedUpdates,
  authentication("updateRecipient"),
  permission("updateRecipient"),
  versionValue("updateRecipient"),
  requestFields("updateRecipient"),
  combinations("updateRecipient"),
  content("updateRecipient"),
  bodyNotations("updateRecipient"),
  brokenBodies("updateRecipient"),
  emptyObjects("updateRecipient"),
  oddBodies("updateRecipient"),
  oddRecipients,
  unknownRecipient,
  otherMethods,
  responses("updateRecipient"),
  echoedFields("updateRecipient"),
  errorAnswers("updateRecipient"),
  switchedAccounts(),
  recipientIdKept,
  partnerRecipientIdKept,
  createdAtKept,
  isolation,
  partnersUpdates,
  singleChanges(),
  refusedUpdates,
  randomSequences,
  accountSwitch,
  unknownsOf("updateRecipient"),
  steadiness("updateRecipient"),
);
