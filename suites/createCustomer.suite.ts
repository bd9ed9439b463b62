/** Customer creation: sections 2.4 and 4.4. Types and the echo are stated; lengths, formats and required flags are not. */
import { suite } from "../discovery/check.js";
import type { Suite } from "../engine/model.js";
import { bodyNotations } from "./checks/accepts/bodyNotations.js";
import { combinations } from "./checks/accepts/combinations.js";
import { customerControl } from "./checks/accepts/controls.js";
import { customerFileTypes } from "./checks/accepts/customerFileTypes.js";
import { authentication, permission } from "./checks/auth/credentials.js";
import { echoedFields } from "./checks/echo/echoedFields.js";
import { errorAnswers } from "./checks/errors/errorAnswers.js";
import { oddBodies } from "./checks/errors/oddBodies.js";
import { methodSuccesses } from "./checks/method/methods.js";
import { customerPartnerIds } from "./checks/partnerIds.js";
import { brokenBodies } from "./checks/refuses/brokenBodies.js";
import { requestFields } from "./checks/requestFields.js";
import { responses } from "./checks/response/responses.js";
import { createdIsolation } from "./checks/state/isolation.js";
import { refusedCustomers } from "./checks/state/refused.js";
import { steadiness } from "./checks/state/steadiness.js";
import { customerIdUnique } from "./checks/state/uniqueIds.js";
import { versionRequired } from "./checks/version/apiVersion.js";
import { unknownsOf } from "./unknowns/unknowns.js";

export const createCustomer: Suite = suite(
  "createCustomer",
  customerControl,
  authentication("createCustomer"),
  permission("createCustomer"),
  versionRequired("createCustomer"),
  requestFields("createCustomer"),
  combinations("createCustomer"),
  customerFileTypes,
  bodyNotations("createCustomer"),
  brokenBodies("createCustomer"),
  oddBodies("createCustomer"),
  methodSuccesses("createCustomer"),
  responses("createCustomer"),
  echoedFields("createCustomer"),
  errorAnswers("createCustomer"),
  customerIdUnique,
  createdIsolation("createCustomer"),
  refusedCustomers,
  customerPartnerIds,
  unknownsOf("createCustomer"),
  steadiness("createCustomer"),
);
