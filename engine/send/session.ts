/** What the cases of a run share, and what each of them is run with. */

import { LostInOutageError } from "../../client/interruption.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import { compose, type Interceptor, type Send } from "../../client/send.js";
import type { Template } from "../../generators/edits/edit.js";
import { isSuccess } from "../../oracles/outcome.js";
import type { CreatedResource } from "../../reports/model.js";
import type { Subject } from "../../schemas/operation.js";
import { type Contract, NO_NOTES, type TrafficNotes } from "../contract.js";
import { Accidents, askedOf, mayPass } from "../judge/accidents.js";
import type { Observations } from "../judge/observations.js";
import { quoted, wordsOf } from "../judge/refusalText.js";
import { RefusedRequests } from "../judge/refusedRequests.js";
import { isRefusalOfValid, type Results } from "../judge/results.js";
import { Silence, SilentOperationError } from "../judge/silence.js";
import { type Judges, judgeTraffic, NO_JUDGES } from "../judge/traffic.js";
import type { Case, Execution, Target } from "../model.js";
import { type AnsweredControl, type Controls, controlOf } from "./controls.js";
import { refusesCredentials } from "./credentialWatch.js";
import type { Resources } from "./resources.js";

/** How many requests of one operation in a row may time out in cases. */
const SILENT = 6;

type AnsweredBefore = (template: Template) => AnsweredControl | undefined;

/** Writes an exchange down in the order in which the requests left. */
function noted(exchange: Exchange, sent: Exchange[]): Exchange {
  const later = sent.findIndex(({ startedAt }) => startedAt > exchange.startedAt);
  sent.splice(later < 0 ? sent.length : later, 0, exchange);
  return exchange;
}

/** A case that has begun: what it is run with, and its results when they count. */
export interface Begun {
  readonly execution: Execution;
  /** The exchanges so far that may be accidents. */
  readonly accidents: readonly Exchange[];
  /** Operations that answered a request of the case in another way, and whether they accepted each of them. */
  readonly answering: ReadonlyMap<Subject, boolean>;
  /** The exchanges so far that may be due to credentials which stopped working. */
  readonly refusals: readonly Exchange[];
  /** Makes the observations of the case count. */
  keep(): void;
}

/** Holds what all cases of a run share. */
export class Session {
  onAnswer: () => void = () => {};
  /** Called with each answer to a request of a case. */
  onCase: (exchange: Exchange, testCase: Pick<Case, "id" | "check">) => void = () => {};
  /** Controls of the cases that are run for the first time. */
  readonly controls: Controls = new Map();
  /** How often cases were run again. */
  repetitions = 0;
  readonly memory: Resources;
  /** Requests that keep every rule and were refused. */
  readonly refused = new RefusedRequests();
  /** Counts sendings and answers, so that the order is known in which they came. */
  private clock = 0;
  /** Words in which one recipient refuses what others accept, or what it accepted before. */
  private readonly stateWords: Set<string>;
  /** Operations that never answer. */
  readonly silence = new Silence(SILENT);
  /** The path of each request to the target. */
  private readonly forward: Send;
  private readonly moments = new WeakMap<Exchange, { readonly sentAt: number; readonly answeredAt: number }>();

  constructor(
    readonly contract: Pick<Contract, "resourcesFor" | "exhaustible" | "casesOfRefused">,
    readonly target: Target,
    private readonly transport: { send(request: WireRequest): Promise<Exchange> },
    readonly observations: Observations,
    private readonly judges: Judges = NO_JUDGES,
    private readonly notes: TrafficNotes = NO_NOTES,
    private readonly answered: AnsweredBefore = () => undefined,
    private readonly created: readonly CreatedResource[] = [],
    readonly accidents = new Accidents(),
  ) {
    this.forward = compose((request) => transport.send(request), this.noting, this.silence.intercept);
    this.stateWords = new Set(target.stateWords);
    const send = (request: WireRequest): Promise<Exchange> => this.send(request);
    this.memory = contract.resourcesFor({ target, observations, send });
  }

  /** A session of the same run for another round of cases, with unique texts and controls of its own. */
  another(target: Target): Session {
    const { contract, transport, observations, judges, notes, answered, created, accidents } = this;
    const session = new Session(contract, target, transport, observations, judges, notes, answered, created, accidents);
    session.onCase = this.onCase;
    return session;
  }

  /** Whether a refusal uses words in which one recipient refuses what others accept. */
  isOfState(refusal: Exchange): boolean {
    return this.stateWords.has(wordsOf(refusal));
  }

  /**
   * Sends a request that is not judged by any case.
   * @throws Error for one that may change data where none may: our own bug, and nothing is sent
   */
  send(request: WireRequest): Promise<Exchange> {
    return this.harmless(this.forward)(request);
  }

  /** Blocks requests that may change data where none may be sent. */
  private readonly harmless: Interceptor = (next) => async (request) => {
    if (this.target.noWrites !== null && request.method !== "GET")
      throw new Error(`${request.method} ${request.path} is not sent: ${this.target.noWrites}`);
    return next(request);
  };

