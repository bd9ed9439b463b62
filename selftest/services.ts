/** Starts what a trial runs against, in the process of the trial. */
import type { Credentials } from "../client/credentials.js";
import { sandboxDeployment } from "../engine/settings/deployment.js";
import { startSandbox } from "../sandbox/server.js";
import type { Service } from "./model.js";
import { loadOutsiders } from "./outsiders.js";

/** A service that is running. */
export interface RunningService {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  close(): Promise<void>;
}

/**
 * Starts a service on a free port of 127.0.0.1.
 * @throws SandboxUsageError for an unknown behaviour or defect; Error when the outsider's server is not there
 */
export async function startService(service: Service): Promise<RunningService> {
  switch (service.kind) {
    case "sandbox": {
      const { behaviours, defect } = service;
      const sandbox = await startSandbox({ behaviours, defects: defect === null ? [] : [defect] });
      return sandboxDeployment(sandbox);
    }
    case "outsider": {
      const outsiders = await loadOutsiders();
      const outsider = await outsiders.start(service.preset, service.fault);
      return sandboxDeployment(outsider);
    }
    default:
      return service satisfies never;
  }
}
