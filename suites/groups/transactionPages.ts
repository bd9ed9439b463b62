/** How the pages of the transaction list hang together (section 4.6). */
import type { Template } from "../../generators/edit.js";
import { isObject } from "../../generators/json.js";
import { check, group } from "../define.js";
import type { CheckGroup, PageFacts, Unit, World } from "../model.js";
import { programUnit, readings, type Stage, type Step } from "../programUnit.js";

type Item = Readonly<Record<string, unknown>>;

/** Pages that are read at the most to see all items. */
const MOST_PAGES = 40;

function pageTemplate(number: number, size: number): Template {
  return {
    id: `page ${number} of ${size}`,
    operation: "listTransactions",
    body: null,
    query: { page_number: String(number), page_size: String(size) },
    path: {},
    version: null,
    freshField: null,
  };
}

function itemsOf(step: Step): readonly Item[] {
  return Array.isArray(step.body.items) ? step.body.items.filter(isObject) : [];
}

function program(
  world: World,
  rule: string,
  index: number,
  play: (stage: Stage, pages: PageFacts) => Promise<void>,
): Unit {
  return programUnit({
    check: `listTransactions/state/${rule}`,
    operation: "listTransactions",
    tier: index,
    index,
    play: (stage) =>
      world.pages === null ? Promise.resolve(stage.blocked("the list could not be read")) : play(stage, world.pages),
  });
}

