import { describe, expect, test } from "vitest";
import type { Exchange, WireRequest } from "../../client/model.js";
import { findUpdateDelay } from "../../discovery/lateUpdates.js";
import { findUpdatableAge } from "../../discovery/recipientAge.js";
import { findUpdatePause } from "../../discovery/updatePause.js";
import { withUpdateTiming } from "../../discovery/updateTiming.js";
import { executeAll } from "../../engine/execution.js";
import type { KnownRecipient, Target } from "../../engine/model.js";
import type { Observations } from "../../engine/observations.js";
import { materialise } from "../../generators/edits/edit.js";
import type { TemplateContext } from "../../generators/templates/context.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../../generators/templates/recipients.js";
import { isolation } from "../../suites/checks/state/isolation.js";
import { EMPTY_TARGET, sessionWith } from "../engine/executing.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const CONTEXT: TemplateContext = {
  seed: 42,
  createVersion: "2024-12-01",
  customerVersion: null,
  recipientFiles: [],
  customerFiles: { corporate: [], front: [], back: [] },
};
const REFUSED = saying("the recipient is pending");

function recipient(accountType: "bank" | "crypto", id: string): KnownRecipient {
  return {
    recipientId: id,
    partnerRecipientId: `partner-${id}`,
    accountType,
    template: `${accountType}-1`,
    status: "pending",
    createdAt: undefined,
  };
}

const RECIPIENTS = {
  bank: [recipient("bank", "rcp_1"), recipient("bank", "rcp_2")],
  crypto: [recipient("crypto", "rcp_3")],
};

/** A refusal of an update in a service's own words. */
function saying(detail: string): Exchange {
  return exchangeOf(responseOf({ errors: [{ detail, code: "STATE" }] }, 400));
}

async function findWith(answer: (turn: number, request: WireRequest) => Exchange) {
  const paths: string[] = [];
  const observations: Observations = new Map();
  const sender = {
    send: async (request: WireRequest) => {
      paths.push(request.path);
      return answer(paths.length, request);
    },
  };
  const { age, barred } = await findUpdatableAge(sender, CONTEXT, "abcde", RECIPIENTS, Date.now(), observations);
  return { age, barred, paths, answer: observations.get("unknown.updateRecipient.inactiveRecipient")?.text };
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
    expect(age).toBeGreaterThanOrEqual(95);
    expect(answer).toMatch(/^a recipient that was just created is not updated: 400; within \d+ s it is$/);
  });

  test("takes a recipient that is refused its values, and accepts those of another, for no sign of a state", async () => {
    const crypto = ["crypto-1", "crypto-2"].map((template) => ({ ...recipient("crypto", template), template }));
    const isOfFirst = ({ body }: WireRequest): boolean => `${body}`.includes('"TRX"');
    const observations: Observations = new Map();
    const { unwilling } = await findUpdatableAge(
      { send: async (request) => (isOfFirst(request) ? REFUSED : exchangeOf(responseOf({}))) },
      CONTEXT,
      "abcde",
      { bank: [], crypto: crypto.toReversed() },
      Date.now(),
      observations,
    );
    expect(unwilling).toEqual([]);
    expect(observations.size).toBe(0);
  });

  test("names the status of the recipients where no waiting helps and the service names it, or the one they lack", async () => {
    const words = ["the recipient is pending", "only active recipients are updated", "website is not allowed"];
    const found = await Promise.all(words.map((detail) => findWith(() => saying(detail))));
    expect(found.map(({ age }) => age)).toEqual([0, 0, 0]);
    const [own, lacked, other] = found.map(({ barred }) => barred);
    expect(own).toMatch(/^no recipient is updated while it is pending, .*400 “the recipient is pending”; /);
    expect(lacked).toMatch(
      /^no recipient is updated while it is pending, .*400 “only active recipients are updated”; /,
    );
    expect(other).toBeNull();
  });

  test.each([401, 403, 405, 500])("does not wait for what waiting does not change: %i", async (status) => {
    const { age, paths } = await findWith(() => exchangeOf(responseOf({}, status)));
    expect([age, paths.length]).toEqual([0, 2]);
  });
});

