import { expect, test } from "vitest";
import { CHECKS } from "../../suites/suites.js";

/** A sentence without the names and values by which sentences of one kind differ. */
function kindOf(text: string): string {
  return text
    .replaceAll(/\/api\/[\w/{}]+/g, "PATH")
    .replaceAll(
      /\b[a-z]+(?:_[a-z0-9]+)+(?:\[\])?(?:\.[a-z_0-9]+(?:\[\])?)*|(?:\[\]\.)?\b[a-z_]+(?:\[\])?(?:\.[a-z_0-9]+(?:\[\])?)+/g,
      "FIELD",
    )
    .replaceAll(/\d[\d,-]*/g, "N");
}

/** Read these aloud when they change: people see them in every report. */
test("the titles of the checks are sentences", () => {
  const titles = new Set(CHECKS.map(({ title }) => kindOf(title)));
  expect([...titles].toSorted().join("\n")).toMatchSnapshot();
});

test("what checks send and expect is told in sentences", () => {
  const sent = new Set(CHECKS.map(({ sends, expects }) => `${kindOf(sends)} → ${kindOf(expects)}`));
  expect([...sent].toSorted().join("\n")).toMatchSnapshot();
});
