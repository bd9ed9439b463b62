import { refusal, success } from "../request.js";
import { bodyRefusal } from "../requestBody.js";
import type { Customer } from "../state.js";
import { createdCustomerView } from "../views.js";
import type { Operation } from "./operation.js";

/** Section 4.4. */
export const createCustomer: Operation = {
  name: "createCustomer",
  method: "POST",
  path: "/api/customers/create",
  writes: true,
  requestRefusal: (request, service) => bodyRefusal(request, "createCustomer", service),
  perform: (request, service) => {
    const { behaviour, state } = service;
    const sentId = request.fields.partner_customer_id;
    const partnerId = typeof sentId === "string" ? sentId : undefined;
    const existing =
      partnerId === undefined ? undefined : state.customers.get(state.customersByPartnerId.get(partnerId) ?? "");
    if (existing !== undefined && behaviour.duplicatePartnerId === "refused")
      return refusal(409, "ALREADY_EXISTS", "partner_customer_id is already in use");
    const status = Number(behaviour.successStatus);
    if (existing !== undefined && behaviour.duplicatePartnerId === "existing")
      return success(status, createdCustomerView(existing, service));
    const refused = state.allowances.referenceRefusal(request, "", service.now()) ?? state.allowances.full("customers");
    if (refused !== undefined) return refused;
    const id = service.newId("cus");
    state.allowances.count("customers");
    state.allowances.stored(request, id);
    const customer: Customer = {
      id,
      // Its own id stands in for a partner id that was not sent, so that no two such customers collide.
      partnerId: partnerId ?? id,
      createdAt: service.now(),
      fields: request.fields,
    };
    state.addCustomer(customer, request.rawBody?.length ?? 0);
    service.onChange?.({
      category: "Customer",
      at: customer.createdAt,
      data: () => createdCustomerView(customer, service),
    });
    return success(status, createdCustomerView(customer, service));
  },
};