  /** Notes when a request was sent and answered, and what may have been stored although its answer got lost. */
  private readonly noting: Interceptor = (next) => async (request) => {
    const sentAt = ++this.clock;
    const exchange = await next(request).catch((error: unknown) => {
      if (error instanceof LostInOutageError) this.accidents.answered(error.exchange);
      throw error;
    });
    this.accidents.answered(exchange);
    this.moments.set(exchange, { sentAt, answeredAt: ++this.clock });
    this.onAnswer();
    return exchange;
  };

  /** Records what an answer says about refusals. */
  logAnswer(results: Results, ...[answered, check, template, exchange]: Parameters<Execution["logAnswer"]>): void {
    const { sentAt = this.clock, answeredAt = this.clock } = this.moments.get(exchange) ?? {};
    const words = { words: wordsOf(exchange), quote: isRefusalOfValid(answered) ? quoted(exchange) : "" };
    results.refusalLog.push({ answered, check, template, ...words, sentAt, answeredAt });
  }

  /** Begins a case that is run again when it meets an accident; then nothing of the first run counts. */
  begin(testCase: Case, attempt: number, results: Results, controls: Controls): Begun {
    const accidents: Exchange[] = [];
    const answering = new Map<Subject, boolean>();
    const refusals: Exchange[] = [];
    const observed: (() => void)[] = [];
    const watching: Interceptor = (next) => async (request) => {
      const silent = this.silence.has(request);
      // What was seen of other operations is left to their own controls.
      if (silent !== null && testCase.role !== "control") throw new SilentOperationError(silent);
      this.accidents.sent(request, testCase.operation);
      const exchange = await next(request);
      const asked = askedOf(request, testCase.operation);
      if (mayPass(exchange)) accidents.push(exchange);
      else answering.set(asked, isSuccess(exchange) && answering.get(asked) !== false);
      if (refusesCredentials(exchange)) refusals.push(exchange);
      await this.memory.examine(exchange);
      return exchange;
    };
    const way = testCase.effect === "read" ? [watching, this.harmless] : [watching];
    const { observe, ...rest } = this.execution(testCase, attempt, results, controls, compose(this.forward, ...way));
    const execution: Execution = {
      ...rest,
      observe: (...observation) => void observed.push(() => observe(...observation)),
    };
    const keep = (): void => {
      for (const count of observed) count();
    };
    return { execution, accidents, answering, refusals, keep };
  }

  /**
   * What one case is run with.
   * @param controls what is known of controls; a fresh map sends them again
   */
  execution(
    { id: testCase, check }: Pick<Case, "id" | "check">,
    attempt: number,
    results: Results,
    controls: Controls,
    send: Send = (request) => this.send(request),
  ): Execution {
    const { pool } = this.memory;
    const answered: AnsweredBefore = (template) => {
      const before = this.answered(template);
      if (before !== undefined) this.moments.set(before.exchange, { sentAt: 0, answeredAt: 0 });
      return before;
    };
    // Only what was sent again is reported, with what led to it.
    const sent: Exchange[] = [];
    const keeping: Interceptor = (next) => async (request) => noted(await next(request), sent);
    const telling: Interceptor = (next) => async (request) => {
      const exchange = await next(request);
      this.onCase(exchange, { id: testCase, check });
      return exchange;
    };
    const recorder = results.writer(testCase, check, sent);
    const another = async (kind: string, template: string) => (await this.memory.create(kind, template)).recipient;
    const controlled = (template: Template) =>
      controlOf(template, { execution, controls, pool, another, testCase, answered });
    const among: Execution["withRecipient"] = (key, kind, work, template) => {
      const recipient = pool.recipientFor(`${testCase} ${key}`, kind, template);
      if (recipient === undefined) return Promise.reject(new Error(`no ${kind} recipient to work on`));
      return pool.exclusively(recipient, work);
    };
    const execution: Execution = {
      target: this.target,
      recorder,
      attempt,
      send: compose(send, ...(attempt === 0 ? [telling] : [keeping, telling])),
      control: async (template) => {
        const { exchange, accepted } = await controlled(template);
        return accepted ? exchange : null;
      },
      refusalOf: async (template) => quoted((await controlled(template)).exchange),
      withRecipient: (key, kind, work, template) =>
        pool.isUsedUp(kind) ? execution.withNewRecipient(key, kind, work, template) : among(key, kind, work, template),
      withNewRecipient: async (key, kind, work, template) => {
        const { recipient } = await this.memory.create(kind, template);
        return recipient === null ? among(key, kind, work, template) : work(recipient);
      },
      noteState: (refusal) => void this.stateWords.add(wordsOf(refusal)),
      isOfState: (refusal) => this.isOfState(refusal),
      mayBeStored: (text) => this.accidents.mayBeStored(text),
      isOfCreated: (text) => {
        const small = text.toLowerCase();
        return this.created.some(
          ({ id, partnerId }) => id.toLowerCase() === small || partnerId?.toLowerCase() === small,
        );
      },
      retire: (recipient) => pool.retire(recipient),
      logAnswer: (...entry) => this.logAnswer(results, ...entry),
      judge: (exchange, judging) => {
        judgeTraffic(this.judges, exchange, judging, recorder);
        this.notes.note(exchange, judging);
        if (attempt === 0) this.refused.note(exchange, judging);
      },
      observe: (id, observed, evidence) => {
        if (!this.observations.has(id)) this.observations.set(id, { ...observed, evidence, testCase });
      },
    };
    return execution;
  }
}
