import { describe, expect, it } from "vitest";
import { chooseBehaviour, listBehaviours } from "../../sandbox/behaviours.js";
import { credentialsFor } from "../../sandbox/credentials.js";
import { hooksOf, listDefects } from "../../sandbox/defects/registry.js";
import { type PartnerRequest, success } from "../../sandbox/request.js";
import { startSandbox } from "../../sandbox/server.js";
import { Service } from "../../sandbox/service.js";

const defects = listDefects();

describe("the registry", () => {
  it("holds defects under ids of their own", () => {
    const seen = new Set<string>();
    expect(defects.filter(({ id }) => seen.size === seen.add(id).size).map(({ id }) => id)).toEqual([]);
  });

  it("says of each defect what it does, in words that a row of a table spells out", () => {
    expect(defects.filter(({ title }) => title === "" || /[|…$]/.test(title)).map(({ id }) => id)).toEqual([]);
    expect(defects.filter(({ id }) => /[\s,|]|\/(?:bank|crypto|person)\./.test(id)).map(({ id }) => id)).toEqual([]);
  });

  it("asks only for behaviours that there are", () => {
    const choices = new Set(
      listBehaviours().flatMap(({ axis, values }) => values.map(({ value }) => `${axis}=${value}`)),
    );
    const needed = defects.flatMap(({ needs = {} }) =>
      Object.entries(needs).map(([axis, value]) => `${axis}=${value}`),
    );
    expect(needed.length).toBeGreaterThan(0);
    expect(needed.filter((choice) => !choices.has(choice))).toEqual([]);
  });

  it("refuses an unknown id and suggests the nearest one", async () => {
    expect(() => hooksOf(["updateRecipient/method/PUTT/200-for-405"])).toThrow(
      'Unknown defect "updateRecipient/method/PUTT/200-for-405". Did you mean "updateRecipient/method/PUT/200-for-405"? List the defects with: ppconform sandbox --list-defects',
    );
    await expect(startSandbox({ defects: ["no such thing"] })).rejects.toThrow('Unknown defect "no such thing".');
  });

  it("gives each sandbox a memory of its own", () => {
    const service = new Service({
      behaviour: chooseBehaviour(),
      credentials: credentialsFor(42),
      mode: "freeze",
      seed: 42,
    });
    const balances: PartnerRequest = {
      operation: "listBalances",
      method: "GET",
      headers: {},
      query: {},
      recipientId: "",
      rawBody: undefined,
      principal: "full",
      fields: {},
    };
    const statuses = (readings: number): (number | undefined)[] => {
      const hooks = hooksOf(["listBalances/state/steady/every-11"]);
      return Array.from({ length: readings }, () => hooks.at("result", success(200, []), balances, service).status);
    };
    expect(statuses(10)).toEqual(Array(10).fill(200));
    expect(statuses(11)).toEqual([...Array(10).fill(200), 500]);
  });
});
