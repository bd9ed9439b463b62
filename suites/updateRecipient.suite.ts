/** Recipient update: sections 2.1 to 2.3 and 4.2, the operation with the most documented statuses. */
import type { Suite } from "../engine/model.js";
import { combinations } from "./checks/accepts/combinations.js";
import { content } from "./checks/accepts/content.js";
import { repeatedUpdates, updateControls } from "./checks/accepts/controls.js";
import { singleChanges } from "./checks/echo/singleChanges.js";
import { oddRecipients } from "./checks/errors/oddReads.js";
import { otherMethods } from "./checks/method/methods.js";
import { emptyObjects } from "./checks/refuses/emptyObjects.js";
import { switchedAccounts } from "./checks/refuses/switchedAccounts.js";
import { isolation, partnersUpdates } from "./checks/state/isolation.js";
import { accountSwitch, createdAtKept, partnerRecipientIdKept, recipientIdKept } from "./checks/state/keptFields.js";
import { randomSequences } from "./checks/state/randomSequences.js";
import { refusedUpdates } from "./checks/state/refused.js";
import { unknownRecipient } from "./checks/state/unknownRecipient.js";
import { versionValue } from "./checks/version/apiVersion.js";
import { writeSuite } from "./writingSuite.js";

export const updateRecipient: Suite = writeSuite("updateRecipient", {
  controls: [updateControls, repeatedUpdates],
  version: versionValue("updateRecipient"),
  bodies: [combinations("updateRecipient"), content("updateRecipient")],
  lacking: emptyObjects("updateRecipient"),
  beside: [oddRecipients, unknownRecipient, otherMethods],
  state: [
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
  ],
});
