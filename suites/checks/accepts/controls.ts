/** The controls: realistic requests that a conforming deployment accepts. Everything else builds on them. */

import { checkOf, group } from "../../../engine/checkGroup.js";
import { editCase } from "../../../engine/editCase.js";
import type { CheckGroup, Target } from "../../../engine/model.js";
import type { Template } from "../../../generators/edits/edit.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

/** One kind of control of an operation. */
export interface ControlKind {
  readonly name: string;
  readonly words: string;
  /** The templates of this kind; none when the target has nothing to send. */
  readonly templates: (target: Target) => readonly Template[];
}

/** Checks that the operation accepts its controls, one check for each kind. */
export function controls(operation: OperationId, kinds: readonly ControlKind[]): CheckGroup {
  const { successStatus, method, path } = OPERATIONS[operation];
  return group(
    operation,
    kinds.map(({ name, words }) =>
      checkOf(operation, "accepts", {
        rule: `control.${name}`,
        title: `${words} is accepted`.replace(/^./, (letter) => letter.toUpperCase()),
        sends: `${method} ${path} with ${words}`,
        expects: successStatus === null ? "a 2xx status" : `status ${successStatus}`,
      }),
    ),
    (target) =>
      kinds.flatMap(({ name, words, templates }) =>
        templates(target).map((template, index) =>
          editCase({
            check: `${operation}/accepts/control.${name}`,
            index,
            // The first few in every profile: transactions of several kinds and states are among them.
            tier: index < 6 ? 0 : 1,
            template,
            edit: null,
            expect: { kind: "accept" },
            message: `A documented request is not accepted: ${words}`,
          }),
        ),
      ),
  );
}
