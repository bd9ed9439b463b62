/** Short programs of requests: what no single request can show. A program is one unit, played again as a whole. */
import type { Exchange } from "../client/model.js";
import { type Materialised, materialise, type Template } from "../generators/edits/edit.js";
import { isObject } from "../generators/json.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { jsonBody } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import type { Subject } from "../schemas/operations.js";
import type { Scene, Unit } from "./model.js";

type JsonRecord = Readonly<Record<string, unknown>>;

/** An answer of a program's step. */
export interface Step {
  readonly exchange: Exchange;
  readonly accepted: boolean;
  /** The success body when it is an object, else an empty one. */
  readonly body: JsonRecord;
  /** The success body whatever it is; undefined when it is no JSON or no success. */
  readonly value: unknown;
}

/** What a program's text may use. */
export interface Stage {
  readonly scene: Scene;
  /** Sends a template as it is, judged as all traffic is. */
  step(template: Template, key: string, options?: StepOptions): Promise<Step>;
  /** Notes that something holds, or a departure that shows in an exchange. */
  expect(
    holds: boolean,
    exchange: Exchange,
    texts: { message: string; expected: string; actual: string },
    control?: Exchange | null,
  ): void;
  /** The program cannot come to its point, with the reason. */
  blocked(reason: string): void;
}

export interface StepOptions {
  /** Judge the answer by response schema and echo. Default: true. */
  readonly judged?: boolean;
}

/** The unit of a program. */
export function programUnit(options: {
  readonly check: string;
  readonly operation: Subject;
  readonly tier: number;
  readonly index?: number;
  readonly play: (stage: Stage) => Promise<void>;
}): Unit {
  const { check } = options;
  const id = `${check}#${options.index ?? 0}`;
  return {
    id,
    check,
    operation: options.operation,
    tier: options.tier,
    play(scene) {
      const stage: Stage = {
        scene,
        step: (template, key, stepOptions) =>
          step(scene, check, template, partnerId(scene.world.run, `${id} ${key}`, scene.attempt), stepOptions),
        expect(holds, exchange, texts, control = null) {
          scene.tally.request(check);
          if (holds) scene.tally.pass(check);
          else scene.tally.fail(check, { ...texts, edit: null, control, exchange });
        },
        blocked: (reason) => scene.tally.blocked(check, reason),
      };
      return options.play(stage);
    },
  };
}

/**
 * Reads the same thing several times: one after the other, and a few at once. Readings that follow each other in step
 * with other requests would miss a fault of every second answer.
 */
export async function readings(stage: Stage, template: Template): Promise<Step[]> {
  const steps = [await stage.step(template, "first"), await stage.step(template, "second")];
  steps.push(...(await Promise.all(["third", "fourth", "fifth"].map((turn) => stage.step(template, turn)))));
  steps.push(await stage.step(template, "sixth"));
  return steps;
}

async function step(
  scene: Scene,
  check: string,
  template: Template,
  fresh: string,
  options: StepOptions = {},
): Promise<Step> {
  const { wire, sent }: Materialised = materialise(template, null, fresh);
  const exchange = await scene.send(wire);
  const judged = options.judged ?? true;
  scene.judge(exchange, {
    check,
    operation: template.operation,
    sent,
    edit: null,
    control: null,
    response: judged,
    echo: judged,
    errors: true,
  });
  const body = exchange.response === null ? null : jsonBody(exchange.response);
  const accepted = isSuccess(exchange);
  const value = accepted && body?.ok === true ? body.value : undefined;
  return { exchange, accepted, value, body: isObject(value) ? value : {} };
}
