import { describe, expect, test } from "vitest";
import { LostRecipientError, StateLostError } from "../../client/interruption.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import { RecipientMemory } from "../../discovery/recipientMemory.js";
import { RecipientPool } from "../../discovery/recipientPool.js";
import type { KnownRecipient, Target } from "../../engine/model.js";
import type { Observations } from "../../engine/observations.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../../generators/templates/recipients.js";
import { EMPTY_TARGET } from "../engine/executing.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const CONTEXT = {
  seed: 42,
  createVersion: "2024-12-01",
  customerVersion: null,
  recipientFiles: [],
  customerFiles: { corporate: [], front: [], back: [] },
};

function recipient(id: string): KnownRecipient {
  const rest = { accountType: "bank", template: "bank-1", status: "active", createdAt: undefined } as const;
  return { recipientId: id, partnerRecipientId: `partner-${id}`, ...rest };
}

/** A run with six recipients, on a target that knows some of them. */
function runOn(isKnown: (id: string) => boolean, isCreated = true) {
  const target: Target = {
    ...EMPTY_TARGET,
    recipients: { bank: ["a", "b", "c", "d", "e", "f"].map(recipient), crypto: [] },
    templates: {
      ...EMPTY_TARGET.templates,
      createRecipient: createRecipientTemplates(CONTEXT),
      updateRecipient: updateRecipientTemplates(CONTEXT),
    },
  };
  const pool = new RecipientPool(target.recipients);
  const observations: Observations = new Map();
  const answer = (wire: WireRequest): Exchange => {
    const id = /recipients\/(\w+)\/update/.exec(wire.path)?.[1];
    const refusal = { errors: [{ detail: "no such file", code: "FILE" }] };
    const response =
      id === undefined
        ? isCreated
          ? responseOf({ recipient_id: "new", status: "pending" })
          : responseOf(refusal, 400)
        : responseOf({}, isKnown(id) ? 200 : 404);
    return { ...exchangeOf(response), wire };
  };
  const memory = new RecipientMemory({ target, pool, observations, send: async (wire) => answer(wire) });
  const update = (id: string): Promise<void> =>
    memory.examine(
      answer({
        method: "POST",
        path: `/api/recipients/${id}/update`,
        headers: {},
        body: "{}",
        credentials: "valid",
      }),
    );
  return { update, memory, pool, kept: () => observations.get("unknown.createRecipient.kept") };
}

describe("a recipient that is not found", () => {
  test("is lost by age where the oldest that nobody touched are gone as well, and is replaced by a new one", async () => {
    const { update, pool, kept } = runOn((id) => id === "f" || id === "new");
    await expect(update("e")).rejects.toThrow(LostRecipientError);
    expect(pool.find("e")).toBeNull();
    expect(pool.find("new")).toMatchObject({ template: "bank-1", status: "pending" });
    expect(kept()?.text).toBe("not all: when there were 7, 2 of the oldest that were asked for were no longer known");
  });

  test("counts as what it is where not even a new one is known", async () => {
    const { update, kept } = runOn(() => false);
    await update("e");
    expect(kept()).toBeUndefined();
  });

  test("counts as what it is where others of its age are known", async () => {
    const { update, pool, kept, memory } = runOn((id) => id !== "e");
    await update("e");
    await update("e");
    expect(pool.find("e")).not.toBeNull();
    memory.conclude();
    expect(kept()).toBeUndefined();
  });

  test("counts as what it is where all others were updated since", async () => {
    const { update } = runOn((id) => id !== "e");
    for (const id of ["a", "b", "c", "d", "f"]) await update(id);
    await update("e");
  });

  test("shows that more was lost where what was accepted before is refused by now", async () => {
    const { update } = runOn(() => false, false);
    await expect(update("c")).rejects.toThrow(StateLostError);
  });
});

test("recipients that were all found again are said to be kept", () => {
  const { memory, kept } = runOn(() => true);
  memory.conclude();
  expect(kept()?.value).toEqual({ kept: true });
});