function numberText(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

async function pageNumber(stage: Stage, pages: PageFacts): Promise<void> {
  for (const offset of [0, 1, 2]) {
    const number = pages.firstPage + offset;
    if (offset * 3 >= pages.total) break;
    const step = await stage.step(pageTemplate(number, 3), `page ${number}`);
    if (!step.accepted || typeof step.body.page_number !== "number") continue;
    stage.expect(step.body.page_number === number, step.exchange, {
      message: "The answer shows another page_number than the one that was asked for",
      expected: String(number),
      actual: numberText(step.body.page_number),
    });
  }
}

async function pageSize(stage: Stage, pages: PageFacts): Promise<void> {
  const shown = new Set<unknown>();
  let last: Step | null = null;
  const sizes = [2, 3, 5, 10];
  for (const size of sizes) {
    const step = await stage.step(pageTemplate(pages.firstPage, size), `size ${size}`);
    if (!step.accepted || !Array.isArray(step.body.items)) continue;
    const count = step.body.items.length;
    const stated = step.body.page_size;
    // A smallest or largest page size is the service's choice: then the answer states the one that it used.
    const limit = typeof stated === "number" ? stated : size;
    stage.expect(count <= limit, step.exchange, {
      message: "A page holds more items than its page_size",
      expected: `at most ${limit} items`,
      actual: `${count} items`,
    });
    const full = Math.min(limit, pages.total);
    stage.expect(count >= full || pages.total === 0, step.exchange, {
      message: "A page before the last holds fewer items than its page_size",
      expected: `${full} items of ${pages.total}`,
      actual: `${count} items`,
    });
    shown.add(stated ?? count);
    last = step;
  }
  if (last === null) return stage.blocked("no page could be read");
  if (pages.total < 3) return;
  stage.expect(shown.size > 1, last.exchange, {
    message: "page_size has no effect",
    expected: `pages of different sizes for ${sizes.join(", ")}`,
    actual: `the same size each time: ${[...shown].map(String).join(", ")}`,
  });
}

interface WholeList {
  readonly items: readonly Item[];
  readonly last: Step;
  readonly first: Step;
  /** Every total that the pages state. */
  readonly totals: ReadonlySet<unknown>;
}

/** Reads all pages; null when one is not readable. */
async function wholeList(stage: Stage, pages: PageFacts, size: number): Promise<WholeList | null> {
  const items: Item[] = [];
  const totals = new Set<unknown>();
  let first: Step | null = null;
  let last: Step | null = null;
  for (let offset = 0; offset < MOST_PAGES; offset++) {
    const step = await stage.step(pageTemplate(pages.firstPage + offset, size), `walk ${size} ${offset}`);
    if (!step.accepted) break;
    const found = itemsOf(step);
    first ??= step;
    if (found.length === 0) break;
    last = step;
    items.push(...found);
    totals.add(step.body.total);
    if (typeof first.body.total === "number" && items.length >= first.body.total && found.length < size) break;
  }
  if (first === null || last === null) return null;
  return { items, first, last, totals };
}

async function disjoint(stage: Stage, pages: PageFacts, size: number): Promise<void> {
  const list = await wholeList(stage, pages, size);
  if (list === null) return stage.blocked("the list holds no items");
  const seen = new Set<unknown>();
  let repeated: unknown;
  for (const { id } of list.items) {
    if (typeof id === "string" && seen.has(id)) repeated ??= id;
    seen.add(id);
  }
  stage.expect(repeated === undefined, list.last.exchange, {
    message: "An item stands on two pages of the list, or twice on one",
    expected: "each item once",
    actual: `${numberText(repeated)} twice among ${list.items.length} items read in pages of ${size}`,
  });
}

async function complete(stage: Stage, pages: PageFacts, size: number): Promise<void> {
  const list = await wholeList(stage, pages, size);
  if (list === null) return stage.blocked("the list holds no items");
  const { total } = list.first.body;
  if (typeof total !== "number") return stage.blocked("the list shows no total");
  if (total > MOST_PAGES * size) return stage.blocked(`the list is longer than ${MOST_PAGES * size} items`);
  // New transactions may appear meanwhile: the total is read again.
  const after = await stage.step(pageTemplate(pages.firstPage, size), "total again");
  const counts = new Set([total, after.body.total]);
  stage.expect(list.totals.size === 1 || counts.size > 1, list.last.exchange, {
    message: "The pages of one list state different totals",
    expected: `${total} on each page`,
    actual: [...list.totals].map(String).join(", "),
  });
  const unique = new Set(list.items.map(({ id }) => id)).size;
  const stated = typeof list.first.body.page_size === "number" ? list.first.body.page_size : size;
  const pagesNeeded = Math.ceil(unique / Math.max(1, stated));
  const items = [...counts].some((count) => count === list.items.length || count === unique);
  const inPages = unique > stated && counts.has(pagesNeeded);
  stage.scene.observe(
    "unknown.listTransactions.totalMeaning",
    inPages && !items ? "total counts pages" : "total counts items",
    list.first.exchange,
  );
  stage.expect(items || inPages || counts.size > 1, list.first.exchange, {
    message: "total is not the number of items that the pages hold",
    expected: `${list.items.length}, the items on all pages`,
    actual: numberText(total),
  });
}

async function repeat(stage: Stage, pages: PageFacts): Promise<void> {
  const ids = (step: Step) => JSON.stringify(itemsOf(step).map(({ id }) => id));
  const [first, ...others] = await readings(stage, pageTemplate(pages.firstPage, 10));
  for (const next of others) {
    if (first?.accepted !== true || !next.accepted || first.body.total !== next.body.total) continue;
    stage.expect(
      ids(first) === ids(next),
      next.exchange,
      { message: "Two readings of one page differ", expected: ids(first), actual: ids(next) },
      first.exchange,
    );
    const values = (step: Step) =>
      JSON.stringify(
        itemsOf(step).map(({ id, created_at, sender_amount, reference_id }) => [
          id,
          created_at,
          sender_amount,
          reference_id,
        ]),
      );
    stage.expect(
      values(first) === values(next) || ids(first) !== ids(next),
      next.exchange,
      {
        message: "Two readings of one page show other values of the same items",
        expected: values(first),
        actual: values(next),
      },
      first.exchange,
    );
  }
}

/** All checks of how pages hang together. */
export function transactionPages(): CheckGroup {
  const define = (rule: string, title: string, sends: string, expects: string) =>
    check("listTransactions", "state", { rule, title, sends, expects });
  return group(
    "listTransactions",
    [
      define(
        "page_number",
        "The answer is about the page that was asked for",
        "pages 1, 2 and 3",
        "the same page_number in the answer",
      ),
      define(
        "page_size",
        "page_size bounds the items of a page",
        "pages of 2, 3, 5 and 10 items",
        "no more items than page_size says",
      ),
      define("pages.disjoint", "No item stands on two pages", "all pages", "each id once"),
      define("pages.complete", "total counts what the pages hold", "all pages", "as many items as total says"),
      define("repeat", "Repeated readings of a page agree", "one page, six times", "the same items in the same order"),
    ],
    (world) => [
      program(world, "page_number", 0, pageNumber),
      program(world, "page_size", 0, pageSize),
      program(world, "pages.disjoint", 0, (stage, pages) => disjoint(stage, pages, 5)),
      program(world, "pages.disjoint", 1, (stage, pages) => disjoint(stage, pages, 7)),
      program(world, "pages.complete", 0, (stage, pages) => complete(stage, pages, 10)),
      program(world, "pages.complete", 1, (stage, pages) => complete(stage, pages, 7)),
      program(world, "repeat", 0, repeat),
      program(world, "repeat", 1, repeat),
    ],
  );
}
