/** What a run makes on the target: noted before it is sent, counted, and kept within a budget. */
import { CreationsSpentError } from "../../client/interruption.js";
import type { Intended, Journal, Outcome } from "../../client/journal.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Noting } from "../../client/transportModel.js";
import { successBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import type { CreatedResource } from "../../reports/model.js";
import { isObject, parsedJson } from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { isRefusalStatus } from "../../schemas/statuses.js";

/** An operation that creates, and the fields of its answer that name what was made. */
export interface Creating {
  readonly operation: OperationId;
  readonly id: string;
  readonly partner: string | null;
}

/** Characters of an id that the journal keeps: a service may answer with any text instead. */
const LONGEST_ID = 256;

/** What a request may create, whatever it is expected to do; undefined for an operation that creates nothing. */
function creatingBy({ method, path }: WireRequest, creating: readonly Creating[]): Creating | undefined {
  return method === "GET" || method === "HEAD"
    ? undefined
    : creating.find(({ operation }) => path.startsWith(operationOf(operation).path));
}

/** The partner's id as it stands in a body, which need not be JSON, and whose names and texts may hold escapes. */
function partnerIdIn({ body }: WireRequest, { partner }: Creating): string | null {
  if (body === null || partner === null) return null;
  const text = typeof body === "string" ? body : Buffer.from(body).toString("latin1");
  const plain = new RegExp(`"${partner}"\\s*:\\s*"([^"\\\\]*)"`).exec(text)?.[1];
  if (plain !== undefined) return plain;
  const parsed = parsedJson(text);
  const own = isObject(parsed) ? parsed[partner] : null;
  return typeof own === "string" ? own : null;
}

function outcomeOf(exchange: Exchange, { id }: Creating): Outcome {
  const { response, failure } = exchange;
  if (response === null) return { event: "unknown", why: failure?.message ?? "no answer" };
  if (isSuccess(exchange)) {
    const given = successBody(exchange)[id];
    return { event: "created", id: typeof given === "string" ? given.slice(0, LONGEST_ID) : null };
  }
  const { status } = response;
  return isRefusalStatus(status) ? { event: "refused", status } : { event: "unknown", why: `answered ${status}` };
}

export class Creations {
  /** What has been created so far, as far as the service names it. */
  readonly made: CreatedResource[] = [];
  /** Requests under way that may create something, and successes. */
  private underWay = 0;
  private successes = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param most how many may be made in all */
  constructor(
    private readonly journal: Pick<Journal, "begin">,
    private readonly creating: readonly Creating[],
    private readonly most = Number.POSITIVE_INFINITY,
  ) {}

  /**
   * Notes a request that may create something, before it leaves. Waits where the budget depends on what is under way.
   * @returns the function to call with the answer; null for a request that creates nothing
   * @throws JournalError when it cannot be noted; CreationsSpentError when nothing more may be made
   */
  readonly begin = (wire: WireRequest): Noting | Promise<Noting> | null => {
    const creating = creatingBy(wire, this.creating);
    if (creating === undefined) return null;
    const room = this.room();
    return room === null ? this.note(wire, creating) : room.then(() => this.note(wire, creating));
  };

  /** Null when there is room for one more. */
  private room(): Promise<void> | null {
    if (this.successes + this.underWay < this.most) {
      this.underWay += 1;
      return null;
    }
    if (this.underWay === 0) throw new CreationsSpentError();
    return new Promise<void>((go) => this.waiting.push(go)).then(() => this.room() ?? undefined);
  }

  private note(wire: WireRequest, creating: Creating): Noting {
    const { operation } = creating;
    const intended: Intended = { operation, partnerId: partnerIdIn(wire, creating) };
    const over = (): void => {
      this.underWay -= 1;
      for (const go of this.waiting.splice(0)) go();
    };
    try {
      const end = this.journal.begin(intended);
      return {
        answered: (exchange) => {
          const outcome = outcomeOf(exchange, creating);
          if (outcome.event === "created") this.count(exchange, creating, intended);
          end(outcome);
        },
        over,
      };
    } catch (error) {
      over();
      throw error;
    }
  }

  private count(exchange: Exchange, { operation, id, partner }: Creating, { partnerId: sent }: Intended): void {
    this.successes += 1;
    const body = successBody(exchange);
    const given = body[id];
    if (typeof given !== "string") return;
    const own = partner === null ? null : body[partner];
    const partnerId = typeof own === "string" ? own : sent;
    this.made.push({ operation, id: given, partnerId, at: new Date(exchange.startedAt).toISOString() });
  }
}
