/** The service as your own tests call it: with credentials and pacing, without secrets in what is recorded. */
import type { Exchange } from "../client/model.js";
import { via } from "../client/send.js";
import { CONTRACT } from "../contract.js";
import { deployment } from "../discovery/target.js";
import { templatesOf } from "../engine/model.js";
import { begin, type Run } from "../engine/running.js";
import { settled } from "../engine/runOptions.js";
import type { Deployment } from "../engine/settings/deployment.js";
import { UsageError } from "../engine/settings/usageError.js";
import { bodyMade, materialise, type Template } from "../generators/edits/edit.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { journalIn, type RunOptions, wired } from "../library/run.js";
import type { ChosenTarget } from "../library/target.js";
import { bodyOf } from "../oracles/json.js";
import { answerText } from "../oracles/outcome.js";
import { isObject, type JsonObject } from "../schemas/json.js";
import type { OperationId } from "../schemas/operations.js";
import { foundOnce } from "./foundOnce.js";

/** A request of an operation. */
export interface ServiceRequest {
  readonly operation: OperationId;
  /** Default: none. */
  readonly body?: JsonObject | null;
  readonly query?: Readonly<Record<string, string>>;
  /** Values of the path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  /** Api-Version; null for none. Default: none. */
  readonly version?: string | null;
}

/** An answer of the service. */
export interface ServiceAnswer {
  readonly operation: OperationId;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined when it is not JSON. */
  readonly body: unknown;
  /** The raw body. */
  readonly text: string;
  /** The parsed body that was sent; undefined when none was. */
  readonly sent: unknown;
  readonly durationMs: number;
  /** Request and answer as recorded, without secrets. */
  readonly exchange: Exchange;
}

/** Calls a service. */
export interface Service {
  /**
   * Sends a request.
   * @throws UsageError for one that may change data where that is not allowed
   * @throws Error when there is no answer
   */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** A realistic request that a conforming deployment accepts, with ids that no other one has. */
export type Control = (operation: OperationId) => Required<ServiceRequest>;

/** An opened service, and how to release it. */
export interface OpenedService extends Service {
  /** Finds out what the deployment accepts. */
  controls(): Promise<Control>;
  close(): Promise<void>;
}

async function answerTo(run: Run, target: Deployment, request: ServiceRequest): Promise<ServiceAnswer> {
  const { operation, body = null, query = {}, path = {}, version = null } = request;
  const template: Template = { id: "own", operation, body, query, path, version, freshField: null };
  const { wire, sent } = materialise(template, null, "own");
  if (wire.method !== "GET" && target.noWrites !== null)
    throw new UsageError(`${wire.method} ${wire.path} is not sent: ${target.noWrites}.`);
  const exchange = await run.transport.send(wire);
  const { response, durationMs } = exchange;
  if (response === null) throw new Error(`${wire.method} ${wire.path}: ${answerText(exchange)}`);
  const { status, headers, body: text } = response;
  return { operation, status, headers, body: bodyOf(exchange), text, sent, durationMs, exchange };
}

/**
 * Opens a service.
 * @param folder where the journal of what is created is kept
 */
export async function openService(chosen: ChosenTarget, options: RunOptions, folder: string): Promise<OpenedService> {
  const { profile, seed, connection, concurrency, requestsPerSecond, timeoutMs, patienceMs, apiVersion } = options;
  const target = await chosen.open(seed);
  const stated = { profile, seed, connection, concurrency, requestsPerSecond, timeoutMs, patienceMs, apiVersion };
  const journalFile = journalIn(folder, target);
  const run = begin(CONTRACT, await settled({ ...wired(target, chosen.settings, undefined, stated), journalFile }));
  const { settings, observations, credentialsEdits, startedAt: now } = run;
  let requests = 0;
  return {
    send: (request) => answerTo(run, target, request),
    controls: async () => {
      const asked = { settings, storing: target.noWrites === null, credentialsEdits, now };
      const found = await foundOnce(CONTRACT).discover(via(run.transport), asked, observations);
      const { recipients } = deployment(found.target);
      return (operation) => {
        const [template] = templatesOf(found.target, operation);
        if (template === undefined)
          throw new Error(`${operation} has no control: ${found.target.unready[operation] ?? "none is known"}`);
        const body = bodyMade(template, null, partnerId(found.target.run, "own", ++requests));
        const { query, version } = template;
        const recipient = "recipient_id" in template.path ? recipients[accountTypeOf(template)][0] : undefined;
        const path =
          recipient === undefined ? template.path : { ...template.path, recipient_id: recipient.recipientId };
        return { operation, body: isObject(body) ? body : null, query, path, version };
      };
    },
    close: async () => {
      await run.transport.close();
      run.journal.close();
      await target.close();
    },
  };
}
