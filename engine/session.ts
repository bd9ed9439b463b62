/** What the cases of a run share, and what each of them is run with. */
import type { Exchange, WireRequest } from "../client/model.js";
import { Accidents, mayBeAccident } from "./accidents.js";
import type { TrafficNotes } from "./asked.js";
import { type Controls, controlOf } from "./controls.js";
import { refusesCredentials } from "./credentialWatch.js";
import type { Case, Execution, Target } from "./model.js";
import type { Observations } from "./observations.js";
import { RecipientPool } from "./recipientPool.js";
import type { Results } from "./results.js";
import { type Judges, judgeTraffic, NO_JUDGES } from "./traffic.js";

/** Nobody who takes notes. */
const NO_NOTES: TrafficNotes = { noteAnswered() {}, noteThrottled() {}, note() {}, finish() {} };

/** A case that has begun: what it is run with, and what comes of it when it counts. */
export interface Begun {
  readonly execution: Execution;
  /** Exchanges so far that may be accidents. */
  readonly accidents: readonly Exchange[];
  /** Exchanges so far that credentials get which stopped working. */
  readonly refusals: readonly Exchange[];
  /** Lets the observations count that the case made. */
  keep(): void;
}

/** Holds what all cases of a run share. */
export class Session {
  readonly accidents = new Accidents();
  /** Called with each answer. */
  onAnswer: () => void = () => {};
  /** Controls of the cases that are run for the first time. */
  readonly controls: Controls = new Map();
  /** How often cases were run again. */
  repetitions = 0;
  private readonly pool: RecipientPool;

  constructor(
    readonly target: Target,
    private readonly transport: { send(request: WireRequest): Promise<Exchange> },
    readonly observations: Observations,
    private readonly judges: Judges = NO_JUDGES,
    private readonly notes: TrafficNotes = NO_NOTES,
  ) {
    this.pool = new RecipientPool(target.recipients);
  }

  /** Sends a request that no case judges. */
  async send(request: WireRequest): Promise<Exchange> {
    const exchange = await this.transport.send(request);
    this.onAnswer();
    return exchange;
  }

  /** Begins a case that is run once more when it meets an accident; then nothing of the first time counts. */
  begin(testCase: Case, attempt: number, results: Results, controls: Controls): Begun {
    const accidents: Exchange[] = [];
    const refusals: Exchange[] = [];
    const observed: (() => void)[] = [];
    const { observe, ...rest } = this.execution(testCase, attempt, results, controls, async (request) => {
      this.accidents.sent(testCase.operation);
      const exchange = await this.send(request);
      if (mayBeAccident(exchange)) accidents.push(exchange);
      if (refusesCredentials(exchange)) refusals.push(exchange);
      return exchange;
    });
    const execution: Execution = {
      ...rest,
      observe: (...observation) => void observed.push(() => observe(...observation)),
    };
    return {
      execution,
      accidents,
      refusals,
      keep: () => {
        for (const count of observed) count();
      },
    };
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
    send: Execution["send"] = (request) => this.send(request),
  ): Execution {
    const { pool } = this;
    const recorder = results.writer(testCase, check);
    const execution: Execution = {
      target: this.target,
      recorder,
      attempt,
      send,
      control: (template) => controlOf(template, { execution, controls, pool, testCase }),
      withRecipient: (key, accountType, work, template) => {
        const recipient = pool.recipientFor(key, accountType, template);
        if (recipient === undefined) return Promise.reject(new Error(`no ${accountType} recipient to work on`));
        return pool.exclusively(recipient, work);
      },
      retire: (recipient) => pool.retire(recipient),
      judge: (exchange, judging) => {
        judgeTraffic(this.judges, exchange, judging, recorder);
        this.notes.note(exchange, judging);
      },
      observe: (id, observed, evidence) => {
        if (!this.observations.has(id)) this.observations.set(id, { ...observed, evidence, testCase });
      },
    };
    return execution;
  }
}
