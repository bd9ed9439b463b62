import { expect, test } from "vitest";
import { knownWidth, usesColor, widthOf } from "../../cli/terminal.js";

const PIPE = {};
const TERMINAL = { isTTY: true, columns: 100 };

test.each<[stream: typeof PIPE, environment: Record<string, string>, colour: boolean]>([
  [PIPE, {}, false],
  [TERMINAL, {}, true],
  [TERMINAL, { TERM: "dumb" }, false],
  [TERMINAL, { NO_COLOR: "1" }, false],
  [TERMINAL, { NO_COLOR: "" }, true],
  [PIPE, { FORCE_COLOR: "" }, true],
  [PIPE, { FORCE_COLOR: "1" }, true],
  [PIPE, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  [TERMINAL, { FORCE_COLOR: "0" }, false],
  [TERMINAL, { FORCE_COLOR: "false" }, false],
])("on %j with %j colour is %j", (stream, environment, colour) => {
  expect(usesColor(stream, environment)).toBe(colour);
});

test.each<[stream: typeof PIPE, environment: Record<string, string>, known: number | null, used: number]>([
  [PIPE, {}, null, 120],
  [PIPE, { COLUMNS: "60" }, 60, 60],
  [PIPE, { COLUMNS: "0" }, null, 120],
  [PIPE, { COLUMNS: "wide" }, null, 120],
  [TERMINAL, {}, 100, 100],
  [TERMINAL, { COLUMNS: "60" }, 100, 100],
  [{ isTTY: true, columns: 0 }, { COLUMNS: "60" }, 60, 60],
])("on %j with %j the width is %j, and %i are used", (stream, environment, known, used) => {
  expect(knownWidth(stream, environment)).toBe(known);
  expect(widthOf(stream, environment)).toBe(used);
});
