import { describe, expect, test } from "vitest";
import { comparable } from "../../../reports/across/answers.js";
import { chooseBehaviour, listBehaviours } from "../../../sandbox/behaviours.js";
import { startSandbox } from "../../../sandbox/server.js";
import type { Json } from "../../../schemas/json.js";
import { OPERATION_IDS } from "../../../schemas/operations.js";
import { slice } from "../../slice.js";
import { inquiry, type ObservedRun, observeSandbox } from "./run.js";
import { shows } from "./sign.js";
import { LONE_SIGNS, SIGNS } from "./table.js";

const axes = listBehaviours().filter(({ axis }) => !axis.startsWith("webhook"));
/** Each run takes the next value of every axis, so that every value is met in few runs. */
const RUNS = Math.max(...axes.map(({ values }) => values.length));

function behavioursOf(run: number): Record<string, string> {
  const chosen = axes.filter(({ axis }) => axis in SIGNS);
  return Object.fromEntries(chosen.map(({ axis, values }) => [axis, values[run % values.length]?.value ?? ""]));
}

function failures({ report }: ObservedRun): string[] {
  return report.checks
    .filter(({ verdict }) => !["pass", "not-exercised", "not-applicable"].includes(verdict))
    .map(({ id, verdict }) => `${verdict} ${id}`);
}

test("every axis of the sandbox has a sign for each of its values, and no sign is left over", () => {
  const table = { ...SIGNS, ...LONE_SIGNS };
  expect([SIGNS, LONE_SIGNS].flatMap(Object.keys).sort()).toEqual(axes.map(({ axis }) => axis).sort());
  for (const { axis, values } of axes) {
    expect(Object.keys(table[axis]?.signs ?? {}).sort(), axis).toEqual(values.map(({ value }) => value).sort());
  }
});

const NUMBERS = slice(
  Array.from({ length: RUNS }, (_, run) => [run]),
  RUNS,
);

describe.each(NUMBERS.entries)(`with the values number %i of all axes (${NUMBERS.told})`, (run) => {
  const behaviours = behavioursOf(run);

  test("every behaviour shows in its answer, and none is a failure", async () => {
    const result = await observeSandbox(behaviours);
    const chosen = chooseBehaviour(behaviours);
    const wrong = Object.entries(SIGNS).flatMap(([axis, { unknownId, signs }]) => {
      const value = Object.entries(chosen).find(([name]) => name === axis)?.[1] ?? "";
      const seen = result.values.get(unknownId);
      const sign = signs[value];
      if (sign !== undefined && seen !== undefined && shows(seen, sign)) return [];
      return [`${axis}=${value}: ${unknownId}: ${JSON.stringify(seen)}`];
    });
    expect(wrong).toEqual([]);
    expect(failures(result)).toEqual([]);
  });
});

const LONE = slice(
  Object.entries(LONE_SIGNS).flatMap(([axis, row]) =>
    Object.entries(row.signs).map(([value, sign]) => ({ axis, value, sign, ...row })),
  ),
  30,
);

describe.each(LONE.entries)(
  `with $axis=$value (${LONE.told})`,
  ({ axis, value, unknownId, sign, operation, checks }) => {
    test("the behaviour shows in its answer, and is no failure", async () => {
      // A busy machine sends 200 requests in ten seconds, too.
      const clock = value === "200" ? () => performance.now() / 10 : undefined;
      const sandbox = await startSandbox({ behaviours: { [axis]: value }, ...(clock && { clock }) });
      const result = await inquiry(sandbox, { operations: [operation], checks }).finally(() => sandbox.close());
      const seen = result.values.get(unknownId);
      expect(seen).toSatisfy((value: Json | undefined) => value !== undefined && shows(value, sign));
      expect(failures(result)).toEqual([]);
    });
  },
);

test.each([
  ["none", "no request was refused for a limit"],
  ["50", "429 TOO_MANY_REQUESTS with retry-after as seconds"],
])("what a request over the limit gets is told: rateLimit=%s", async (rateLimit, expected) => {
  const sandbox = await startSandbox({ behaviours: { rateLimit } });
  const changes = { operations: ["listTransactions"], checks: ["*/auth/*"] } as const;
  const { answers } = await inquiry(sandbox, changes).finally(() => sandbox.close());
  expect(answers.get("unknown.rateLimitAnswer")).toBe(expected);
});

describe("on the sandbox as it is", () => {
  const tried = slice(OPERATION_IDS, 5);

  test(`two runs on one deployment give the same answers (${tried.told} operations)`, async () => {
    const sandbox = await startSandbox();
    try {
      const [first, second] = [
        await inquiry(sandbox, { operations: tried.entries }),
        await inquiry(sandbox, { operations: tried.entries }),
      ];
      const compared = ({ answers }: ObservedRun) => [...answers].map(([id, answer]) => [id, comparable(answer)]);
      expect(compared(second)).toEqual(compared(first));
    } finally {
      await sandbox.close();
    }
  });
});
