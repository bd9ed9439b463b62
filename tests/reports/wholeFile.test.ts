/** Files are written whole, or not at all. */
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeProblem, writeWhole } from "../../reports/wholeFile.js";
import { emptyFolder } from "../files.js";

let folder = "";

beforeEach(async () => {
  folder = emptyFolder();
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

it("replaces a file, and leaves nothing beside it", async () => {
  const path = join(folder, "a.txt");
  await writeFile(path, "before");
  await writeWhole(path, "after");

  expect(await readFile(path, "utf8")).toBe("after");
  expect(await readdir(folder)).toEqual(["a.txt"]);
});

it("leaves the earlier file as it was when the new text cannot be made", async () => {
  const path = join(folder, "a.txt");
  await writeFile(path, "before");
  function* broken(): Generator<string> {
    yield "half";
    throw new Error("no more");
  }

  await expect(writeWhole(path, broken())).rejects.toThrow("no more");
  expect(await readFile(path, "utf8")).toBe("before");
  expect(await readdir(folder)).toEqual(["a.txt"]);
});

it("writes what a link leads to, and keeps the link", async () => {
  await writeFile(join(folder, "real.txt"), "before");
  await symlink("real.txt", join(folder, "link.txt"));
  await writeWhole(join(folder, "link.txt"), "after");

  expect(await readFile(join(folder, "real.txt"), "utf8")).toBe("after");
  expect((await lstat(join(folder, "link.txt"))).isSymbolicLink()).toBe(true);
});

it("writes what is no file in place", async () => {
  await expect(writeWhole("/dev/null", "text")).resolves.toBeUndefined();
});

it("tells why a folder is in the way", async () => {
  await mkdir(join(folder, "a.txt"));
  const problem = await writeWhole(join(folder, "a.txt"), "text").catch(writeProblem);

  expect(problem).toBe("a folder is in the way of a report file");
  expect(await readdir(folder)).toEqual(["a.txt"]);
});
