/** A detail is about the transaction that was asked for (sections 4.5 and 4.9). */
import { type CaseDraft, type Check, check } from "../../../engine/check.js";
import type { Target } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { kindOf, known, listed } from "./transactions.js";

/** Transactions that are read at once: answers must not be mixed up where they overlap. */
const AT_ONCE = [4, 8, 12];

type Query = Readonly<Record<string, string>>;

/** Notes whether an answer is about the transaction that was asked for. */
function expectOwn(sequence: Sequence, query: Query, { body, exchange }: Step): void {
  for (const [name, asked] of Object.entries(query)) {
    const got = body[name];
    if (typeof got !== "string") continue;
    // A list's id may be the partner's, so that an id is passed under the other's name.
    const other = name === "transaction_id" ? body.partner_transaction_id : body.transaction_id;
    sequence.expect(got === asked || other === asked, exchange, {
      message: "The answer is about a transaction that was not asked for",
      expected: `${name} ${jsonText(asked)}`,
      actual: `${name} ${jsonText(got)}`,
    });
  }
}

/** Reads several transactions that are found by themselves, at once. */
function atOnce(target: Target, operation: DetailOperation): CaseDraft[] {
  const queries = known(target, operation).map(({ query }) => query);
  if (queries.length < 2) return [];
  return AT_ONCE.map((count, tier) =>
    steps(tier, async (sequence) => {
      const read = (query: Query) => sequence.step(readTemplate(operation, query), `at once ${jsonText(query)}`);
      const together = queries.slice(0, count);
      const answers = await Promise.all(together.map(async (query) => ({ query, step: await read(query) })));
      for (const { query, step } of answers) expectOwn(sequence, query, step);
    }),
  );
}

export function askedFor(operation: DetailOperation): Check {
  return check(`${operation}/state/asked-for`, {
    title: "The answer is about the transaction that was asked for",
    sends: `the id of a ${kindOf(operation)} that the list shows, by itself and at once with others`,
    expects: "the same id in the answer",
    cases: (target) => [
      ...listed(target, operation).map(({ query }) =>
        steps(0, async (sequence) =>
          expectOwn(sequence, query, await sequence.reading(readTemplate(operation, query), "read")),
        ),
      ),
      ...atOnce(target, operation),
    ],
  });
}
