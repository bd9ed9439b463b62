/** `ppconform run`: its options. What a run needs is loaded only when they are valid. */
import { Command } from "commander";
import { assertNamed, chooseDeployment } from "../engine/settings/deployment.js";
import { readable } from "../reports/visible.js";
import { startEmbeddedSandbox } from "../sandbox/embedded.js";
import { permissionsFrom } from "./connection.js";
import { onInterruption } from "./interruption.js";
import { OPTIONS, type RunFlags, withOptions } from "./options.js";
import { remark, surroundings } from "./terminal.js";
import { statedProfile, userSettings } from "./userSettings.js";

export function runCommand(): Command {
  const command = new Command("run").description(
    "Judge a deployment by the documented contract. Without an address, credentials or CI, a run in a terminal judges the embedded sandbox.",
  );
  return withOptions(command, OPTIONS).action(runWith);
}

async function runWith(given: RunFlags, command: Command): Promise<void> {
  const settings = userSettings(given);
  const flags = { ...given, profile: statedProfile(command, settings) ?? given.profile };
  assertNamed(flags.baseUrl, settings, surroundings(flags.elseSandbox));
  const target = chooseDeployment(flags.baseUrl, permissionsFrom(flags), settings);
  const isNamed = (flags.baseUrl ?? settings.CONFORMANCE_BASE_URL) !== undefined;
  if (flags.elseSandbox === true || !isNamed)
    remark(
      isNamed
        ? `Judging ${target.kind === "remote" ? readable(target.baseUrl) : "the embedded sandbox"}.`
        : "Judging the embedded sandbox: nothing names a deployment (--base-url, CONFORMANCE_BASE_URL).",
    );
  // It starts while everything else is loaded. If it is not opened, it ends with this process.
  const starting = target.kind === "sandbox" ? startEmbeddedSandbox({ seed: flags.seed }) : undefined;
  starting?.catch(() => undefined);
  const request = {
    flags,
    settings,
    target,
    startSandbox: () => starting ?? startEmbeddedSandbox({ seed: flags.seed }),
    // From here on an interrupt goes through the end of the run, where the reports are written.
    interruption: onInterruption(),
    command,
  };
  const { run } = await import("./run.js");
  await run(request);
}
