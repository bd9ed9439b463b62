/** Customer creation: sections 2.4 and 4.4. Types and the echo are stated; lengths, formats and required flags are not. */
import type { Suite } from "../engine/model.js";
import { combinations } from "./checks/accepts/combinations.js";
import { customerControl } from "./checks/accepts/controls.js";
import { customerFileTypes } from "./checks/accepts/customerFileTypes.js";
import { methodSuccesses } from "./checks/method/methods.js";
import { customerPartnerIds } from "./checks/partnerIds.js";
import { createdIsolation } from "./checks/state/isolation.js";
import { refusedCustomers } from "./checks/state/refused.js";
import { customerIdUnique } from "./checks/state/uniqueIds.js";
import { versionRequired } from "./checks/version/apiVersion.js";
import { writeSuite } from "./writingSuite.js";

export const createCustomer: Suite = writeSuite("createCustomer", {
  controls: customerControl,
  version: versionRequired("createCustomer"),
  bodies: [combinations("createCustomer"), customerFileTypes],
  beside: methodSuccesses("createCustomer"),
  state: [customerIdUnique, createdIsolation("createCustomer"), refusedCustomers, customerPartnerIds],
});
