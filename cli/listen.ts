/** `ppconform listen`: receives deliveries, judges each one as it comes, and passes it on. */

import { createWriteStream, type WriteStream } from "node:fs";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { writeProblem } from "../reports/wholeFile.js";
import { fileJson } from "../schemas/unseen.js";
import { findingsOf } from "../suites/deliveries/attend.js";
import type { Delivery } from "../webhooks/delivery.js";
import { DeliveryCounts, deliveryLines } from "../webhooks/deliveryText.js";
import { Forwarder } from "../webhooks/forward.js";
import { DeliveryReader } from "../webhooks/reader.js";
import { answerWell, answerWithChaos, type Receiver, startReceiver } from "../webhooks/receiver.js";
import { savedDelivery } from "../webhooks/saved.js";
import { type Ending, endingOf } from "./interruption.js";
import { type FlagsOf, OPTIONS, option, shared, withOptions } from "./options.js";
import { secretsFrom, userSettings } from "./userSettings.js";
import { address, path, positiveNumber, signedContent, text, webhookPath, wholeNumber } from "./values.js";

const ROWS = {
  port: option("<number>", wholeNumber(0, 65_535), "port to listen on; 0 for any free one", { default: 8787 }),
  host: option("<address>", text, "address to listen on", { default: "127.0.0.1" }),
  path: option("<path>", webhookPath, OPTIONS["webhook-path"].help, { default: "/" }),
  output: option("<file>", path, "append each delivery with its findings, as a line of JSON"),
  "forward-to": option("<url>", address, "pass each delivery on to a handler of your own"),
  signed: option("<template>", signedContent, OPTIONS["webhook-signed"].help),
  chaos: { help: OPTIONS["webhook-chaos"].help },
  count: option("<number>", wholeNumber(1), "end after this many deliveries"),
  for: option("<seconds>", positiveNumber, "end after this many seconds"),
  ...shared("env", "env-file"),
} as const;

type ListenFlags = FlagsOf<typeof ROWS>;

export function listenCommand(): Command {
  const command = new Command("listen").description(
    "Receive deliveries and judge each one as it comes, until it is interrupted.",
  );
  return withOptions(command, ROWS).action(listen);
}

async function listen(flags: ListenFlags): Promise<void> {
  const secrets = secretsFrom(userSettings(flags));
  const reader = new DeliveryReader(secrets, flags.signed ?? null);
  const { redactor } = reader;
  const heard = new DeliveryCounts();
  const output = flags.output === undefined ? null : await openOutput(flags.output);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const forwarder =
    flags.forwardTo === undefined
      ? null
      : new Forwarder(flags.forwardTo, ({ delivery, status, failure, durationMs }) =>
          print(
            `  → #${delivery.number}  ${status === null ? `no answer: ${failure ?? ""}` : `${status} in ${Math.round(durationMs)} ms`}`,
          ),
        );
  let ending: Ending | null = null;
  const take = (delivery: Delivery): void => {
    forwarder?.forward(delivery);
    const exchange = reader.read(delivery);
    const { reading, signature } = exchange.delivery;
    const findings = findingsOf(exchange);
    for (const line of deliveryLines(exchange, findings, redactor.redact)) print(line);
    output?.write(
      `${redactor.redact(fileJson({ ...savedDelivery(delivery, redactor), category: reading.category, signature: signature.kind, findings }))}\n`,
    );
    heard.add(findings);
    if (heard.deliveries === flags.count) ending?.end();
  };
  const receiver = await open(flags, take);
  ending = endingOf(flags.for);
  print(
    `Listening at ${receiver.url}${secrets.webhookSecret === undefined ? "; signatures are not verified: CONFORMANCE_WEBHOOK_SECRET is not set" : ""}`,
  );
  await ending.over;
  await receiver.close();
  await forwarder?.close();
  await new Promise<void>((resolve) => (output === null ? resolve() : output.end(resolve)));
  const { turnedAway, others, garbage } = receiver.counts();
  const beside =
    turnedAway + others + garbage === 0
      ? ""
      : ` · also ${turnedAway} rejected, ${others} other requests, ${garbage} aborted`;
  print(`${heard.text()}${beside}`);
  if (heard.violations > 0) process.exitCode = 1;
}

/** Deliveries are judged after the receiver has gone back to its work, one per turn of the event loop. */
function open(flags: ListenFlags, take: (delivery: Delivery) => void): Promise<Receiver> {
  const { port, host, path } = flags;
  const waiting: Delivery[] = [];
  const next = (): void => {
    const delivery = waiting.shift();
    if (delivery === undefined) return;
    take(delivery);
    if (waiting.length > 0) setImmediate(next);
  };
  return startReceiver({
    port,
    host,
    path,
    keep: false,
    answers: flags.chaos === true ? answerWithChaos() : answerWell,
    onDelivery: (delivery) => {
      if (waiting.push(delivery) === 1) setImmediate(next);
    },
  });
}

function openOutput(file: string): Promise<WriteStream> {
  return new Promise((resolve, reject) => {
    const stream = createWriteStream(file, { flags: "a" });
    stream.once("open", () => resolve(stream));
    stream.once("error", (error) =>
      reject(new UsageError(`--output ${file} cannot be written: ${writeProblem(error)}.`)),
    );
  });
}
