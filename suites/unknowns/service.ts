/** What surrounds the operations: wallets, undocumented methods and paths, and what other partners see. */
import type { Exercise, SuiteEntry } from "../../discovery/check.js";
import type { Target } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { isObject, type JsonRecord } from "../../schemas/json.js";
import { OPERATIONS, type OperationId, type RecipientOperation } from "../../schemas/operations.js";
import { meaningOf } from "../../schemas/statuses.js";
import { pageTemplate } from "../checks/state/pages.js";
import { templateOf, withoutFiles } from "../recipientTemplates.js";
import {
  type Ask,
  type Attempt,
  answerWith,
  asks,
  attempt,
  type Find,
  needing,
  type Rows,
  readRequest,
  repetition,
  seen,
  setting,
  told,
  unknowns,
  withBody,
} from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { onReads } from "./versions.js";
import { extended, gathered, namesOf, type Outcome, outcome, phrase, readOutcome, valuesSeen } from "./words.js";

interface Wallets {
  readonly reply: Reply;
  readonly wallets: readonly JsonRecord[];
}

async function listedWallets(asked: Inquiry, template: Template): Promise<Wallets | null> {
  const reply = await asked.ask(template, null);
  const wallets = reply.accepted && Array.isArray(reply.value) ? reply.value.filter(isObject) : [];
  return wallets.length === 0 ? null : { reply, wallets };
}

/** Fields by which wallets may be sorted. */
const ORDERS = [["currency", "network"], ["network", "currency"], ["currency_type"], ["status"]];

function orderOf({ wallets }: Wallets): Observed | null {
  if (wallets.length < 2) return null;
  const isBy = (names: readonly string[]) => {
    const keys = wallets.map((wallet) => names.map((name) => String(wallet[name] ?? "")).join(" "));
    return keys.every((value, index) => index === 0 || (keys[index - 1] ?? "") <= value);
  };
  const names = ORDERS.find(isBy);
  return names === undefined
    ? { value: { by: [] }, text: "in no order that the fields show" }
    : { value: { by: names }, text: `by ${names.join(" and ")}` };
}

function emptyWallets({ wallets }: Wallets): Observed {
  const listed = wallets.some(({ total_amount: total }) => total === 0);
  const text = listed ? "a wallet that holds nothing is listed" : "every listed wallet holds something";
  return { value: { listed }, text };
}

function inactiveWallets({ wallets }: Wallets): Observed {
  const listed = wallets.some(({ status }) => status === "inactive");
  const statuses = valuesSeen(wallets.map(({ status }) => status));
  const text = listed ? "inactive wallets are listed" : `no inactive wallet is listed; seen: ${statuses.text}`;
  return { value: { listed, statuses: statuses.value }, text };
}

function heldAmount({ wallets }: Wallets): Observed {
  const held = wallets.some(
    ({ total_amount: total, available_amount: available }) =>
      typeof total === "number" && typeof available === "number" && available < total,
  );
  const text = held
    ? "some wallets have less available than in total; why is not shown"
    : "in every wallet the available amount equals the total";
  return { value: { held }, text };
}

function fiatNetwork({ wallets }: Wallets): Observed | null {
  const fiat = wallets.filter(({ currency, currency_type: type }) => currency === "USD" || type === "fiat");
  return fiat.length === 0 ? null : phrase`network of a fiat wallet: ${valuesSeen(fiat.map(({ network }) => network))}`;
}

/** How a method is answered, in few words: with a header that lists the served ones. */
function methodSeen({ status, exchange }: Reply): Outcome {
  const allow = exchange.response?.headers.allow;
  return {
    value: { status, ...(allow === undefined ? {} : { allow }) },
    text: `${status ?? "no answer"}${allow === undefined ? "" : ` with Allow ${allow}`}`,
  };
}

