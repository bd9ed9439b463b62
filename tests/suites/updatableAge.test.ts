import { describe, expect, test } from "vitest";
import type { Exchange, WireRequest } from "../../client/model.js";
import {
  createRecipientTemplates,
  type TemplateContext,
  updateRecipientTemplates,
} from "../../generators/templates.js";
import { updatedRecipientState } from "../../suites/groups/recipientState.js";
import type { KnownRecipient, World } from "../../suites/model.js";
import { findUpdatableAge } from "../../suites/preflight/updates.js";
import { playAll } from "../../suites/runner.js";
import type { Observations } from "../../suites/session.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { EMPTY_WORLD, sessionWith } from "./playing.js";

const CONTEXT: TemplateContext = {
  seed: 42,
  createVersion: "2024-12-01",
  customerVersion: null,
  recipientFiles: [],
  customerFiles: { corporate: [], front: [], back: [] },
};
const REFUSED = exchangeOf(responseOf({ errors: [{ detail: "the recipient is pending", code: "STATE" }] }, 400));

function recipient(accountType: "bank" | "crypto", id: string): KnownRecipient {
  return {
    recipientId: id,
    partnerRecipientId: `partner-${id}`,
    accountType,
    template: `${accountType}-1`,
    createdAt: undefined,
  };
}

const RECIPIENTS = {
  bank: [recipient("bank", "rcp_1"), recipient("bank", "rcp_2")],
  crypto: [recipient("crypto", "rcp_3")],
};

async function findWith(answer: (turn: number, request: WireRequest) => Exchange) {
  const paths: string[] = [];
  const observations: Observations = new Map();
  const sender = {
    send: async (request: WireRequest) => {
      paths.push(request.path);
      return answer(paths.length, request);
    },
  };
  const age = await findUpdatableAge(sender, CONTEXT, "abcde", RECIPIENTS, Date.now(), observations);
  return { age, paths, answer: observations.get("unknown.updateRecipient.inactiveRecipient")?.answer };
}

describe("the preflight", () => {
  test("updates the newest recipient of each account type, and asks no more when that works", async () => {
    const { age, paths, answer } = await findWith(() => exchangeOf(responseOf({})));
    expect(age).toBe(0);
    expect(paths).toEqual(["/api/recipients/rcp_2/update", "/api/recipients/rcp_3/update"]);
    expect(answer).toBeUndefined();
  });

  test("waits where a new recipient is not updated yet, and says so", async () => {
    const { age, paths, answer } = await findWith((turn) => (turn <= 2 ? REFUSED : exchangeOf(responseOf({}))));
    expect(paths.length).toBe(4);
    expect(age).toBeGreaterThanOrEqual(990);
    expect(answer).toMatch(/^a recipient that was just created is not updated: 400; within [12] s it is$/);
  });

  test.each([401, 403, 405, 500])("does not wait for what waiting does not change: %i", async (status) => {
    const { age, paths } = await findWith(() => exchangeOf(responseOf({}, status)));
    expect([age, paths.length]).toEqual([0, 2]);
  });
});

describe("isolation", () => {
  const world: World = {
    ...EMPTY_WORLD,
    templates: {
      ...EMPTY_WORLD.templates,
      createRecipient: createRecipientTemplates(CONTEXT),
      updateRecipient: updateRecipientTemplates(CONTEXT),
    },
  };
  const units = updatedRecipientState()
    .units(world)
    .filter(({ check }) => check === "updateRecipient/state/isolation");

  async function played(onUpdate: (id: string, turn: number) => Exchange) {
    let count = 0;
    let updates = 0;
    const session = sessionWith(({ path, body }) => {
      const [, id] = /recipients\/(\w+)\/update$/.exec(path) ?? [];
      if (id !== undefined) return onUpdate(id, updates++);
      const { partner_recipient_id: partner } = JSON.parse(String(body ?? "{}"));
      return exchangeOf(responseOf({ recipient_id: `rcp_${++count}`, partner_recipient_id: partner }));
    }, world);
    const { book } = await playAll(session, units, { concurrency: 1 });
    return book.of("updateRecipient/state/isolation");
  }

  test("is not judged by what a refusal holds", async () => {
    const tally = await played(() => REFUSED);
    expect([tally.failing, tally.passes]).toEqual([0, 0]);
    expect(tally.blocked).toBe("a recipient that was just created could not be updated");
  });

  test("is broken by an accepted update that shows the partner id of another recipient", async () => {
    const tally = await played(() => exchangeOf(responseOf({ partner_recipient_id: "somebody-else-altogether" })));
    expect(tally.failing).toBeGreaterThan(0);
  });
});
