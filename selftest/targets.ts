/** Starts what a trial runs against, in the process of the trial. */
import type { Credentials } from "../client/credentials.js";
import { startSandbox } from "../sandbox/server.js";
import type { Target } from "./model.js";
import { loadOutsiders } from "./outsiders.js";

/** A service that is running. */
export interface RunningTarget {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  close(): Promise<void>;
}

/**
 * Starts a target on a free port of 127.0.0.1.
 * @throws SandboxUsageError for an unknown behaviour or defect; Error when the outsider's server is not there
 */
export async function startTarget(target: Target): Promise<RunningTarget> {
  switch (target.kind) {
    case "sandbox": {
      const { behaviours, defect } = target;
      const sandbox = await startSandbox({ behaviours, defects: defect === null ? [] : [defect] });
      const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, webhookSecret } = sandbox.credentials;
      return {
        baseUrl: sandbox.baseUrl,
        credentials: {
          apiKey,
          apiSecret,
          restricted: { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret },
          webhookSecret,
        },
        close: () => sandbox.close(),
      };
    }
    case "outsider": {
      const outsiders = await loadOutsiders();
      const outsider = await outsiders.start(target.preset, target.fault);
      const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret } = outsider.credentials;
      return {
        baseUrl: outsider.baseUrl,
        credentials: { apiKey, apiSecret, restricted: { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret } },
        close: () => outsider.close(),
      };
    }
    default:
      return target satisfies never;
  }
}
