// `node scripts/pictures.mjs`, after a build: the pictures of the HTML report in docs/, light and dark, of a standard run
// on a sandbox with three violations and a warning. Needs Debian's chromium, or the one that CHROMIUM names.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { run, startSandbox } from "../dist/index.js";
import { renderHtml } from "../dist/reports/formats/html.js";

const docs = join(dirname(fileURLToPath(import.meta.url)), "../docs");
const DEFECTS = [
  "createRecipient/auth/neither/let-in",
  "updateRecipient/refuses/address_info.post_code.maxLength/one-more",
  "createCustomer/echo/partner_customer_id/dropped",
  "createCustomer/response/account_usage.account_usage_product_reference.present/missing",
];

const sandbox = await startSandbox({ defects: DEFECTS });
const html = renderHtml(await run({ target: sandbox, exclude: ["webhooks"] }));
await sandbox.close();

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const [colorScheme, file] of [
  ["light", "report.png"],
  ["dark", "report-dark.png"],
]) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 1120 }, colorScheme });
  await page.setContent(html);
  await page.screenshot({ path: join(docs, file) });
}
await browser.close();
