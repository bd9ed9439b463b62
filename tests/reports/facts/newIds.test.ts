import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { withOwnNewIds } from "../../../reports/facts/newIds.js";

const command = (id: string) => `printf %s '{"partner_recipient_id":"${id}","website":"https://a.example"}'`;

test("a command that is pasted makes an id that differs each time, of the same length", () => {
  const pasted = withOwnNewIds(command("ppc1xgvq15fomro1q8z6conforms"));
  const sent = [1, 2].map(() => execFileSync("bash", ["-c", pasted], { encoding: "utf8" }));
  for (const body of sent) expect(body).toMatch(/"ppc[a-z0-9]{5}15fomro1q8z6conforms","website"/);
  expect(sent[0]).not.toBe(sent[1]);
});

test.each(["ppc1xgvq", "PPC1XGVQ15FOMRO1Q8Z6"])("an id that is tested itself stays: %s", (id) => {
  expect(withOwnNewIds(command(id))).toBe(command(id));
});
