import { expect, test } from "vitest";
import type { Exchange, WireRequest } from "../../client/model.js";
import { sending } from "../../engine/editCase.js";
import { executeAll } from "../../engine/execution.js";
import type { Case, Judge, Travelling } from "../../engine/model.js";
import { Session } from "../../engine/session.js";
import { inGroups } from "../../engine/together.js";
import { sampleTemplates } from "../../generators/cases.js";
import type { Template } from "../../generators/edits/edit.js";
import { accountTypeOf } from "../../generators/templates/accountTypes.js";
import type { Json, Pointer } from "../../schemas/json.js";
import { valueAt } from "../../schemas/json.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { EMPTY_TARGET, failure } from "./executing.js";

const TEMPLATES = sampleTemplates(42).get("createRecipient") ?? [];

/** A case about a value that may share a request. */
function traveller(
  at: Pointer,
  value: Json,
  influence: Travelling["influence"] = null,
  template: Template | undefined = TEMPLATES[0],
  isCertain = true,
): Case {
  if (template === undefined) throw new Error("there is no template");
  const check = `createRecipient/accepts/${at.join(".")}.text`;
  return sending({
    tier: 0,
    template,
    edit: { kind: "set", at, value },
    expect: { kind: isCertain ? "accept" : "observe" },
    ...(isCertain ? {} : { echo: true }),
    message: "A value is refused",
    travels: { influence },
  }).make({ check, operation: "createRecipient", id: `${check}#0` });
}

const NAME = traveller(["business_name"], "O'Neill");
const CITY = traveller(["address_info", "city"], "深圳");
const STATE_AT = ["address_info", "state"];
const STATE = traveller(STATE_AT, "100%");
const WEBSITE = traveller(["website"], "https://trade.example.com");

function bodyIn({ body }: WireRequest): Json | undefined {
  return typeof body === "string" ? JSON.parse(body) : undefined;
}

/** Runs cases against a service that answers as it is told. @returns how many requests it took, and what was seen */
async function run(
  cases: readonly Case[],
  statusOf: (value: (...at: Pointer) => Json | undefined) => number,
  judge: Judge = () => {},
) {
  const bodies: Json[] = [];
  const send = async (wire: WireRequest): Promise<Exchange> => {
    const body = bodyIn(wire) ?? null;
    bodies.push(body);
    return {
      ...exchangeOf(
        responseOf(
          body,
          statusOf((...at) => valueAt(body, at)),
        ),
      ),
      wire,
    };
  };
  const target = { ...EMPTY_TARGET, templates: { ...EMPTY_TARGET.templates, createRecipient: TEMPLATES } };
  const session = new Session(target, { send }, new Map(), new Map([["createRecipient", [judge]]]));
  const { results, confirmed, played } = await executeAll(session, cases, { concurrency: 1 });
  return { requests: bodies.length, passes: cases.map(({ check }) => results.of(check).passes), confirmed, played };
}

test("values at different places of one template share a request", () => {
  const name = traveller(["business_name"], "Other");
  const details = traveller(["address_info"], {});
  expect(inGroups([NAME, CITY, name, STATE, details]).map((group) => group.length)).toEqual([3, 2]);
});

test("a group whose values all find room in the requests of others is dissolved, and equal values part", () => {
  const [, second] = TEMPLATES.filter((each) => accountTypeOf(each) === "bank");
  const other = traveller(["business_name"], "Other", null, second);
  const state = traveller(STATE_AT, "O'Neill");
  const places = (group: readonly Case[]) => group.map(({ travels }) => travels?.edit.at.at(-1));
  expect(inGroups([NAME, CITY, state, other]).map(places)).toEqual([
    ["business_name", "city"],
    ["business_name", "state"],
  ]);
});

