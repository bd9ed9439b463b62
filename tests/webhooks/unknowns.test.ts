/** Each way of the sandbox to deliver shows in an answer. */
import { expect, test, vi } from "vitest";
import { listBehaviours } from "../../sandbox/behaviours.js";
import { findings, trial } from "./trial.js";

// Most of a trial is waiting.
vi.setConfig({ maxConcurrency: 5 });

interface Row {
  readonly openPoint: string;
  readonly signs: Readonly<Record<string, RegExp>>;
}

const row = (topic: string, signs: Row["signs"]): Row => ({ openPoint: `unknown.webhooks.${topic}`, signs });

/** For each axis the unknown that shows it, and for each value what the answer must match. */
const SIGNS: Readonly<Record<string, Row>> = {
  webhookEnvelope: row("envelope", {
    typed: /^type, id, created_at, data; /,
    named: /^event, data; /,
    eventAndPayload: /^event, payload; /,
    bare: /^object; the data stands at object$/,
  }),
  webhookDataPlace: row("envelope", { direct: /the data stands at (data|payload)$/, nested: /at (data\.)?object$/ }),
  webhookEventNames: row("eventNames", {
    dotted: /^customer\.active /,
    capitals: /^CUSTOMER_ACTIVE /,
    category: /^Customer /,
  }),
  webhookTransferData: row("transferData", { detail: / customer, .* recipient, /, brief: /^(?!.* customer, )/ }),
  webhookReturnIds: row("returnData", { transfer: /^(?!.*original_transaction_id)/, own: /original_transaction_id/ }),
  webhookReturnTimes: row("returnData", { all: /audit_at, completed_at, created_at/, created: /^created_at, / }),
  webhookSignature: row("signatureEncoding", { bare: /as …$/, prefixed: /as sha256=…$/, list: /as t=…,v1=…$/ }),
  webhookSignatureEncoding: row("signatureEncoding", { hex: /^hex,/, base64: /^base64,/, base64url: /^base64url,/ }),
  webhookSignedContent: row("signedContent", {
    body: /^\{body\}$/,
    timeDotBody: /^\{[^}]+\}\.\{body\}$/,
    timeAndBody: /^\{[^}]+\}\{body\}$/,
    idDotTimeDotBody: /^\{x-webhook-id\}\.\{[^}]+\}\.\{body\}$/,
  }),
  webhookOrder: row("concurrency", {
    // What got no answer is waited for: about two seconds by its own clock, and longer on a busy machine.
    asItHappened: /^no, the next one came (?!0)\d+(\.\d)? s after/,
    atOnce: /^yes, others came/,
    newestFirst: /^no, the next one came/,
  }),
  webhookDuplicates: row("repetition", { none: /^no, /, everyThird: /^yes, / }),
  webhookRetry: row("retries", {
    // Whether pauses grow is told of recorded times: those of a run are as long as the machine makes them.
    backOff: /^repeated after /,
    steady: /^repeated after /,
    never: /^not repeated while the run waited$/,
  }),
};

/**
 * The least milliseconds until the soonest delivery of a trial of its own: an answer that is kept back holds up what comes after it. Its time begins
 * when the answer to the creation is there, so that it may seem a little shorter. How much longer it takes is up to the machine.
 */
const DELAY: Readonly<Record<string, number>> = { none: 0, "100ms": 60, "1s": 600 };

const axes = listBehaviours().filter(({ axis }) => axis.startsWith("webhook"));
const RUNS = Math.max(...axes.map(({ values }) => values.length));

test("every axis of deliveries has a sign for each of its values", () => {
  const table: Readonly<Record<string, object>> = {
    ...Object.fromEntries(Object.entries(SIGNS).map(([axis, { signs }]) => [axis, signs])),
    webhookDelay: DELAY,
  };
  expect(Object.keys(table).sort()).toEqual(axes.map(({ axis }) => axis).sort());
  for (const { axis, values } of axes)
    expect(Object.keys(table[axis] ?? {}).sort(), axis).toEqual(values.map(({ value }) => value).sort());
});

// One after the other, since what they show is a matter of time.
test.each(Array.from({ length: RUNS }, (_, run) => run))(
  "with the values number %i of all axes, every one shows in its answer",
  async (run) => {
    const tried = axes.filter(({ axis }) => axis in SIGNS);
    const behaviours = Object.fromEntries(
      tried.map(({ axis, values }) => [axis, values[run % values.length]?.value ?? ""]),
    );
    const report = await trial({ behaviours });
    const answers = new Map(report.observations.map(({ id, answer }) => [id, answer]));
    const wrong = Object.entries(SIGNS).flatMap(([axis, { openPoint, signs }]) => {
      const value = behaviours[axis] ?? "";
      const answer = answers.get(openPoint) ?? "no answer";
      return signs[value]?.test(answer) === true ? [] : [`${axis}=${value}: ${openPoint}: ${answer}`];
    });
    expect(wrong).toEqual([]);
    expect(findings(report)).toEqual({});
  },
);

test("the soonest delivery is as late as it is said to be", async () => {
  const soonest = async (webhookDelay: string) => {
    const { observations } = await trial({ behaviours: { webhookDelay }, chaos: false });
    const { answer = "" } = observations.find(({ id }) => id === "unknown.webhooks.delay") ?? {};
    const [, amount, unit] = /^(\S+) (m?s) to /.exec(answer) ?? [];
    return Number(amount) * (unit === "s" ? 1_000 : 1);
  };
  const measured = await Promise.all(Object.keys(DELAY).map(soonest));
  for (const [index, least] of Object.values(DELAY).entries())
    expect(measured[index], Object.keys(DELAY)[index]).toBeGreaterThanOrEqual(least);
  expect(measured[0]).toBeLessThan(measured[2] ?? 0);
});
