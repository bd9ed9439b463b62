/**
 * An inquiry: a case that asks what a deployment does about unknowns. Any behaviour is fine: only a server error, and
 * an error without the documented shape, are failures.
 */

import type { CredentialsEdit, Exchange, WireRequest } from "../../client/model.js";
import type { CaseDraft, CaseIdentity } from "../../discovery/check.js";
import { deployment, type Target } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import type { Case, Execution } from "../../engine/model.js";
import { usualEffect } from "../../engine/plan/effects.js";
import { type Edit, type EditSummary, materialise, type Template } from "../../generators/edits/edit.js";
import { ruleOn } from "../../generators/referee.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { bodyOf, successBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { isObject, type Json, type JsonRecord } from "../../schemas/json.js";
import { operationOf } from "../../schemas/operation.js";
import { isOperationId } from "../../schemas/operations.js";
import { isThrottle } from "../../schemas/statuses.js";
import { showsDocumented } from "../checks/errors/oddReads.js";

export interface Reply {
  readonly exchange: Exchange;
  readonly status: number | null;
  readonly accepted: boolean;
  /** The success body when it is an object, else an empty one. */
  readonly body: JsonRecord;
  /** The body of any answer; undefined when it is not JSON. */
  readonly value: unknown;
}

/**
 * How far an answer is judged: also by its echo; by the error shape and for server errors, as usual; only for server
 * errors, where something other than the operation may have answered; or not at all, outside the documented paths.
 */
type Strictness = "echo" | "errors" | "failures" | "nothing";

export interface AskOptions {
  readonly strictness?: Strictness;
  /** A second fault, to see which of two comes first. */
  readonly credentials?: CredentialsEdit;
  /** The request that was accepted without the edit; default: that of the inquiry's control. */
  readonly control?: Exchange;
}

export interface Inquiry {
  readonly execution: Execution;
  readonly target: Target;
  /** Sends a template with one edit, and an unused partner's own id. */
  ask(template: Template, edit: Edit | null, options?: AskOptions): Promise<Reply>;
  /** The answer to a template without an edit, sent once in a run; null where it is refused. */
  controlOf(template: Template): Promise<Reply | null>;
  /** Sends a request that no template makes. */
  send(wire: WireRequest, strictness: Strictness): Promise<Reply>;
  /** Notes what was observed of an unknown or a conflict. */
  answer(id: string, observed: Observed, evidence: Reply): void;
  /** A partner's own text that no other inquiry has, and that is new when the inquiry is run again. */
  fresh(key: string): string;
}

export interface InquiryOptions {
  /** Lower is sooner. Default: 1. */
  readonly tier?: number;
  /** A template that must be accepted for an edit of it to say anything. */
  readonly control?: Template;
  /** It mostly waits: see {@link Case}. */
  readonly patient?: true;
}

function replyOf(exchange: Exchange): Reply {
  return {
    exchange,
    status: exchange.response?.status ?? null,
    accepted: isSuccess(exchange),
    value: bodyOf(exchange),
    body: successBody(exchange),
  };
}

interface Sent {
  readonly sent: unknown;
  readonly summary: EditSummary | null;
  readonly control: Exchange | null;
}

/** Whether a body breaks no documented rule, so that a success is judged like any other. An empty value may count as none. */
function keepsEveryRule(operation: string, { sent, summary }: Sent): boolean {
  const schema = operationOf(operation).requestSchema;
  if (schema === null || !isObject(sent) || isEmptyValue(summary?.to ?? null)) return false;
  return ruleOn(schema, sent).valid;
}

function isEmptyValue(value: Json): boolean {
  return (
    value === "" || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0)
  );
}

/** An inquiry. @param name unique among the inquiries of its operation */
export function inquiry(
  name: string,
  options: InquiryOptions,
  execute: (inquiry: Inquiry) => Promise<void>,
): CaseDraft {
  return { name, make: (identity) => inquiryCase(identity, options, execute) };
}

function inquiryCase(
  { check, operation, id }: CaseIdentity,
  { tier = 1, control, patient }: InquiryOptions,
  execute: (inquiry: Inquiry) => Promise<void>,
): Case {
  if (!isOperationId(operation)) throw new Error(`${check} cannot be asked about: it has no request`);
  return {
    id,
    check,
    operation,
    role: "inquiry",
    effect: usualEffect(operation),
    tier,
    ...(patient === undefined ? {} : { patient }),
    async execute(execution) {
      const accepted = control === undefined ? null : await execution.control(control);
      if (control !== undefined && accepted === null) return;
      let count = 0;
      const fresh = (key: string) => partnerId(execution.target.run, `${id} ${key}`, execution.attempt);
      const dispatch = async (wire: WireRequest, strictness: Strictness, sent: Sent, subject: string) => {
        const exchange = await execution.send(wire);
        const isWhole = strictness === "errors" && keepsEveryRule(subject, sent);
        // A server may answer this to a method that it does not know.
        if (strictness !== "nothing" && !(strictness === "failures" && exchange.response?.status === 501)) {
          execution.judge(exchange, {
            check,
            operation: subject,
            sent: sent.sent,
            edit: sent.summary,
            control: sent.control,
            response: isWhole || (strictness === "errors" && showsDocumented(subject, exchange)),
            echo: isWhole || strictness === "echo",
            errors: strictness !== "failures",
          });
        }
        return replyOf(exchange);
      };
      await execute({
        execution,
        target: deployment(execution.target),
        fresh,
        ask(template, edit, options = {}) {
          const { wire, sent, summary } = materialise(template, edit, fresh(String(count++)));
          const credentials = options.credentials ?? wire.credentials;
          const control = options.control ?? (template.operation === operation ? accepted : null);
          const known = { sent, summary, control };
          return dispatch({ ...wire, credentials }, options.strictness ?? "errors", known, template.operation);
        },
        async controlOf(template) {
          const exchange = await execution.control(template);
          return exchange === null ? null : replyOf(exchange);
        },
        send: (wire, strictness) =>
          dispatch(wire, strictness, { sent: undefined, summary: null, control: null }, operation),
        answer(unknownId, observed, { exchange }) {
          if (exchange.response !== null && !isThrottle(exchange.response.status))
            execution.observe(unknownId, observed, exchange);
        },
      });
    },
  };
}