test("what may be refused shares a request with what must be accepted, and is taken out first", async () => {
  const open = traveller(["address_info", "post_code"], "SW1A 1AA", null, undefined, false);
  expect(inGroups([NAME, CITY, open, STATE]).map((group) => group.length)).toEqual([4]);
  const { requests, passes, confirmed } = await run([NAME, CITY, open, STATE], (value) =>
    value("address_info", "post_code") === "SW1A 1AA" ? 400 : 200,
  );
  expect(passes).toEqual([1, 1, 0, 1]);
  // Together; those that must be accepted; the control of the last, and the last by itself.
  expect({ requests, failing: confirmed.size }).toEqual({ requests: 4, failing: 0 });
});

test("a value that decides about others travels without those that it decides about", () => {
  const network = traveller(["payment_details", "network"], "SEPA", "decides");
  const method = traveller(["payment_details", "payment_method"], "LOCAL", "depends");
  const currency = traveller(["payment_details", "account_currency"], "EUR", "depends");
  expect(inGroups([network, method, currency, NAME])).toEqual([
    [network, NAME],
    [method, currency],
  ]);
});

test("the most telling values of templates with the same type of account share a request, others those of their own kind", () => {
  const [, second] = TEMPLATES.filter((each) => accountTypeOf(each) === "bank");
  const moved = traveller(["address_info", "city"], "Xi'an", null, second);
  expect(second?.body?.business_type).not.toBe(TEMPLATES[0]?.body?.business_type);
  expect(inGroups([NAME, moved, STATE]).map((group) => group.length)).toEqual([3]);
  const kept = { ...traveller(["address_info", "city"], "Xi'an", null, second), tier: 1 };
  expect(inGroups([{ ...NAME, tier: 1 }, kept]).map((group) => group.length)).toEqual([1, 1]);
});

test("one accepted request proves all its values", async () => {
  const { requests, passes, confirmed } = await run([NAME, CITY, STATE, WEBSITE], () => 200);
  expect({ requests, passes, failing: confirmed.size }).toEqual({ requests: 1, passes: [1, 1, 1, 1], failing: 0 });
});

test("every case counts as played once, whether its values travel together or are divided", async () => {
  const cases = [NAME, CITY, STATE, WEBSITE];
  const [together, divided] = await Promise.all([
    run(cases, () => 200),
    run(cases, (value) => (value("address_info", "state") === "100%" ? 400 : 200)),
  ]);
  expect([together.played, divided.played]).toEqual([4, 4]);
});

test("a value that is refused is found, and told by itself with its control", async () => {
  const { passes, confirmed } = await run([NAME, CITY, STATE, WEBSITE], (value) =>
    `${value("address_info", "state")}`.includes("%") ? 400 : 200,
  );
  expect(passes).toEqual([1, 1, 0, 1]);
  expect([...confirmed.keys()]).toEqual([STATE.check]);
  const [seen] = confirmed.get(STATE.check) ?? [];
  expect(seen?.failure.edit).toMatchObject({ at: "address_info.state", to: "100%" });
  const control = seen?.failure.control?.wire;
  expect(control && valueAt(bodyIn(control), STATE_AT)).not.toBe("100%");
});

test("values that are refused only together are no failure", async () => {
  const { passes, confirmed } = await run([NAME, CITY, STATE, WEBSITE], (value) =>
    value("business_name") === "O'Neill" && value("website") === "https://trade.example.com" ? 400 : 200,
  );
  expect({ passes, failing: confirmed.size }).toEqual({ passes: [1, 1, 1, 1], failing: 0 });
});

test("values that are changed only together are told with the whole request", async () => {
  const check = "createRecipient/echo/website";
  const { confirmed } = await run(
    [NAME, CITY, STATE, WEBSITE],
    () => 200,
    ({ exchange, recorder }) => {
      const body = bodyIn(exchange.wire);
      if (valueAt(body, ["business_name"]) === "O'Neill" && valueAt(body, ["website"]) === "https://trade.example.com")
        recorder.fail(check, failure("website comes back changed", exchange));
    },
  );
  expect([...confirmed.keys()]).toEqual([check]);
});
