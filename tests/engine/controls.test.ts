import { expect, test } from "vitest";
import { executeAll } from "../../engine/execution.js";
import type { KnownRecipient, Target } from "../../engine/model.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../../generators/templates/recipients.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { EMPTY_TARGET, sessionWith, testCase } from "./executing.js";

const CONTEXT = {
  seed: 42,
  createVersion: null,
  customerVersion: null,
  recipientFiles: [],
  customerFiles: { corporate: [], front: [], back: [] },
};
const REFUSED = exchangeOf(responseOf({ errors: [{ detail: "the recipient is suspended", code: "STATE" }] }, 400));

function recipient(recipientId: string): KnownRecipient {
  const partnerRecipientId = `partner-of-${recipientId}`;
  return {
    recipientId,
    partnerRecipientId,
    accountType: "bank",
    template: "bank-1",
    status: "active",
    createdAt: null,
  };
}

/** Asks for the control of an update where recipients refuse it, and where those that are created then may refuse it too. */
async function controlledWhere(isRefused: (path: string) => boolean) {
  const target: Target = {
    ...EMPTY_TARGET,
    recipients: { bank: ["first", "second"].map(recipient), crypto: [] },
    templates: {
      ...EMPTY_TARGET.templates,
      createRecipient: createRecipientTemplates(CONTEXT),
      updateRecipient: updateRecipientTemplates(CONTEXT),
    },
  };
  let created = 0;
  const updated: string[] = [];
  const session = sessionWith(({ path }) => {
    if (path.endsWith("/create")) return exchangeOf(responseOf({ recipient_id: `new-${++created}` }));
    updated.push(path.split("/")[3] ?? "");
    return isRefused(path) ? REFUSED : exchangeOf(responseOf({ recipient_id: "any" }));
  }, target);
  const [template] = target.templates.updateRecipient;
  if (template === undefined) throw new Error("no template");
  const placed = { ...template, path: { recipient_id: "second" } };
  const seen: { accepted?: boolean; isOfState?: boolean } = {};
  const asking = testCase("updateRecipient/accepts/control.bank", async (execution) => {
    seen.accepted = (await execution.control(placed)) !== null;
    seen.isOfState = execution.isOfState(REFUSED);
  });
  await executeAll(session, [asking], { concurrency: 1 });
  return { ...seen, updated };
}

test("a control that its recipient refuses is tried on new ones", async () => {
  const { accepted, isOfState, updated } = await controlledWhere((path) => !path.includes("new-2"));
  expect(updated).toEqual(["first", "new-1", "new-2"]);
  expect([accepted, isOfState]).toEqual([true, true]);
});

test("a control that all recipients refuse is refused", async () => {
  const { accepted, isOfState, updated } = await controlledWhere(() => true);
  expect(updated.length).toBe(5);
  expect([accepted, isOfState]).toEqual([false, false]);
});
