/** `ppconform verify-webhook FILE`: judges saved deliveries. */
import { Command, Option } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { amount } from "../reports/visible.js";
import { findingsOf } from "../suites/deliveries/attend.js";
import type { Delivery } from "../webhooks/delivery.js";
import { DeliveryCounts, deliveryLines } from "../webhooks/deliveryText.js";
import { DeliveryReader } from "../webhooks/reader.js";
import { readDeliveries } from "../webhooks/saved.js";
import { missingHeaders } from "../webhooks/signedContent.js";
import { inputBytes } from "./inputFile.js";
import { type FlagsOf, OPTIONS, option, shared, withOptions } from "./options.js";
import { remark } from "./terminal.js";
import { secretsFrom, userSettings } from "./userSettings.js";
import { signedContent, wholeNumber } from "./values.js";

/** How many deliveries without findings are printed one by one. */
const MOST_PRINTED = 20;

const ROWS = {
  signed: option("<template>", signedContent, OPTIONS["webhook-signed"].help),
  delivery: option("<number>", wholeNumber(1), "only the delivery with this number"),
  all: { help: `print every delivery, also when there are more than ${MOST_PRINTED}` },
  ...shared("env", "env-file"),
} as const;

/** Of a signature that nothing is known about. */
const UNVERIFIED: ReadonlySet<string> = new Set(["not-verifiable", "unexplained"]);

type VerifyFlags = FlagsOf<typeof ROWS> & { readonly header: Readonly<Record<string, string>> };

export function verifyWebhookCommand(): Command {
  const command = new Command("verify-webhook")
    .description(
      'Judge saved deliveries: lines of "listen" or "run", a request as it went over the wire, or a body with --header.',
    )
    .argument("<file>", "the file; - for standard input")
    .addOption(
      new Option(
        "--header <name: value>",
        "a header of the delivery, when the file holds the body alone; may be repeated",
      )
        .argParser(addHeader)
        .default({}, "none"),
    )
    .action(verify);
  return withOptions(command, ROWS);
}

function addHeader(written: string, known: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const colon = written.indexOf(":");
  if (colon < 1)
    throw new UsageError(`--header ${written}: write it as name: value, like 'X-Webhook-Signature: 4f2a…'.`);
  return { ...known, [written.slice(0, colon).trim().toLowerCase()]: written.slice(colon + 1).trim() };
}

async function deliveriesOf(file: string, flags: VerifyFlags): Promise<Delivery[]> {
  const bytes = await inputBytes(file);
  const deliveries = readDeliveries(bytes, file, flags.header);
  if (flags.delivery === undefined) return deliveries;
  const chosen = deliveries.filter(({ number }) => number === flags.delivery);
  if (chosen.length === 0) throw new UsageError(`${file} has no delivery with the number ${flags.delivery}.`);
  return chosen;
}

async function verify(file: string, flags: VerifyFlags): Promise<void> {
  const deliveries = await deliveriesOf(file, flags);
  const { signed = null } = flags;
  const [missing] = signed === null ? [] : deliveries.map((delivery) => missingHeaders(signed, delivery));
  if (signed !== null && missing?.[0] !== undefined)
    throw new UsageError(`--signed ${signed}: the delivery has no header ${missing[0]}.`);
  const secrets = secretsFrom(userSettings(flags));
  const reader = new DeliveryReader(secrets, signed);
  const read = deliveries.map((delivery) => reader.read(delivery));
  const printsAll = flags.all === true || read.length <= MOST_PRINTED;
  const counts = new DeliveryCounts();
  for (const each of read) {
    // Only now is the scheme known that explains the others.
    const findings = findingsOf(each);
    counts.add(findings);
    if (!printsAll && findings.length === 0) continue;
    for (const line of deliveryLines(each, findings, reader.redactor.redact)) process.stdout.write(`${line}\n`);
  }
  const unverified = read.filter(({ delivery }) => UNVERIFIED.has(delivery.signature.kind)).length;
  process.stdout.write(`${counts.text()}\n`);
  if (unverified > 0)
    remark(
      `${amount(unverified, "signature")} could not be verified: ${secrets.webhookSecret === undefined ? "set CONFORMANCE_WEBHOOK_SECRET" : "they are right in no usual scheme, or the bodies were not kept"}.`,
    );
  if (counts.violations > 0) process.exitCode = 1;
  else if (unverified > 0) process.exitCode = 3;
}