test("recipients that refuse what others of their kind take are told apart", async () => {
  const recipients = {
    bank: ["rcp_1", "rcp_2", "rcp_3"].map((id) => recipient("bank", id)),
    crypto: [],
  };
  const observations: Observations = new Map();
  const willing = new Set(["/api/recipients/rcp_2/update"]);
  const sender = {
    send: async ({ path }: WireRequest) => (willing.has(path) ? exchangeOf(responseOf({})) : REFUSED),
  };
  const found = await findUpdatableAge(sender, CONTEXT, "abcde", recipients, Date.now(), observations);
  expect(found.updates.map((update) => update.recipient.recipientId)).toEqual(["rcp_2"]);
  expect(found.unwilling.map((update) => update.recipient.recipientId)).toEqual(["rcp_3", "rcp_1"]);
  expect(found.barred).toBeNull();
  expect(observations.get("unknown.updateRecipient.inactiveRecipient")?.text).toBe(
    "2 of 3 recipients that were created together are not updated: 400 “the recipient is pending”",
  );
});

describe("a second update", () => {
  const LOCKED = exchangeOf(responseOf({ errors: [{ detail: "being processed", code: "LOCKED" }] }, 400));

  async function pauseWith(answer: (turn: number) => Exchange) {
    const observations: Observations = new Map();
    let turn = 0;
    const sender = {
      send: async () => {
        turn += 1;
        return answer(turn);
      },
    };
    const recipients = { bank: [recipient("bank", "rcp_1"), recipient("bank", "rcp_2")], crypto: [] };
    const { pause: milliseconds } = await findUpdatePause(sender, CONTEXT, "abcde", recipients, observations);
    return { milliseconds, answer: observations.get("unknown.updateRecipient.repeated")?.text };
  }

  test("needs no pause where it is accepted at once", async () => {
    expect(await pauseWith(() => exchangeOf(responseOf({})))).toEqual({ milliseconds: 0, answer: "possible at once" });
  });

  test("needs the pause after which it is accepted, and a little more", async () => {
    const { milliseconds, answer } = await pauseWith((turn) => (turn === 2 ? LOCKED : exchangeOf(responseOf({}))));
    expect(milliseconds).toBe(120);
    expect(answer).toBe("not at once: 400; within 1 s it may");
  });

  test("is told to be refused where no pause helps", async () => {
    const { milliseconds, answer } = await pauseWith((turn) => (turn === 1 ? exchangeOf(responseOf({})) : LOCKED));
    expect(milliseconds).toBe(0);
    expect(answer).toBe("not at once: 400; in this run it could not");
  });

  test("is kept back until the pause is over, each recipient for itself", async () => {
    const sent: [string, number][] = [];
    const since = performance.now();
    const sender = {
      send: async ({ path }: WireRequest) => {
        sent.push([path, performance.now() - since]);
        return exchangeOf(responseOf({}));
      },
    };
    const spaced = withUpdateTiming(sender, { updatableAge: 0, updatePause: 80, updateDelay: null });
    const request = (path: string): WireRequest => ({
      method: "POST",
      path,
      headers: {},
      body: "{}",
      credentials: "valid",
    });
    const [a, b, balances] = ["/api/recipients/a/update", "/api/recipients/b/update", "/api/balances"] as const;
    await spaced.send(request(a));
    await Promise.all([a, b, balances].map((path) => spaced.send(request(path))));
    expect(sent.map(([path]) => path)).toEqual([a, b, balances, a]);
    expect((sent[3]?.[1] ?? 0) - (sent[0]?.[1] ?? 0)).toBeGreaterThanOrEqual(75);
    expect(withUpdateTiming(sender, { updatableAge: 0, updatePause: 0, updateDelay: null })).toBe(sender);
  });
});

