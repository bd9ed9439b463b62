/**
 * A project of a user's: the packed package is installed in it, and what the documentation shows is compiled and run there.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { BLOCKS, type Block } from "./documentation.js";
import { emptyFolder } from "./files.js";
import { install, NAME, ROOT } from "./userProject.js";

const project = emptyFolder();
const execute = promisify(execFile);

const written = (page: string, language: string): Block[] =>
  BLOCKS.filter((block) => block.page === page && block.language === language);

const examples = [...written("docs/library.md", "ts"), ...written("docs/vitest.md", "ts")].map(
  ({ note, code }, index) => ({ file: note === "" ? `example${index + 1}.ts` : basename(note), code }),
);

beforeAll(() => {
  install(project);
  for (const { file, code } of examples) writeFileSync(join(project, file), code);
  for (const { note, code } of written("docs/own-checks.md", "js")) writeFileSync(join(project, note), code);
});

/** Compiles the examples and tells what the compiler says. */
function compiled(module: "NodeNext" | "Bundler", emits: boolean): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: module === "NodeNext" ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
    moduleResolution: module === "NodeNext" ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.Bundler,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: !emits,
    outDir: join(project, "out"),
    // The package's own types are judged, not those of what it depends on.
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  const program = ts.createProgram(
    examples.map(({ file }) => join(project, file)),
    options,
  );
  program.emit();
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}

test("the examples of the library compile, as Node.js and as bundlers find modules, and run", async () => {
  expect(compiled("Bundler", false)).toEqual([]);
  expect(compiled("NodeNext", true)).toEqual([]);
  const runs = examples.filter(({ file }) => !/\.(?:test|config)\.ts$/.test(file));
  // One after the other in one process, which loads the package once.
  const all = runs.map(({ file }) => `await import("./out/${file.replace(".ts", ".js")}");\nconsole.log("<end>");\n`);
  writeFileSync(join(project, "all.js"), all.join(""));
  const { stdout } = await execute(process.execPath, ["all.js"], { cwd: project });
  const outputs = stdout.split("<end>").map((output) => output.trim());
  expect(outputs).toEqual([
    expect.stringMatching(/^conforms \d+$/),
    expect.stringMatching(/^true \[\s+'report.json'/),
    "200",
    "",
    expect.stringContaining("[].status one of active, inactive open"),
    expect.stringMatching(/^Recipient, signed over /),
    "",
  ]);
});

test("a suite in Vitest names its target first, and points at the check that fails", async () => {
  const failing = `import { startSandbox } from "${NAME}";
import { conformanceSuite } from "${NAME}/vitest";
const sandbox = await startSandbox({ defects: ["listBalances/response/[].status.enum/other-case", "listBalances/response/[].currency.present/missing"] });
conformanceSuite("listBalances", { target: sandbox });
`;
  const settled = `import { startSandbox } from "${NAME}";
import { conformanceSuite } from "${NAME}/vitest";
const sandbox = await startSandbox({ defects: ["listBalances/response/[].status.enum/other-case"], behaviours: { pageBase: "0", recipientVersion: "ignored" } });
conformanceSuite("listBalances", { target: sandbox, baseline: "baseline.yaml" });
conformanceSuite("listTransactions", { target: sandbox, answers: "answers.yaml" });
conformanceSuite("createRecipient", { target: sandbox, checks: ["createRecipient/errors/no-server-error"] });
`;
  const baseline = "known:\n  - check: listBalances/response/[].status.enum\n    reason: mended in May\n";
  writeFileSync(join(project, "baseline.yaml"), baseline);
  const answers = "agreed:\n  - id: unknown.listTransactions.pageBase\n    answer: 1\n";
  writeFileSync(join(project, "answers.yaml"), answers);
  writeFileSync(join(project, "settled.test.ts"), settled);
  const unnamed = `import { conformanceSuite } from "${NAME}/vitest";\nconformanceSuite("listBalances");\n`;
  writeFileSync(join(project, "unnamed.test.ts"), unnamed);
  writeFileSync(join(project, "failing.test.ts"), failing);
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const ended = await execute(
    process.execPath,
    [vitest, "run", "--reporter=verbose", "--dir", project, "--exclude", "out", "--no-isolate", "--maxWorkers=1"],
    {
      cwd: project,
      env: { ...process.env, NO_COLOR: "1", GITHUB_ACTIONS: "" },
    },
  ).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  expect(ended.stdout).toContain("the target is the embedded sandbox");
  expect(ended.stdout).toMatch(/the target is http:\/\/127\.0\.0\.1:\d+/);
  const anyVersion = "recipient creation takes any value: only the presence of the header is checked";
  expect(ended.stdout).toContain(`Api-Version of recipient creation: ${anyVersion}`);
  for (const title of ["a recipient comes back as it was sent", "an update that breaks a rule is refused"])
    expect(ended.stdout).toContain(`✓ own.test.ts > ${title}`);
  const known = "settled.test.ts > listBalances > response/[].status.enum: ";
  expect(ended.stdout.split("\n").find((line) => line.includes(known))).toContain("✓");
  expect(ended.stderr).toContain("state/agreed.unknown.listTransactions.pageBase");
  expect(ended.stdout).toMatch(/\n *sent +GET http:.*\n *expected +.*\n *seen +/);
  expect(`${ended.stdout}${ended.stderr}`).toMatch(
    /replay +npx --no-install ppconform run --check \S+ --base-url http:\/\/127\.0\.0\.1:\d+ --profile smoke\n/,
  );
  // Vitest tells of failed suites and tests on standard error.
  expect(ended.stderr).toContain("listBalances: There is no target");
  expect(ended.stderr).toContain("listBalances/response/[].status.enum");
  expect(`${ended.stdout}${ended.stderr}`).not.toContain("dist/");
});

test("checks of one's own run as the documentation shows", async () => {
  const ppconform = join(project, "node_modules", NAME, "dist/cli/main.js");
  const words = ["run", "--base-url", "sandbox", "--checks", "own-checks.mjs", "--check", "*own.*"];
  const ended = await execute(process.execPath, [ppconform, ...words], {
    cwd: project,
    env: { PATH: process.env.PATH },
  }).catch((error: { readonly code: number; readonly stdout: string }) => error);
  expect("code" in ended ? ended.code : 0).toBe(1);
  const plain = (text: string): string =>
    text.replaceAll(/\d+/g, "N").replaceAll(/\s+/g, " ").replaceAll("npx --no-install ", "");
  for (const { code } of written("docs/own-checks.md", "text"))
    for (const line of code.trim().split("\n")) expect(plain(ended.stdout)).toContain(plain(line).trim());
  expect(ended.stdout).toContain(
    "replay    npx --no-install ppconform replay conformance-report/report.json F1 --checks own-checks.mjs",
  );
  expect(ended.stdout).toContain("updateRecipient/refuses/own.website");
});
