/** What a project sets for its runs: the environment, .env and the configuration file count as they do for the command. */
import { Command } from "commander";
import { applyConfig } from "../cli/config.js";
import { permissionsFrom, sendingOptions } from "../cli/connection.js";
import { OPTIONS, type RunFlags, withOptions } from "../cli/options.js";
import { configFileOf, settingsOf, statedProfile } from "../cli/userSettings.js";
import type { CheckDefinition } from "../engine/model.js";
import { assertNamed, type Deployment, SANDBOX } from "../engine/settings/deployment.js";
import { UsageError } from "../engine/settings/usageError.js";
import type { RunOptions } from "../library/run.js";
import { type ChosenTarget, chooseTarget, type TargetOptions } from "../library/target.js";

/** A project, as its files and its environment describe it. */
export interface Project {
  /** Paths of modules, the folder for reports, and where deliveries are received. */
  readonly flags: RunFlags;
  /** The defaults of a run where its own options set nothing. */
  readonly stated: RunOptions;
  /** @throws UsageError when nothing names a target */
  choose(options: ProjectTarget): ChosenTarget;
}

/** The title of a check's test, in the suite of its operation. */
export function testTitle({ id, operation, title }: CheckDefinition): string {
  return `${id.slice(operation.length + 1)}: ${title}`;
}

/** A target, and what to do where nothing names one. */
export interface ProjectTarget extends TargetOptions {
  /** Whether the embedded sandbox is judged where nothing names a deployment. Default: no. */
  readonly elseSandbox?: boolean;
}

/** Reads the project in the current folder. @throws UsageError for errors in it */
export function readProject(): Project {
  const command = withOptions(new Command("run"), OPTIONS);
  const file = configFileOf(command);
  if (file !== null) applyConfig(command, file);
  const flags = command.opts<RunFlags>();
  const settings = settingsOf(flags);
  const { check: checks, exclude, baseline, plan, answers } = flags;
  const profile = statedProfile(command, settings) ?? "smoke";
  if (profile === "watch")
    throw new UsageError("watch is a profile of ppconform run alone. Write smoke, standard or deep.");
  return {
    flags,
    stated: { ...sendingOptions(flags), profile, checks, exclude, baseline, plan, answers },
    choose: ({ elseSandbox = false, ...options }) => {
      const isNamed = (options.target ?? settings.CONFORMANCE_BASE_URL) !== undefined;
      if (isNamed || !elseSandbox) return kept(chooseTarget(options, settings, permissionsFrom(flags)));
      assertNamed(undefined, settings, { env: process.env, isTerminal: false, elseSandbox });
      sayOnce("Judging the embedded sandbox: nothing names a deployment (CONFORMANCE_BASE_URL).");
      return kept(chooseTarget({ ...options, target: SANDBOX }, settings));
    },
  };
}

const SANDBOXES = new Map<number | undefined, Promise<Deployment>>();

/** All files of a process judge the same embedded sandbox, which ends with the process. */
function kept(chosen: ChosenTarget): ChosenTarget {
  if (chosen.address !== SANDBOX) return chosen;
  return {
    ...chosen,
    open: async (seed) => {
      const opened = SANDBOXES.get(seed) ?? chosen.open(seed);
      SANDBOXES.set(seed, opened);
      return { ...(await opened), close: async () => {} };
    },
  };
}

const said = new Set<string>();

function sayOnce(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  console.info(text);
}
