/**
 * Performs one command after the other in a process of its own, as if each had been started by itself: with its own
 * environment, folder, outputs and exit code. What is told to it: { words, environment, folder }.
 */
import { perform } from "../../dist/cli/perform.js";

/** What ends a command at once, and this process would end by. */
class Exit extends Error {}

process.exit = (code) => {
  process.exitCode = code;
  throw new Exit();
};

async function performed({ words, environment, folder }) {
  const written = { stdout: "", stderr: "" };
  const { stdout, stderr } = process;
  const write = { stdout: stdout.write, stderr: stderr.write };
  const keep = (name) => (chunk, encoding, done) => {
    written[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const told = typeof encoding === "function" ? encoding : done;
    if (told !== undefined) process.nextTick(told);
    return true;
  };
  // As a shell that finds the command would start it.
  process.argv[1] = "/bin/ppconform";
  process.env = { PATH: "/bin", ...environment };
  process.chdir(folder);
  process.exitCode = undefined;
  stdout.write = keep("stdout");
  stderr.write = keep("stderr");
  try {
    await perform(words);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    Object.assign(stdout, { write: write.stdout });
    Object.assign(stderr, { write: write.stderr });
  }
  // A command that ends its process leaves them behind.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { ...written, code };
}

let before = Promise.resolve();
process.on("message", ({ number, ...asked }) => {
  before = before.then(async () => process.send({ number, ended: await performed(asked) }));
});
process.on("disconnect", () => process.reallyExit(0));
