/** The options about the receiver of deliveries, for `run` and `listen`. */
import { type Command, Option } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { positiveNumber, wholeNumber } from "./parse.js";

/** Flags of `run` about deliveries. */
export interface WebhookFlags {
  readonly webhookPort?: number;
  readonly webhookHost?: string;
  readonly webhookPath?: string;
  readonly webhookWait?: number;
  readonly webhookSigned?: string;
  readonly webhookChaos?: true;
}

/** Adds the options to `run`. */
export function withWebhookOptions(command: Command): Command {
  return command
    .optionsGroup("Webhooks:")
    .option(
      "--webhook-port <number>",
      "receive deliveries on this port and judge them; 0 for any free one",
      wholeNumber("--webhook-port", 0, 65_535),
    )
    .option("--webhook-host <address>", "address to receive deliveries on (default: 127.0.0.1)")
    .addOption(
      new Option(
        "--webhook-path <path>",
        "path that deliveries must be sent to; a secret one keeps strangers out",
      ).argParser(webhookPath("--webhook-path")),
    )
    .option("--webhook-wait <seconds>", "how long to wait for an expected delivery", positiveNumber("--webhook-wait"))
    .option(
      "--webhook-signed <template>",
      "what is signed, like '{x-webhook-timestamp}.{body}', instead of finding it out",
      signedContent("--webhook-signed"),
    )
    .option("--webhook-chaos", "answer some deliveries badly on purpose, to see how they are repeated");
}

/** A path that begins with a slash and has no query. */
export function webhookPath(option: string): (text: string) => string {
  return (text) => {
    if (!/^\/[\w~.%/-]*$/.test(text))
      throw new UsageError(`${option} ${text}: write a path like /webhooks/4f2a, without ? and #.`);
    return text;
  };
}

/** A template of what is signed. */
export function signedContent(option: string): (text: string) => string {
  return (text) => {
    if (text.includes("{body}")) return text;
    throw new UsageError(
      `${option} ${text}: the content must hold {body}. Places are {body}, {time}, {id}, {method}, {path}, {url} and {name-of-a-header}.`,
    );
  };
}
