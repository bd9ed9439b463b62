/** Recipient creation: sections 2.1 to 2.3 and 4.1. */
import type { Suite } from "../engine/model.js";
import { combinations } from "./checks/accepts/combinations.js";
import { content } from "./checks/accepts/content.js";
import { createControls } from "./checks/accepts/controls.js";
import { methodSuccesses } from "./checks/method/methods.js";
import { recipientPartnerIds } from "./checks/partnerIds.js";
import { emptyObjects } from "./checks/refuses/emptyObjects.js";
import { createdIsolation, partnersCreations } from "./checks/state/isolation.js";
import { refusedRecipients } from "./checks/state/refused.js";
import { recipientIdUnique } from "./checks/state/uniqueIds.js";
import { writeSuite } from "./writingSuite.js";

export const createRecipient: Suite = writeSuite("createRecipient", {
  controls: createControls,
  bodies: [combinations("createRecipient"), content("createRecipient")],
  lacking: emptyObjects("createRecipient"),
  beside: methodSuccesses("createRecipient"),
  state: [
    recipientIdUnique,
    createdIsolation("createRecipient"),
    partnersCreations,
    refusedRecipients,
    recipientPartnerIds,
  ],
});
