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
  webhookSignature: row("signatureEncoding", { bare: /^plain /, prefixed: /as sha256=…$/, list: /as t=…,v1=…$/ }),
  webhookSignatureEncoding: row("signatureEncoding", { hex: /hex\b/, base64: /base64\b/, base64url: /base64url/ }),
  webhookSignedContent: row("signedContent", {
    body: /^\{body\}$/,
    timeDotBody: /^\{[^}]+\}\.\{body\}$/,
    timeAndBody: /^\{[^}]+\}\{body\}$/,
    idDotTimeDotBody: /^\{x-webhook-id\}\.\{[^}]+\}\.\{body\}$/,
  }),
  webhookDelay: row("delay", {
    // How much longer it takes is up to the machine. Recorded times show what is made of them.
    none: /^\S+ m?s to \S+ m?s after creation$/,
    "100ms": /^\S+ m?s to \S+ m?s after creation$/,
    "1s": /^\S+ m?s to \S+ s after creation$/,
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

const axes = listBehaviours().filter(({ axis }) => axis.startsWith("webhook"));
const RUNS = Math.max(...axes.map(({ values }) => values.length));

test("every axis of deliveries has a sign for each of its values", () => {
  expect(Object.keys(SIGNS).sort()).toEqual(axes.map(({ axis }) => axis).sort());
  for (const { axis, values } of axes)
    expect(Object.keys(SIGNS[axis]?.signs ?? {}).sort(), axis).toEqual(values.map(({ value }) => value).sort());
});

test.concurrent.each(Array.from({ length: RUNS }, (_, run) => run))(
  "with the values number %i of all axes, every one shows in its answer",
  async (run) => {
    const behaviours = Object.fromEntries(
      axes.map(({ axis, values }) => [axis, values[run % values.length]?.value ?? ""]),
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
