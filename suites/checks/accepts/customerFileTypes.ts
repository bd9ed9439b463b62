/** Files that are meant for customers may be used there (section 4.3). */
import { check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { successText } from "../../../engine/judge/expectations.js";
import { CUSTOMER_FILES, customerFilesIn } from "../../../generators/templates/customers.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { isObject, type Json, pointerText, valueAt } from "../../../schemas/json.js";
import { onUnusedFiles } from "../unusedFiles.js";

/** Whether a customer refers to files of each file_type that is meant for customers, as those of the suite's templates do. */
function hasFilesOfAllTypes(body: Json): boolean {
  return customerFilesIn(body) !== null && valueAt(body, [...CUSTOMER_FILES.documents, 1]) !== undefined;
}

/**
 * No customer is refused for a suitable file_type. The preflight finds out where customers are refused for their files; where one of
 * another file_type is accepted instead, the type is the reason.
 */
export const customerFileTypes = check("createCustomer/accepts/file_type.context", {
  sends: "every customer with files of all types; where one is refused, with a file of another type in its place, too",
  expects: successText("createCustomer"),
  watches: "successes",
  cases: (target) => [
    ...target.templates.createCustomer.slice(0, 1).flatMap((template) => {
      if (target.deniedFile === undefined) return [];
      const { type, other, at, id } = target.deniedFile;
      const instead = other === null ? "a customer without it" : `one of type ${other}`;
      const object = `a file of type ${type} as ${pointerText(at)}, where it accepts ${instead}`;
      const message = { subject: "createCustomer", object };
      return sending({ tier: 0, template, edit: { kind: "set", at, value: id }, expect: { kind: "accept" }, message });
    }),
    ...onUnusedFiles("createCustomer", "accepts/file_type.context", target),
  ],
  judge:
    (id) =>
    ({ exchange, judging, recorder }) => {
      if (!judging.response || !isObject(judging.sent) || !isSuccess(exchange)) return;
      if (!hasFilesOfAllTypes(judging.sent)) return;
      recorder.request(id);
      recorder.pass(id);
    },
});
