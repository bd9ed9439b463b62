/** Fixtures and matchers for tests of a user's own, as a test file uses them. */
import { startSandbox } from "../../sandbox/server.js";
import { conformanceTest, expect } from "../../vitest/index.js";

const test = conformanceTest({ target: "sandbox" });
const sandbox = await startSandbox({ defects: ["listBalances/response/[].status.enum/other-case"] });
const faulty = conformanceTest({ target: sandbox });

test("controls are accepted, follow the contract and come back, each with ids of its own", async ({
  service,
  control,
}) => {
  const [first, second] = [control("createRecipient"), control("createRecipient")];
  expect(first.body?.partner_recipient_id).not.toBe(second.body?.partner_recipient_id);
  for (const request of [
    first,
    second,
    control("updateRecipient"),
    control("listBalances"),
    control("getDepositDetail"),
  ]) {
    const answer = await service.send(request);
    expect(answer.status).toBe(200);
    expect(answer).toFollowContract(request.operation);
    if (request.body !== null) expect(answer).toEcho(answer.sent);
    expect(answer).not.toBeRefusedAsDocumented();
  }
});

test("a refusal is one by its status and its shape", async ({ service, control }) => {
  const answer = await service.send({
    ...control("updateRecipient"),
    body: { address_info: { city: "x".repeat(200) } },
  });
  expect(answer).toBeRefusedAsDocumented();
  expect(() => expect({ status: 422, body: { errors: [] } }).toBeRefusedAsDocumented("updateRecipient")).toThrow(
    "updateRecipient did not refuse the request as documented:\n\nexpected  refused with 400\nreceived  422",
  );
  expect(() => expect({ status: 400, body: {} }).toBeRefusedAsDocumented("updateRecipient")).toThrow(
    "updateRecipient/errors/",
  );
});

faulty("what departs is named by its rule, with what was expected and seen", async ({ service, control }) => {
  const answer = await service.send(control("listBalances"));
  expect(JSON.stringify(answer)).not.toContain(sandbox.credentials.apiSecret);
  expect(JSON.stringify(answer)).toContain("<API_SECRET>");
  const failing = () => expect(answer).toFollowContract("listBalances");
  expect(failing).toThrow(
    /^listBalances answered 200, which breaks 1 rule of the contract:\n\n.* \(section .*\)\n {2}expected {2}one of active, inactive\n {2}received {2}.*ACTIVE"\n {2}explain {3}.*listBalances\/response\/\[\]\.status\.enum'$/,
  );
  try {
    failing();
  } catch (error) {
    expect(error).toMatchObject({
      expected: "listBalances/response/[].status.enum: one of active, inactive",
      actual: expect.stringMatching(/ "(?:IN)?ACTIVE"$/),
    });
  }
  const sent = { website: "https://a.example", address_info: { city: "Rome" } };
  expect(() => expect({ status: 200, body: { website: "https://b.example" } }).toEcho(sent, "createRecipient")).toThrow(
    /did not return what was sent:[\s\S]*website comes back as it was sent \(section 2\.1.*\)\n {2}expected {2}"https:\/\/a\.example"\n {2}received {2}"https:\/\/b\.example"[\s\S]*address_info/,
  );
});

test("an answer of a client of one's own is judged when its body was read", async () => {
  const { body, headers } = new Response("[]", { headers: { "Content-Type": "application/json" } });
  expect({ status: 200, headers, body: [] }).toFollowContract("listBalances");
  for (const unread of [{ status: 200, body }, undefined as never])
    expect(() => expect(unread).toFollowContract("listBalances")).toThrow("a body that was read");
});
