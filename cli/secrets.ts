/** The secrets that the settings hold, for commands that talk to no deployment. */
import type { Credentials } from "../client/credentials.js";
import type { Settings } from "../engine/settings/environment.js";

/** Everything is optional here: nothing is sent. Keys that are not set are empty. */
export function secretsFrom(settings: Settings): Credentials {
  const { CONFORMANCE_API_KEY: apiKey = "", CONFORMANCE_API_SECRET: apiSecret = "" } = settings;
  const webhookSecret = settings.CONFORMANCE_WEBHOOK_SECRET;
  return { apiKey, apiSecret, ...(webhookSecret === undefined ? {} : { webhookSecret }) };
}
