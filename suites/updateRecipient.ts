/** Recipient update: sections 2.1 to 2.3 and 4.2, the operation with the most documented statuses. */

import { authentication } from "./groups/authentication.js";
import { brokenBodies } from "./groups/bodies.js";
import { combinations } from "./groups/combinations.js";
import { controls } from "./groups/controls.js";
import { emptyObjects } from "./groups/emptyObjects.js";
import { foreignValues } from "./groups/foreignValues.js";
import { formsOf } from "./groups/forms.js";
import { keptIds } from "./groups/keptIds.js";
import { bodyNotations } from "./groups/notations.js";
import { oddBodies } from "./groups/oddBodies.js";
import { oddRecipients } from "./groups/oddReads.js";
import { openPoints } from "./groups/openPoints/openPoints.js";
import { NESTED_OPTIONAL, UPDATE_OPTIONAL } from "./groups/recipientOptions.js";
import { updatedRecipientState } from "./groups/recipientState.js";
import { refusedUpdates } from "./groups/refusedUpdates.js";
import { requestFields } from "./groups/requestFields.js";
import { echoedFields, errorAnswers, responseFields } from "./groups/responseFields.js";
import { sequences } from "./groups/sequences.js";
import { singleChanges } from "./groups/singleChanges.js";
import { steadiness } from "./groups/steadiness.js";
import { switchedAccounts } from "./groups/switchedAccounts.js";
import { updateStatuses } from "./groups/updateStatuses.js";
import { versions } from "./groups/versions.js";
import type { Suite, World } from "./model.js";

const templates = (world: World) => world.templates.updateRecipient;

export const updateRecipient: Suite = {
  operation: "updateRecipient",
  groups: [
    controls("updateRecipient", [
      {
        name: "bank",
        words: "an update of a recipient with a bank account",
        templates: (world) => templates(world).filter(({ id }) => id.startsWith("bank")),
      },
      {
        name: "crypto",
        words: "an update of a recipient with a crypto wallet",
        templates: (world) => templates(world).filter(({ id }) => id.startsWith("crypto")),
      },
    ]),
    authentication("updateRecipient", formsOf("updateRecipient")),
    versions("updateRecipient", templates),
    requestFields("updateRecipient", {
      optional: [...NESTED_OPTIONAL, ...UPDATE_OPTIONAL],
      acceptedAspects: ["minLength", "maxLength", "enum", "pattern", "text", "optional", "empty", "maxItems"],
      echoedAspects: ["minLength", "text", "empty", "padded", "repeated"],
    }),
    combinations("updateRecipient", {
      optional: [...NESTED_OPTIONAL, ...UPDATE_OPTIONAL],
      aspects: ["minLength", "maxLength", "enum", "pattern", "text"],
      mustAccept: true,
    }),
    bodyNotations("updateRecipient", templates),
    brokenBodies("updateRecipient", templates),
    emptyObjects("updateRecipient"),
    oddBodies("updateRecipient", templates),
    oddRecipients(),
    updateStatuses(),
    responseFields("updateRecipient"),
    echoedFields("updateRecipient"),
    errorAnswers("updateRecipient"),
    switchedAccounts(),
    updatedRecipientState(),
    keptIds(),
    foreignValues(),
    singleChanges(),
    refusedUpdates(),
    sequences(),
    ...openPoints("updateRecipient"),
    steadiness("updateRecipient", templates),
  ],
};
