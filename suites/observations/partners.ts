/** What a partner sees of another partner, of which the document says nothing (sections 2 to 5). */
import type { Exercise } from "../../engine/check.js";
import type { Target } from "../../engine/model.js";
import { withTextsOf } from "../../generators/edits/edit.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { isObject } from "../../schemas/json.js";
import type { OperationId } from "../../schemas/operations.js";
import { meaningOf } from "../../schemas/statuses.js";
import { pageTemplate } from "../checks/state/pages.js";
import { templateOf, withoutFiles } from "../recipientTemplates.js";
import { type Inquiry, inquiries, inquiry, type Reply, withBody } from "./observing.js";
import { extended, outcome, phrase, readOutcome } from "./texts.js";
import { repetition } from "./trials.js";

const UNKNOWN = "unknown.partners";
const BY_SECOND = { credentials: "second" } as const;

/** Whether an answer is one to the second partner, and not to credentials that are not valid at all. */
function isAnswer({ status }: Reply): boolean {
  return status !== null && meaningOf(status) !== "credentials";
}

/** What is asked with the credentials of the second partner, where these are known. */
function bySecond(
  operation: OperationId,
  topicsOf: (target: Target) => Readonly<Record<string, (asked: Inquiry) => Promise<void>>> | null,
): Exercise {
  return inquiries(operation, "partners", (target) =>
    target.credentialsEdits.has("second")
      ? Object.entries(topicsOf(target) ?? {}).map(([topic, ask]) => inquiry(topic, {}, ask))
      : [],
  );
}

const update = bySecond("updateRecipient", (target) => {
  const template = templateOf(target, "updateRecipient", "bank");
  if (template === undefined) return null;
  return {
    update: (asked) =>
      asked.execution.withRecipient("of another partner", "bank", async ({ recipientId }) => {
        // Files of the first partner are a fault of their own.
        const bare = withoutFiles(template);
        const reply = await asked.ask({ ...bare, path: { recipient_id: recipientId } }, null, BY_SECOND);
        if (!isAnswer(reply)) return;
        const went = phrase`an update of another partner's recipient is ${outcome(reply)}`;
        asked.answer(`${UNKNOWN}.update`, went, reply);
      }),
  };
});

const transactions = bySecond("getTransferDetail", ({ transfers: [known] }) => {
  if (known === undefined) return null;
  return {
    transactions: async (asked) => {
      const reply = await asked.ask(readTemplate("getTransferDetail", known.query), null, BY_SECOND);
      if (!isAnswer(reply)) return;
      const shown = reply.accepted && reply.body.transaction_id === known.transactionId;
      const went = extended(readOutcome(reply), { shown }, shown ? " and shown" : "");
      asked.answer(`${UNKNOWN}.transactions`, phrase`a request for another partner's transfer is ${went}`, reply);
    },
  };
});

const list = bySecond("listTransactions", ({ pages, transfers, deposits }) => {
  const own = new Set([...transfers, ...deposits].map(({ transactionId }) => transactionId));
  if (pages === null || own.size === 0) return null;
  return {
    list: async (asked) => {
      const reply = await asked.ask(pageTemplate(pages.firstPage, pages.size), null, BY_SECOND);
      const { items } = reply.body;
      if (!reply.accepted || !Array.isArray(items)) return;
      const shared = items.some((item) => isObject(item) && typeof item.id === "string" && own.has(item.id));
      const text = shared
        ? "it shows transactions of the first partner"
        : "it shows no transaction of the first partner";
      asked.answer(`${UNKNOWN}.list`, { value: { shared }, text }, reply);
    },
  };
});

const creation = bySecond("createRecipient", (target) => {
  const template = templateOf(target, "createRecipient", "bank");
  if (template === undefined) return null;
  const bare = withoutFiles(template);
  const [file] = target.recipientFiles;
  return {
    async partnerIds(asked) {
      const value = asked.fresh("same id of two partners");
      const edit = { kind: "set", at: ["partner_recipient_id"], value } as const;
      const own = withTextsOf(bare, value);
      const first = await asked.ask(own, edit);
      const second = first.accepted ? await asked.ask(own, edit, BY_SECOND) : first;
      if (second === first || !isAnswer(second)) return;
      const went = phrase`a creation with the id that another partner used is ${repetition(first, second, "recipient_id", "recipient")}`;
      asked.answer(`${UNKNOWN}.partnerIds`, went, second);
    },
    async files(asked) {
      if (file === undefined || !(await asked.ask(bare, null, BY_SECOND)).accepted) return;
      const reply = await asked.ask(withBody(bare, { file_id_list: [file] }), null, BY_SECOND);
      asked.answer(`${UNKNOWN}.files`, phrase`a file of another partner is ${outcome(reply)}`, reply);
    },
  };
});

/** What is asked with the credentials of the second partner. */
export const partners = { creation, update, transactions, list };
