/** The execution of a run: sending, controls, recipients for exclusive use, observations. */
import type { Exchange, WireRequest } from "../client/model.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import type { AccountType } from "../generators/templates/templates.js";
import { hash32, partnerId } from "../generators/texts/partnerId.js";
import { meets } from "../oracles/outcome.js";
import type { Execution, KnownRecipient, Target } from "./model.js";
import type { Observations, TrafficNotes } from "./observations.js";
import type { Results } from "./results.js";
import { type Judges, judgeTraffic, NO_JUDGES } from "./traffic.js";

/** Nobody who takes notes. */
const NO_NOTES: TrafficNotes = { noteAnswered() {}, noteThrottled() {}, note() {}, finish() {} };

function isReserved(recipient: KnownRecipient, pool: readonly KnownRecipient[]): boolean {
  return pool.find(({ template }) => template === recipient.template) === recipient;
}

/** Holds what all cases of a run share. */
export class Session {
  private readonly retired = new Set<KnownRecipient>();
  private readonly recipientQueues = new Map<KnownRecipient, Promise<unknown>>();

  constructor(
    readonly target: Target,
    private readonly transport: { send(request: WireRequest): Promise<Exchange> },
    readonly observations: Observations,
    private readonly judges: Judges = NO_JUDGES,
    private readonly notes: TrafficNotes = NO_NOTES,
  ) {}

  /** Sends a request that no case judges. */
  send(request: WireRequest): Promise<Exchange> {
    return this.transport.send(request);
  }

  /**
   * An execution for one case.
   * @param controls what is known of controls; a fresh map sends them again
   */
  execution(
    testCase: string,
    attempt: number,
    results: Results,
    controls: Map<string, Promise<Exchange | null>>,
  ): Execution {
    const recorder = results.writer(testCase);
    const send = (request: WireRequest) => this.transport.send(request);
    const execution: Execution = {
      target: this.target,
      recorder,
      attempt,
      send,
      control: (template) => {
        const key = `${template.operation} ${template.id}`;
        let exchange = controls.get(key);
        if (exchange === undefined) {
          exchange = this.placedControl(execution, template, key, testCase);
          controls.set(key, exchange);
          // A control that fell into an outage is sent again by the next case that needs it.
          exchange.catch(() => controls.delete(key));
        }
        return exchange;
      },
      withRecipient: (key, accountType, work, template) => {
        const recipient = this.recipientFor(key, accountType, template);
        if (recipient === undefined) return Promise.reject(new Error(`no ${accountType} recipient to work on`));
        return this.exclusively(recipient, work);
      },
      retire: (recipient) => this.retired.add(recipient),
      judge: (exchange, judging) => {
        judgeTraffic(this.judges, exchange, judging, recorder);
        this.notes.note(exchange, judging);
      },
      observe: (id, answer, evidence) => {
        if (!this.observations.has(id)) this.observations.set(id, { answer, evidence, testCase });
      },
    };
    return execution;
  }

  /**
   * A recipient to work on: one that was created from the template, where that matters, since a service may keep what it
   * was created with. The first of each template is reserved for controls.
   */
  private recipientFor(
    key: string,
    accountType: AccountType,
    template: string | undefined,
  ): KnownRecipient | undefined {
    const pool = this.target.recipients[accountType];
    const usable = pool.filter((recipient) => !this.retired.has(recipient) && !isReserved(recipient, pool));
    const alike = usable.filter((recipient) => recipient.template === template);
    const candidates = [alike, usable, pool].find(({ length }) => length > 0) ?? [];
    return candidates[hash32(key) % candidates.length];
  }

  /**
   * Sends a control for the first time in a run on a recipient that is reserved for controls: which case asks first is
   * a matter of timing, and what is sent must not be. Played again, a case has a control on its own recipient.
   */
  private placedControl(
    execution: Execution,
    template: Template,
    key: string,
    testCase: string,
  ): Promise<Exchange | null> {
    const { recipient_id: id, ...path } = template.path;
    const pools = Object.values(this.target.recipients);
    const pool = pools.find((candidates) => candidates.some(({ recipientId }) => recipientId === id)) ?? [];
    const reserved =
      pool.find((recipient) => recipient.template === template.id && isReserved(recipient, pool)) ?? pool[0];
    if (execution.attempt > 0 || reserved === undefined || pool.length === 1) {
      // Where nothing must be new in each request, the case's own fresh texts: then the two differ in the edit alone.
      const texts = template.freshField === null && execution.attempt > 0 ? testCase : `control ${key}`;
      return this.sendControl(execution, template, texts);
    }
    return this.exclusively(reserved, ({ recipientId }) =>
      this.sendControl(execution, { ...template, path: { ...path, recipient_id: recipientId } }, `control ${key}`),
    );
  }

  private async sendControl(execution: Execution, template: Template, texts: string): Promise<Exchange | null> {
    const { wire, sent } = materialise(template, null, partnerId(this.target.run, texts, execution.attempt));
    const exchange = await execution.send(wire);
    execution.judge(exchange, {
      check: `${template.operation}/accepts/control`,
      operation: template.operation,
      sent,
      edit: null,
      control: null,
      response: true,
      echo: true,
      errors: true,
    });
    return meets(template.operation, { kind: "accept" }, exchange) ? exchange : null;
  }

  /**
   * Work on one recipient waits for the work before it, so that no two requests about it are under way at once. Not by
   * its id: a service may give one id to several, and work on one of them would wait for a control that waits for it.
   */
  private exclusively<T>(recipient: KnownRecipient, work: (recipient: KnownRecipient) => Promise<T>): Promise<T> {
    const before = this.recipientQueues.get(recipient) ?? Promise.resolve();
    const run = before.then(
      () => work(recipient),
      () => work(recipient),
    );
    this.recipientQueues.set(
      recipient,
      run.catch(() => undefined),
    );
    return run;
  }
}
