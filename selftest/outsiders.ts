/** The outsider's server: written by somebody else, from the document alone. It is in the repository, not in the package. */
import { existsSync } from "node:fs";
import { subjectOf } from "./defects.js";
import type { Defect, Service } from "./model.js";

/** What this folder uses of the outsider's server; its own types are beside it, outside of what is compiled. */
interface OutsiderModule {
  readonly FAULTS: readonly {
    readonly id: string;
    readonly operation: string;
    readonly family: string;
    readonly describe: string;
  }[];
  readonly PRESETS: Readonly<Record<string, unknown>>;
  startOutsider(options: { readonly preset: string; readonly fault: string | null }): Promise<RunningOutsider>;
}

interface RunningOutsider {
  readonly baseUrl: string;
  readonly credentials: {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly restrictedApiKey: string;
    readonly restrictedApiSecret: string;
  };
  close(): Promise<void>;
}

/** The outsider's server, loaded. */
export interface Outsiders {
  /** Companies whose choices leave no room for a finding. */
  readonly presets: readonly string[];
  defects(): Defect[];
  start(preset: string, fault: string | null): Promise<RunningOutsider>;
}

/** Its faults are meant for this company: another's choices may hide them. */
const FAULTY = "ledgerhouse";
/** Shows null where there is no value, on purpose: arguable, so that a finding there is no false alarm. */
const ARGUABLE: ReadonlySet<string> = new Set(["southbridge"]);

// From dist/selftest/ in the repository.
const PLACE = new URL("../../tests/outsiders/server.mjs", import.meta.url);

/** Whether the outsider's server is at hand. */
export function hasOutsiders(): boolean {
  return existsSync(PLACE);
}

/** Loads the outsider's server. */
export async function loadOutsiders(): Promise<Outsiders> {
  const module: OutsiderModule = await import(PLACE.href);
  return {
    presets: Object.keys(module.PRESETS).filter((preset) => !ARGUABLE.has(preset)),
    defects: () =>
      module.FAULTS.map(({ id, operation, family, describe }) => {
        const service: Service = { kind: "outsider", preset: FAULTY, fault: id };
        return { id, family, operation: subjectOf(operation), checks: [], title: describe, service };
      }),
    start: (preset, fault) => module.startOutsider({ preset, fault }),
  };
}
