/** The page that departs is the one that a finding about pages shows, beside the page that it departs from. */
import { expect, test } from "vitest";
import { sandboxDeployment } from "../../../engine/settings/deployment.js";
import { run } from "../../../library/run.js";
import { startSandbox } from "../../../sandbox/server.js";
import { trialOn, trialOnSandbox } from "../../engine/trial.js";
import { startFront } from "../../reality/front.js";
import { refusal } from "../../reality/situation.js";

async function shown(defect: string, check: string) {
  const { report } = await trialOnSandbox(
    { operations: ["listTransactions"], profile: "standard" },
    { defects: [defect] },
  );
  const [finding] = report.checks.find(({ id }) => id === check)?.findings ?? [];
  const numberOf = (url = "") => Number(new URL(url).searchParams.get("page_number"));
  return {
    actual: finding?.actual ?? "",
    page: numberOf(finding?.exchange.request.url),
    body: finding?.exchange.response?.body ?? "",
    before: numberOf(finding?.control?.request.url),
    bodyBefore: finding?.control?.response?.body ?? "",
  };
}

test("an item that stands on two pages is on both that are shown", async () => {
  const { actual, page, body, before, bodyBefore } = await shown(
    "listTransactions/state/pages.disjoint/large-pages-overlap",
    "listTransactions/state/pages.disjoint",
  );
  const [id = "none"] = actual.split(" ");
  expect(page).toBeGreaterThan(before);
  expect([body.includes(id), bodyBefore.includes(id)]).toEqual([true, true]);
});

test("a total that differs is on the page that is shown", async () => {
  const { page, body, before, bodyBefore } = await shown(
    "listTransactions/state/pages.complete/total-of-later-pages",
    "listTransactions/state/pages.complete",
  );
  expect([page, before]).toEqual([4, 1]);
  expect(JSON.parse(body).total).not.toBe(JSON.parse(bodyBefore).total);
});

test("of pages with one item, the one is shown that has another than the larger page has there", async () => {
  const { page, actual } = await shown(
    "listTransactions/state/pages.complete/single-items-lost",
    "listTransactions/state/pages.complete",
  );
  expect([page, actual]).toEqual([2, "none of them shows it"]);
});

test("a list that takes some sizes of pages alone has its credentials judged in whole", async () => {
  const front = await startFront(({ path }) =>
    /[?&]page_size=(?!(?:10|20|50)(?:&|$))/.test(path) ? refusal(400, "page_size is 10, 20 or 50") : "pass",
  );
  const { checks } = await run({
    target: front.baseUrl,
    credentials: front.credentials,
    profile: "smoke",
    checks: ["listTransactions/auth/*"],
  });
  await front.close();
  expect(checks.filter(({ verdict }) => verdict !== "pass").map(({ id }) => id)).toEqual([]);
});

test("a page that another partner's reads are shown is told in the second run on a deployment as in the first", async () => {
  const id = "listTransactions/state/partners.repeat";
  const sandbox = await startSandbox({ defects: [`${id}/cached`] });
  const { baseUrl, credentials } = sandboxDeployment(sandbox);
  const verdicts: unknown[] = [];
  for (const checks of [[id], [id], undefined]) {
    const { report } = await trialOn(baseUrl, credentials, checks === undefined ? {} : { checks });
    verdicts.push(report.checks.find((check) => check.id === id)?.verdict);
  }
  await sandbox.close();
  expect(verdicts).toEqual(["warning", "warning", "warning"]);
});
