/** The customer and the recipient that a transfer shows are those that it names (section 2.5). */

import type { Case, KnownTransaction } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import { isObject } from "../../../generators/json.js";
import { detailTemplate, show } from "./knownTransactions.js";

/** The embedded customer or recipient is the one that the transfer names. */
export function embedded(part: "customer" | "recipient", transaction: KnownTransaction, index: number): Case {
  const name = `${part}_id`;
  return sequenceCase({
    check: `getTransferDetail/state/${part}.agrees`,
    operation: "getTransferDetail",
    tier: index,
    index,
    async execute(sequence) {
      const step = await sequence.step(detailTemplate("getTransferDetail", transaction.query), "read");
      const own = step.body[name];
      const inner = step.body[part];
      if (typeof own !== "string" || !isObject(inner) || typeof inner[name] !== "string") {
        return sequence.blocked(`no transfer shows both ${name} and ${part}.${name}`);
      }
      sequence.expect(own === inner[name], step.exchange, {
        message: `The ${part} of a transfer is not the one that the transfer names`,
        expected: `${part}.${name} ${show(own)}`,
        actual: `${part}.${name} ${show(inner[name])}`,
      });
    },
  });
}
