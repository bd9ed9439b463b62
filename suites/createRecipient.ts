/** Recipient creation: sections 2.1 to 2.3 and 4.1. */

import { authentication } from "./groups/authentication.js";
import { brokenBodies } from "./groups/bodies.js";
import { combinations } from "./groups/combinations.js";
import { controls } from "./groups/controls.js";
import { createdIsolation } from "./groups/createdIsolation.js";
import { emptyObjects } from "./groups/emptyObjects.js";
import { formsOf } from "./groups/forms.js";
import { bodyNotations } from "./groups/notations.js";
import { oddBodies } from "./groups/oddBodies.js";
import { openPoints } from "./groups/openPoints/openPoints.js";
import { partnerIds } from "./groups/partnerIds.js";
import { NESTED_OPTIONAL } from "./groups/recipientOptions.js";
import { createdRecipientState } from "./groups/recipientState.js";
import { requestFields } from "./groups/requestFields.js";
import { echoedFields, errorAnswers, responseFields } from "./groups/responseFields.js";
import { steadiness } from "./groups/steadiness.js";
import type { Suite, World } from "./model.js";

const templates = (world: World) => world.templates.createRecipient;

const ADDRESS_TEXTS = ["address_line_1", "address_line_2", "post_code"].map((name) => ["address_info", name]);

export const createRecipient: Suite = {
  operation: "createRecipient",
  groups: [
    controls("createRecipient", [
      {
        name: "bank",
        words: "a recipient with a bank account",
        templates: (world) => templates(world).filter(({ id }) => id.startsWith("bank")),
      },
      {
        name: "crypto",
        words: "a recipient with a crypto wallet",
        templates: (world) => templates(world).filter(({ id }) => id.startsWith("crypto")),
      },
    ]),
    authentication("createRecipient", formsOf("createRecipient")),
    requestFields("createRecipient", {
      // Which fields of the request itself are required is not shown; inside its objects it is.
      optional: NESTED_OPTIONAL,
      acceptedAspects: ["minLength", "maxLength", "enum", "pattern", "text", "optional", "empty", "maxItems"],
      echoedAspects: ["minLength", "text", "empty", "padded", "repeated"],
    }),
    combinations("createRecipient", {
      optional: NESTED_OPTIONAL,
      aspects: ["minLength", "maxLength", "enum", "pattern", "text"],
      mustAccept: true,
    }),
    bodyNotations("createRecipient", templates),
    brokenBodies("createRecipient", templates),
    emptyObjects("createRecipient"),
    oddBodies("createRecipient", templates),
    responseFields("createRecipient"),
    echoedFields("createRecipient"),
    errorAnswers("createRecipient"),
    createdRecipientState(),
    createdIsolation("createRecipient", "4.1", (world) => templates(world)[0], [
      { at: ["website"], texts: [["website"]] },
      { at: ["address_info"], texts: ADDRESS_TEXTS },
      { at: ["file_id_list"], texts: [["file_id_list", 0]] },
    ]),
    partnerIds(),
    ...openPoints("createRecipient"),
    steadiness("createRecipient", templates),
  ],
};
