/** Pages for developers who use the sandbox: what it is, and what is in it. Not part of the contract. */
import { readFileSync } from "node:fs";
import { Eta } from "eta";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { JsonObject } from "./json.js";
import { OPERATIONS } from "./operations/operations.js";
import type { Service } from "./service.js";
import { type Recipient, recipientStatus } from "./state.js";
import { customerView, listStatus, recipientView, transactionView, walletView } from "./views.js";

interface Cell {
  readonly text: string;
  readonly link?: string;
}

interface Page {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly Cell[])[];
  }[];
  readonly text?: string;
}

/** Rows of one table, the newest first. */
const MOST_ROWS = 100;

const eta = new Eta({ autoTrim: false });
let template: string | undefined;

function show(reply: FastifyReply, page: Page, status = 200): void {
  template ??= readFileSync(new URL("page.eta", import.meta.url), "utf8");
  const html = eta.renderString(template, page);
  // What a partner stored is never run: no script is allowed, and nothing is loaded.
  reply
    .code(status)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
    .send(html);
}

function linked(id: string): Cell {
  return { text: id, link: `/_sandbox/resources/${encodeURIComponent(id)}` };
}

function overview(service: Service): Page {
  const { state, behaviour, mode } = service;
  const now = service.now();
  const counts = `${state.recipients.size} recipients, ${state.customers.size} customers, ${state.files.size} files, ${state.transactions.size} transactions`;
  const resources = <T extends Pick<Recipient, "id" | "partnerId">>(
    title: string,
    all: Iterable<T>,
    statusOf: (one: T) => string,
  ) => ({
    title,
    columns: ["id", "partner's id", "status"],
    rows: [...all]
      .slice(-MOST_ROWS)
      .reverse()
      .map((one) => [linked(one.id), { text: one.partnerId }, { text: statusOf(one) }]),
  });
  return {
    title: "Sandbox of the partner payments service",
    lines: [
      `In memory: ${counts}. State changes: ${mode}. The newest ${MOST_ROWS} of each kind are shown; reload for what is new.`,
      "No money is moved. This page is not part of the contract.",
    ],
    tables: [
      resources("Recipients", state.recipients.values(), (one) => recipientStatus(one, now)),
      resources("Customers", state.customers.values(), () => "active"),
      resources("Transactions", state.transactionList(), (one) => listStatus(one, service)),
      {
        title: "Wallets",
        columns: ["currency", "total", "available", "status"],
        rows: state.wallets
          .map((wallet) => walletView(wallet, service))
          .map(({ currency, total_amount, available_amount, status }) =>
            [currency, total_amount, available_amount, status].map((text) => ({ text: String(text) })),
          ),
      },
      {
        title: "Behaviour",
        columns: ["axis", "value"],
        rows: Object.entries(behaviour).map(([axis, value]) => [{ text: axis }, { text: String(value) }]),
      },
    ],
  };
}

function resourceView(id: string, service: Service): JsonObject | undefined {
  const { recipients, customers, transactions } = service.state;
  const [recipient, customer, transaction] = [recipients.get(id), customers.get(id), transactions.get(id)];
  if (recipient !== undefined) return recipientView(recipient, service);
  if (customer !== undefined) return customerView(customer, service);
  return transaction && transactionView(transaction, service);
}

/** What this is, and where to look. */
const WELCOME: Page = {
  title: "Sandbox of the partner payments service",
  lines: [
    'It serves the nine documented operations; each needs X-API-Key and X-API-Secret, which "ppconform sandbox --print-env" prints.',
  ],
  tables: [
    {
      title: "Where to look",
      columns: ["address", "what is there"],
      rows: [
        [{ text: "/_sandbox", link: "/_sandbox" }, { text: "what is in it" }],
        [{ text: "/_sandbox/state", link: "/_sandbox/state" }, { text: "the same as JSON" }],
        [{ text: "/_sandbox/webhook", link: "/_sandbox/webhook" }, { text: "where webhooks go" }],
      ],
    },
    {
      title: "Operations",
      columns: ["method", "path"],
      rows: OPERATIONS.map(({ method, path }) => [{ text: method }, { text: path.replace(/:(\w+)/, "{$1}") }]),
    },
  ],
};

export function mountPages(server: FastifyInstance, service: Service): void {
  server.get("/", (_request, reply) => show(reply, WELCOME));
  server.get("/_sandbox", (_request, reply) => show(reply, overview(service)));
  server.get<{ Params: { id: string } }>("/_sandbox/resources/:id", (request, reply) => {
    const { id } = request.params;
    const view = resourceView(id, service);
    const nothing = { title: "Nothing has this id", lines: ["It may have ended with an earlier sandbox."], tables: [] };
    if (view === undefined) show(reply, { ...nothing, text: id }, 404);
    else show(reply, { title: id, lines: [], tables: [], text: JSON.stringify(view, undefined, 2) });
  });
}
