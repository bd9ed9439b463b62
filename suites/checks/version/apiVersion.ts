/** The Api-Version header where its rules are stated (section 9). */

import { check, group } from "../../../engine/check.js";
import { editCase } from "../../../engine/editCase.js";
import type { CheckGroup, Target } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";
import { CONTRACT_VERSION, OPERATIONS, type OperationId, VERSION_HEADER } from "../../../schemas/operations.js";

/**
 * Values that no reading of the document allows. The value that the listing of recipient creation gives is not among
 * them: whether it holds elsewhere is the conflict, and observed. Padding is no part of a header's value in HTTP.
 */
const WRONG_VERSIONS = [
  "2023-01-01",
  "2099-12-31",
  "latest",
  "v1",
  "1",
  "20241201",
  "2024-12-1",
  "2024-12-01T00:00:00Z",
  "2024-12-02",
  "2024-11-01",
  "2024-12-011",
  "2024-12",
  "v2024-12-01",
  "2024-12-01,2023-01-01",
  '"2024-12-01"',
];

/** Whether a missing header must be refused: stated as required, and with no default that says otherwise. */
function missingIsRefused(operation: OperationId): boolean {
  // Update has both a required flag and a default value: a conflict, observed.
  return OPERATIONS[operation].version?.presence === "required" && operation !== "updateRecipient";
}

/** Sends an operation with wrong, empty and missing versions. */
export function versions(operation: OperationId, templatesOf: (target: Target) => readonly Template[]): CheckGroup {
  const allowed = OPERATIONS[operation].version?.allowed ?? [];
  const judgesValues = allowed.length === 1;
  const expects = operation === "updateRecipient" ? "status 400" : "a 4xx status other than 401, 403, 404 and 405";
  const sends = "an accepted request in which only Api-Version differs";
  const definitions = [];
  if (judgesValues) {
    const title = `An Api-Version other than ${CONTRACT_VERSION} is refused`;
    definitions.push(check(operation, "version", { rule: "value", section: "9", title, sends, expects }));
  }
  if (missingIsRefused(operation)) {
    const title = "A request without Api-Version is refused";
    definitions.push(check(operation, "version", { rule: "required", section: "9", title, sends, expects }));
  }
  return group(operation, definitions, (target) => {
    const templates = templatesOf(target);
    const [first] = templates;
    if (first === undefined) return [];
    const cases = [];
    if (judgesValues) {
      const values = operation === "updateRecipient" ? WRONG_VERSIONS : [...WRONG_VERSIONS, ""];
      for (const [index, value] of values.entries()) {
        cases.push(
          editCase({
            check: `${operation}/version/value`,
            index,
            tier: Math.floor(index / 2),
            // Each kind of request in turn: the header may be looked at for some of them only.
            template: templates[index % templates.length] ?? first,
            edit: { kind: "header", name: VERSION_HEADER, value },
            expect: { kind: "refuse" },
            message: "A version that the document does not allow is not refused as documented",
          }),
        );
      }
    }
    for (const [index, template] of missingIsRefused(operation) ? templates.entries() : []) {
      cases.push(
        editCase({
          check: `${operation}/version/required`,
          index,
          tier: index,
          template,
          edit: { kind: "header", name: VERSION_HEADER, value: null },
          expect: { kind: "refuse" },
          message: "A request without the required version is not refused as documented",
        }),
      );
    }
    return cases;
  });
}
