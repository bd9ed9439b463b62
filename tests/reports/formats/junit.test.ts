import { describe, expect, it } from "vitest";
import { create } from "xmlbuilder2";
import { renderJunit } from "../../../reports/formats/junit.js";
import { fixture } from "../fixture.js";

function caseText(xml: string, classname: string, rule: string): string {
  const start = xml.lastIndexOf("<testcase", xml.indexOf(`(${rule})" classname="${classname}"`));
  const end = xml.indexOf("<testcase", start + 1);
  return xml.slice(start, end);
}

describe("renderJunit", () => {
  const xml = renderJunit(fixture());

  it("counts violations as failures and what was not exercised or does not apply as skipped", () => {
    expect(xml).toContain(
      '<testsuites name="partner-payments-conformance" tests="82" failures="7" errors="1" time="3.214"',
    );
    expect(xml).toContain('<testsuite name="webhooks" tests="1" failures="0" errors="0" skipped="1"');
  });

  it("writes each verdict the way build servers read it", () => {
    expect(caseText(xml, "createRecipient.refuses", "business_name.maxLength")).toContain(
      '<failure type="violation" message="A business name of 4,096 characters ends in an internal error instead of a refusal.">',
    );
    const warning = caseText(xml, "createCustomer.response", "account_usage.account_usage_product_reference.present");
    expect(warning).toContain("<system-out>warning: The response of customer creation has a product reference");
    expect(warning).not.toContain("<failure");
    expect(caseText(xml, "createRecipient.accepts", "website.maxLength")).toContain(
      "<system-out>known: baseline: PAY-1182",
    );
    expect(caseText(xml, "getDepositDetail.state", "listed")).toContain(
      '<skipped message="not-exercised: no deposit exists on the target"/>',
    );
    expect(caseText(xml, "getTransferReceipt.state", "repeated")).toContain(
      '<error type="error" message="the check threw: Cannot read properties of undefined"/>',
    );
    expect(caseText(xml, "createRecipient.auth", "documented")).not.toContain("<failure");
  });

  it("drops what XML cannot hold", () => {
    const report = fixture();
    report.checks = report.checks.map((check) => ({ ...check, title: "a\u0000\ud800\uffff b" }));

    expect(() => create(renderJunit(report))).not.toThrow();
  });
});
