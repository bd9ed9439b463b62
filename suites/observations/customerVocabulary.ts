/** The values of the fields that the response to a customer creation adds (sections 2.4 and 3). */
import type { Exercise } from "../../engine/check.js";
import { isObject } from "../../schemas/json.js";
import { inquiries, inquiry } from "./observing.js";
import { fieldSeen, memberAt, type Outcome, phrase, valuesSeen } from "./texts.js";

const UNKNOWN = "unknown.createCustomer";
const PERSON = ["business_person_list", 0] as const;

/** Fields that the response adds, by the topic of the unknown that asks for their values. */
const ADDED: Readonly<Record<string, readonly (string | number)[]>> = {
  businessTypeValues: ["business_details", "business_type"],
  identifierTypeValues: ["business_details", "business_identifier_type"],
  productReferenceValues: ["account_usage", "account_usage_product_reference"],
  roleTypeValues: [...PERSON, "basic_info", "role_type"],
  idTypeValues: [...PERSON, "identification", "id_type"],
};

/** What is asked about the vocabulary of customers: of new ones, and of those in known transfers. */
export const customerVocabulary: Exercise = inquiries("createCustomer", "vocabulary", (target) => {
  const [template] = target.templates.createCustomer;
  if (template === undefined) return [];
  return [
    inquiry("values", { control: template }, async (asked) => {
      const reply = await asked.ask(template, null);
      if (!reply.accepted) return;
      const customers = [reply.body, ...target.transfers.map(({ detail }) => detail.customer).filter(isObject)];
      const seen = (at: readonly (string | number)[]): Outcome =>
        valuesSeen(
          customers.map((customer) => memberAt(customer, at)).filter((value) => value !== undefined && value !== null),
        );
      for (const [topic, at] of Object.entries(ADDED)) {
        const found = seen(at);
        const observed = found.text === "" ? { ...found, text: "the field does not appear" } : phrase`seen: ${found}`;
        asked.answer(`${UNKNOWN}.${topic}`, observed, reply);
      }
      const initial = phrase`a new customer is ${fieldSeen("status", reply.body.status)}`;
      asked.answer(`${UNKNOWN}.initialStatus`, initial, reply);
      asked.answer("conflict.createCustomer.status", initial, reply);
      asked.answer("unknown.customerStatusValues", phrase`seen: ${seen(["status"])}`, reply);
    }),
  ];
});
