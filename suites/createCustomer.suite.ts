/** Customer creation: sections 2.4 and 4.4. Types and the echo are stated; lengths, formats and required flags are not. */
import { suite } from "../engine/check.js";

import type { Suite, Target } from "../engine/model.js";
import type { JsonObject } from "../generators/json.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { combinations } from "./checks/accepts/combinations.js";
import { controls } from "./checks/accepts/controls.js";
import { authentication } from "./checks/auth/credentials.js";
import { formsOf } from "./checks/auth/requestForms.js";
import { oddBodies } from "./checks/errors/oddBodies.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { requestFields } from "./checks/requestFields.js";
import { echoedFields, errorAnswers, responseFields } from "./checks/response/responseFields.js";
import { createdIsolation } from "./checks/state/createdIsolation.js";
import { customerPartnerIds } from "./checks/state/partnerIds.js";
import { steadiness } from "./checks/state/steadiness.js";
import { uniqueIds } from "./checks/state/uniqueIds.js";
import { versionRequired } from "./checks/version/apiVersion.js";
import { openPoints } from "./observations/observations.js";

const templates = (target: Target) => target.templates.createCustomer;

function personsOf(body: JsonObject | null): number {
  return Array.isArray(body?.business_person_list) ? body.business_person_list.length : 0;
}

export const createCustomer: Suite = suite(
  "createCustomer",
  controls("createCustomer", [
    {
      name: "business",
      words: "a full customer with two business persons",
      // How many persons there may be is open.
      templates: (target) => templates(target).filter(({ body }) => personsOf(body) <= 2),
    },
  ]),
  authentication("createCustomer", formsOf("createCustomer")),
  versionRequired("createCustomer"),
  requestFields("createCustomer", {
    optional: [],
    acceptedAspects: ["format", "number"],
    echoedAspects: ["text", "padded", "precise", "repeated", "instant", "code"],
  }),
  combinations("createCustomer", { optional: [], aspects: ["text", "format", "number"], mustAccept: false }),
  bodyNotations("createCustomer", templates),
  brokenBodies("createCustomer", templates),
  oddBodies("createCustomer", templates),
  responseFields("createCustomer"),
  echoedFields("createCustomer"),
  errorAnswers("createCustomer"),
  uniqueIds(
    "createCustomer",
    "customer_id",
    "2.4",
    (target, index) => templates(target)[index % Math.max(1, templates(target).length)],
  ),
  createdIsolation("createCustomer", "4.4", (target) => templates(target)[0], [
    { at: ["business_details", "website"], texts: [["business_details", "website"]] },
    { at: ["primary_contact"], texts: [["primary_contact", "contact_phone"]] },
  ]),
  customerPartnerIds(),
  openPoints("createCustomer"),
  steadiness("createCustomer", templates),
);
