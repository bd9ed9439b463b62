import { expect, test } from "vitest";
import { asTyped } from "../../library/typed.js";

const NPX = "npx --no-install ppconform";
const TEXT = "again  ppconform replay a/report.json F1\nppconform 1.0.0   (ppconform --help shows)";

test.each([
  ["a shell that finds it", { script: "/usr/bin/ppconform", env: { PATH: "/bin:/usr/bin" } }, "ppconform"],
  ["a link that no shell finds", { script: "/opt/ppconform" }, "node ../opt/ppconform"],
  ["npx", { script: "/home/me/.npm/_npx/1/node_modules/.bin/ppconform", env: { npm_command: "exec" } }, NPX],
  ["a script of the project's package.json", { script: "/project/node_modules/.bin/ppconform" }, NPX],
  [
    "a script, in a folder of the project",
    { folder: "/project/a/b", script: "/project/node_modules/.bin/ppconform" },
    NPX,
  ],
  ["npm start, in a clone", { script: "/project/dist/cli/main.js" }, "node dist/cli/main.js"],
  ["Node.js, from elsewhere", { script: "/clone/dist/cli/main.js" }, "node ../clone/dist/cli/main.js"],
  ["a path with a blank", { script: "/my clone/dist/cli/main.js" }, "node '../my clone/dist/cli/main.js'"],
] as const)("commands are called as %s called this one", (_, calling, call) => {
  const typed = (text: string): string => asTyped(text, { folder: "/project", env: {}, ...calling });
  const expected = `again  ${call} replay a/report.json F1\nppconform 1.0.0   (${call} --help shows)`;
  expect(typed(TEXT)).toBe(expected);
  expect(typed(expected)).toBe(expected);
});