describe("an answer that shows an update late", () => {
  const created = createRecipientTemplates(CONTEXT).find(({ id }) => id === "bank-1")?.body ?? null;
  const [template] = updateRecipientTemplates(CONTEXT);
  if (template === undefined) throw new Error("no template");
  const shownAs = (body: unknown, status = "active") => exchangeOf(responseOf({ ...Object(body), status }));

  const delayWith = async (first: Exchange, later: (turn: number) => Exchange) => {
    const { wire, sent } = materialise(template, null, "fresh");
    const observations: Observations = new Map();
    let turn = 0;
    const sender = { send: async () => later(++turn) };
    const update = { recipient: { ...recipient("bank", "rcp_1"), status: "active" }, wire, sent, exchange: first };
    const delay = await findUpdateDelay(sender, CONTEXT, [update], observations);
    return { delay, turns: turn, answer: observations.get("unknown.updateRecipient.shown")?.text };
  };

  test("is not asked for again where the first one shows it", async () => {
    const { delay, turns, answer } = await delayWith(shownAs(template.body), () => shownAs(created));
    expect([delay, turns, answer]).toEqual([null, 0, "in the answer to the update"]);
  });

  test("is waited for, and the time is told", async () => {
    const later = (turn: number) => shownAs(turn < 3 ? created : template.body);
    const { delay, turns, answer } = await delayWith(shownAs(created), later);
    expect(turns).toBe(3);
    expect(delay).toBeGreaterThanOrEqual(299);
    expect(answer).toMatch(/^an update is answered with what held before it, .* it is visible late, within \d+ ms$/);
  });

  test("departs where the next one shows it at once, unless it is pending by then", async () => {
    const next = () => shownAs(template.body);
    expect((await delayWith(shownAs(created), next)).delay).toBeNull();
    expect((await delayWith(shownAs(created, "pending"), next)).delay).toBe(0);
  });

  test("is replaced by that of the update repeated", async () => {
    let turn = 0;
    const sender = { send: async () => exchangeOf(responseOf({ turn: ++turn })) };
    const timed = withUpdateTiming(sender, { updatableAge: 0, updatePause: 0, updateDelay: 0 });
    const { wire } = materialise(template, null, "fresh");
    const path = "/api/recipients/rcp_1/update";
    expect((await timed.send({ ...wire, path })).response?.body).toBe('{"turn":2}');
  });
});

test("an update waits until its recipient is as old as it must be", async () => {
  const sender = { send: async () => exchangeOf(responseOf({ recipient_id: "rcp 1" })) };
  const timed = withUpdateTiming(sender, { updatableAge: 60, updatePause: 0, updateDelay: null });
  const request = { method: "POST", headers: {}, body: "{}", credentials: "valid" } as const;
  await timed.send({ ...request, path: "/api/recipients/create" });
  const since = performance.now();
  await timed.send({ ...request, path: "/api/recipients/rcp%201/update" });
  expect(performance.now() - since).toBeGreaterThanOrEqual(55);
});

describe("isolation", () => {
  const target: Target = {
    ...EMPTY_TARGET,
    templates: {
      ...EMPTY_TARGET.templates,
      createRecipient: createRecipientTemplates(CONTEXT),
      updateRecipient: updateRecipientTemplates(CONTEXT),
    },
  };
  const cases = isolation.cases(target);

  async function done(onUpdate: (id: string, turn: number) => Exchange) {
    let count = 0;
    let updates = 0;
    const session = sessionWith(({ path, body }) => {
      const [, id] = /recipients\/(\w+)\/update$/.exec(path) ?? [];
      if (id !== undefined) return onUpdate(id, updates++);
      const { partner_recipient_id: partner } = JSON.parse(String(body ?? "{}"));
      return exchangeOf(responseOf({ recipient_id: `rcp_${++count}`, partner_recipient_id: partner }));
    }, target);
    const { results } = await executeAll(session, cases, { concurrency: 1 });
    return results.of("updateRecipient/state/isolation");
  }

  test("is not judged by what a refusal holds", async () => {
    const record = await done(() => REFUSED);
    expect([record.failing, record.passes]).toEqual([0, 0]);
    expect(record.letGo?.reason).toBe("a recipient that was just created could not be updated");
  });

  test("is broken by an accepted update that shows the partner id of another recipient", async () => {
    const record = await done(() => exchangeOf(responseOf({ partner_recipient_id: "somebody-else-altogether" })));
    expect(record.failing).toBeGreaterThan(0);
  });
});