/** Other methods on an operation's path, where the document does not say what they get. */
export function methods(operation: OperationId): SuiteEntry {
  const { path, method: own, errorStatuses } = OPERATIONS[operation];
  if (errorStatuses.includes(405)) return [];
  // Without permission to write, a target is sent only GET.
  const others = (target: Target): string[] | null => {
    const tried = ["GET", "POST", "PUT", "PATCH", "DELETE"]
      .filter((method) => method !== own)
      .filter((method) => target.noWrites === null || method === "GET");
    return tried.length === 0 ? null : tried;
  };
  return unknowns(operation, others, {
    [`unknown.${operation}.methodStatus`]: asks(async (asked, id, tried) => {
      const attempts: Attempt[] = [];
      const [first] = tried;
      for (const method of tried) {
        const reply = await asked.send(readRequest(path, method), "failures");
        attempts.push(attempt(method, reply, methodSeen(reply)));
      }
      const stranger = await asked.send(readRequest(path, first, "neither"), "failures");
      attempts.push(attempt(`${first} without credentials`, stranger, methodSeen(stranger)));
      answerWith(asked, id, attempts, attempts[0]?.reply);
    }),
  });
}

const { path: BALANCES } = OPERATIONS.listBalances;

/** Ways to write a path that may count as the same one. */
const VARIANTS: Readonly<Record<string, string>> = {
  "a trailing slash": `${BALANCES}/`,
  "a doubled slash": BALANCES.replace("/api/", "/api//"),
  "upper case": BALANCES.toUpperCase(),
};

/** Requests outside the documented paths: whatever the answer, it is nobody's fault. */
function beside(
  requests: Readonly<Record<string, readonly [path: string, method?: string]>>,
  see: (reply: Reply) => Observed = outcome,
): Ask<unknown> {
  return asks(async (asked, id) => {
    const attempts: Attempt[] = [];
    for (const [name, [path, method]] of Object.entries(requests)) {
      const reply = await asked.send(readRequest(path, method), "nothing");
      attempts.push(attempt(name, reply, see(reply)));
    }
    answerWith(asked, id, attempts, attempts.at(-1)?.reply);
  });
}

/** The detail of returns: its path is mentioned, nothing else (section 4.10). */
const RETURN_DETAIL = "/api/transactions/return/detail";

/** What it answers without a parameter, and to the id of a transfer. */
async function returnDetail(asked: Inquiry) {
  const id = asked.target.transfers.find(({ detail }) => detail.status === "completed")?.transactionId;
  const queries = {
    "no parameter": "",
    ...(id === undefined ? {} : { "transaction_id of a transfer": `?transaction_id=${encodeURIComponent(id)}` }),
  };
  const replies: [string, Reply][] = [];
  for (const [name, query] of Object.entries(queries))
    replies.push([name, await asked.send(readRequest(RETURN_DETAIL + query), "nothing")]);
  const reply = replies.at(-1)?.[1];
  return reply === undefined ? null : { reply, tried: gathered(replies.map(([name, each]) => [name, outcome(each)])) };
}

function returnFields({ reply, tried }: { readonly reply: Reply; readonly tried: Outcome }): Observed {
  const fields = namesOf(reply.body);
  return fields.length === 0
    ? { value: null, text: `no return was found: ${tried.text}` }
    : { value: fields, text: fields.join(", ") };
}

/** What is asked about wallets, and about the service as a whole. */
export const balances = [
  unknowns(
    "listBalances",
    ({ templates }) => templates.listBalances[0],
    seen(listedWallets, {
      "unknown.listBalances.emptyWallets": emptyWallets,
      "unknown.listBalances.inactiveWallets": inactiveWallets,
      "unknown.listBalances.ordering": orderOf,
      "unknown.listBalances.heldAmount": heldAmount,
      "conflict.listBalances.fiatNetwork": fiatNetwork,
    }),
  ),
  unknowns("listBalances", (target) => target, {
    "unknown.unknownPath": asks(async (asked, id) => {
      const reply = await asked.send(readRequest("/api/ppconform-unknown"), "nothing");
      asked.answer(id, outcome(reply), reply);
    }),
    "unknown.pathVariants": beside(Object.fromEntries(Object.entries(VARIANTS).map(([name, path]) => [name, [path]]))),
    "unknown.headAndOptions": needing(
      // Without permission to write, a target is sent only GET.
      (target) => (target.noWrites === null ? target : null),
      beside(
        Object.fromEntries(
          [BALANCES, OPERATIONS.createRecipient.path].flatMap((path) =>
            ["HEAD", "OPTIONS"].map((method) => [`${method} ${path}`, [path, method] as const]),
          ),
        ),
        methodSeen,
      ),
    ),
    "unknown.apiVersionOnReads": onReads,
  }),
  unknowns(
    "getTransferDetail",
    (target) => target,
    seen(
      returnDetail,
      { "unknown.returnDetail.parameters": ({ tried }) => tried, "unknown.returnDetail.response": returnFields },
      () => ({ tier: 2 }),
    ),
  ),
];

