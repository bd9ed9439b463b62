/** The page in a real browser: Debian's chromium, or the one that CHROMIUM names. Without one, the tests say that they were left out. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderHtml } from "../../../reports/formats/html.js";
import { slice } from "../../slice.js";
import { fixture } from "../fixture.js";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined)
  console.warn("No Chromium was found (CHROMIUM names one): the page was not looked at in a browser.");

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const html = renderHtml(fixture());

const LOOKS = slice(
  [
    [390, "light"],
    [768, "dark"],
    [1400, "light"],
    [390, "dark"],
    [768, "light"],
    [1400, "dark"],
  ] as const,
  5,
);

describe.skipIf(executablePath === undefined)("the page in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  async function opened(width = 1400, colorScheme: "light" | "dark" = "light", hash = ""): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    page.on("pageerror", (error) => expect.unreachable(error.message));
    await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await page.goto(`http://report.example/${hash}`);
    return page;
  }

  const hiddenRows = (page: Page, section: string): Promise<number> =>
    page.locator(`${section} tbody > tr[hidden]`).count();

  test.each(LOOKS.entries)(
    `at %i pixels, %s: fits its width, and axe finds nothing (${LOOKS.told})`,
    async (width, scheme) => {
      const page = await opened(width, scheme);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      await page.evaluate(AXE);
      expect(
        await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))",
        ),
      ).toEqual([]);
      await page.context().close();
    },
  );

  test.each([390, 1280])("at %i pixels the first finding begins on the first screen", async (width) => {
    const page = await opened(width);
    const box = await page.locator(".cause").first().boundingBox();
    expect(box?.y).toBeLessThan(width < 500 ? 640 : 480);
  });

  test("a field of the matrix shows its findings and checks, under an address that shows them again", async () => {
    const page = await opened();
    await page.locator('.matrix a[data-operation="updateRecipient"][data-area="refuses"]').click();
    expect(await page.locator("#checks tbody > tr:visible").count()).toBe(4);
    expect(await page.locator(".cause:visible").count()).toBe(2);
    const hash = new URL(page.url()).hash;
    expect(hash).toBe("#operation=updateRecipient&area=refuses");
    const again = await opened(1400, "light", hash);
    expect(await again.locator("#checks tbody > tr:visible").count()).toBe(4);
    await again.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => hiddenRows(again, "#checks")).toBe(0);
  });

  test("a search goes through findings, observations and checks", async () => {
    const page = await opened();
    await page.getByRole("searchbox").fill("post_code");
    const causes = page.locator(".cause:visible");
    expect(await causes.count()).toBeGreaterThan(0);
    expect((await causes.allTextContents()).every((text) => text.includes("post_code"))).toBe(true);
    expect(await hiddenRows(page, "#observations")).toBeGreaterThan(0);
    expect(await hiddenRows(page, "#checks")).toBeGreaterThan(0);
    expect(await page.locator("#findings h2 output").textContent()).toMatch(/^\d+ of 6$/);
  });

  test("a link to something folded opens it", async () => {
    const observation = /<tr id="(observation-[^"]+)"/.exec(html)?.[1] ?? "";
    for (const id of [observation, "F2"]) {
      const page = await opened(1400, "light", `#${id}`);
      expect(await page.locator(`[id="${id}"]`).isVisible()).toBe(true);
    }
  });

  test("a red run prints on fewer than 20 pages", async () => {
    const page = await opened();
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThan(20);
  });
});