const BY_SECOND = { credentials: "second" } as const;

/** Whether an answer is addressed to the second partner, and not to invalid credentials. */
function isAnswer({ status }: Reply): boolean {
  return status !== null && meaningOf(status) !== "credentials";
}

/** What is asked with the credentials of a second partner, where these are known: what it sees of the first one. */
function bySecond<S>(operation: OperationId, subject: Find<S>, rows: Rows<S>): Exercise {
  return unknowns(operation, (target) => (target.credentialsEdits.has("second") ? subject(target) : null), rows);
}

/** Files of the first partner are a separate mistake. */
function bare(operation: RecipientOperation) {
  return (target: Target): Template | null => {
    const template = templateOf(target, operation, "bank");
    return template === undefined ? null : withoutFiles(template);
  };
}

export const partners = {
  createRecipient: bySecond("createRecipient", bare("createRecipient"), {
    "unknown.partners.partnerIds": asks(async (asked, id, template) => {
      const value = asked.fresh("same id of two partners");
      const edit = setting("partner_recipient_id", value);
      const own = withTextsOf(template, value);
      const first = await asked.ask(own, edit);
      const second = first.accepted ? await asked.ask(own, edit, BY_SECOND) : first;
      if (second === first || !isAnswer(second)) return;
      const went = repetition(first, second, "recipient_id", "recipient");
      asked.answer(id, phrase`a creation with the id that another partner used is ${went}`, second);
    }),
    "unknown.partners.files": asks(async (asked, id, template) => {
      const [file] = asked.target.references;
      if (file === undefined || !(await asked.ask(template, null, BY_SECOND)).accepted) return;
      const reply = await asked.ask(withBody(template, { file_id_list: [file] }), null, BY_SECOND);
      asked.answer(id, told("a file of another partner is")(reply), reply);
    }),
  }),
  updateRecipient: bySecond("updateRecipient", bare("updateRecipient"), {
    "unknown.partners.update": asks((asked, id, template) =>
      asked.execution.withRecipient("of another partner", "bank", async ({ recipientId }) => {
        const reply = await asked.ask({ ...template, path: { recipient_id: recipientId } }, null, BY_SECOND);
        if (isAnswer(reply)) asked.answer(id, told("an update of another partner's recipient is")(reply), reply);
      }),
    ),
  }),
  getTransferDetail: bySecond("getTransferDetail", ({ transfers: [known] }) => known, {
    "unknown.partners.transactions": asks(async (asked, id, known) => {
      const reply = await asked.ask(readTemplate("getTransferDetail", known.query), null, BY_SECOND);
      if (!isAnswer(reply)) return;
      const shown = reply.accepted && reply.body.transaction_id === known.transactionId;
      const went = extended(readOutcome(reply), { shown }, shown ? " and shown" : "");
      asked.answer(id, phrase`a request for another partner's transfer is ${went}`, reply);
    }),
  }),
  listTransactions: bySecond("listTransactions", (target) => target, {
    "unknown.partners.list": needing(
      ({ pages, transfers, deposits }) => (transfers.length + deposits.length === 0 ? null : pages),
      asks(async (asked, id, pages) => {
        const { transfers, deposits } = asked.target;
        const own = new Set([...transfers, ...deposits].map(({ transactionId }) => transactionId));
        const reply = await asked.ask(pageTemplate(pages.firstPage, pages.size), null, BY_SECOND);
        const { items } = reply.body;
        if (!reply.accepted || !Array.isArray(items)) return;
        const shared = items.some((item) => isObject(item) && typeof item.id === "string" && own.has(item.id));
        const text = `it shows ${shared ? "transactions" : "no transaction"} of the first partner`;
        asked.answer(id, { value: { shared }, text }, reply);
      }),
    ),
  }),
};
