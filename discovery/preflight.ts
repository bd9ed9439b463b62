/** Preflight: reaches the target, finds the answers that later cases build on, and makes what they need. */

import { type Sender, via } from "../client/send.js";
import type { Found } from "../engine/contract.js";
import type { Observations } from "../engine/judge/observations.js";
import { AnsweredControls } from "../engine/send/controls.js";
import { Permissions } from "../engine/send/permissions.js";
import { reach, TargetError } from "../engine/send/reachability.js";
import type { Template } from "../generators/edits/edit.js";
import { readTemplate } from "../generators/templates/readTemplate.js";
import { amount } from "../reports/visible.js";
import { OPERATION_IDS, type OperationId } from "../schemas/operations.js";
import { DOORS } from "./doors.js";
import type { Probe } from "./factSearch.js";
import { pageQuery, readList } from "./list.js";
import { type Lookups, readDetails } from "./lookups.js";
import { findReceipt } from "./receipt.js";
import type { KnownTransaction, Target } from "./target.js";
import { ACCOUNT_REQUIREMENT, type PreflightOptions, prepareWrites } from "./writes.js";

export type { PreflightOptions } from "./writes.js";

export interface Preflight extends Found {
  readonly target: Target;
}

function detailTemplates(operation: OperationId, known: readonly KnownTransaction[]): Template[] {
  return known.map(({ query }, index) => readTemplate(operation, query, `${index + 1}`));
}

async function prepareReads(probe: Probe, options: PreflightOptions) {
  const listed = await readList(probe, options.now);
  const named = {
    ...(options.transferId === null ? {} : { getTransferDetail: options.transferId }),
    ...(options.depositId === null ? {} : { getDepositDetail: options.depositId }),
  };
  const lookups = await readDetails(probe.sender, listed.items, named, options);
  return { listed, lookups, receipt: await findReceipt(probe, lookups.transfers) };
}

/** Where an operation gets the subject of its requests. */
const SOURCES: Readonly<Partial<Record<OperationId, OperationId>>> = {
  updateRecipient: "createRecipient",
  getTransferDetail: "listTransactions",
  getTransferReceipt: "listTransactions",
  getDepositDetail: "listTransactions",
};

/** A transfer that is not completed may have no receipt. */
function isUnfinished({ detail }: KnownTransaction): boolean {
  return detail.status === "pending" || detail.status === "failed";
}

/** Whether the transactions leave nothing for an operation to show. */
const NONE_TO_ASK_FOR: Readonly<Partial<Record<OperationId, (lookups: Lookups) => boolean>>> = {
  getTransferDetail: ({ transfers }) => transfers.length === 0,
  getTransferReceipt: ({ transfers }) => transfers.every(isUnfinished),
  getDepositDetail: ({ deposits }) => deposits.length === 0,
};

/**
 * Runs the preflight.
 * @throws TargetError when the target cannot be reached, is not this service, or refuses the credentials everywhere
 */
export async function runPreflight(
  plain: Sender,
  options: PreflightOptions,
  observations: Observations,
): Promise<Preflight> {
  const answered = new AnsweredControls();
  const permissions = new Permissions();
  const sender = via(plain, permissions.intercept, answered.intercept);
  await reach(sender, options.baseUrl, DOORS);
  const probe: Probe = { sender, observations, stated: options.stated, findings: new Map() };
  // Writing and reading are independent, and on a distant target each answer takes time.
  const [writes, reads] = await Promise.all([prepareWrites(probe, options), prepareReads(probe, options)]);
  const { listed, lookups, receipt } = reads;
  const { transfers, deposits, mismatched, unfound } = lookups;
  const unready: Partial<Record<string, string>> = { ...writes.unready };
  const unread =
    listed.items.length === 0
      ? "no transaction is listed"
      : `none of the ${listed.items.length} listed transactions has such a detail`;
  if (transfers.length === 0)
    unready.getTransferDetail = `no transfer is known: ${unread}, and CONFORMANCE_TRANSFER_ID names none`;
  if (deposits.length === 0)
    unready.getDepositDetail = `no deposit is known: ${unread}, and CONFORMANCE_DEPOSIT_ID names none`;
  const noTransfer = "no transfer is known whose receipt could be requested";
  if (receipt === null)
    unready.getTransferReceipt = transfers.every(isUnfinished)
      ? noTransfer
      : "no parameter name that was tried gets a receipt";
  if (listed.refusal !== null)
    unready.listTransactions = `the list cannot be read without a filter that is not documented: ${listed.refusal} (section 4.6)`;
  const forbidden = await permissions.missing(sender);
  const [everywhere] = forbidden.values();
  if (everywhere !== undefined && !permissions.anyTaken())
    throw new TargetError(`${options.baseUrl} refuses every operation that was tried with 403: ${everywhere}.`);
  for (const [operation, reason] of forbidden) unready[operation] = reason;
  const isUnaskable = (operation: OperationId): boolean => {
    const source = SOURCES[operation];
    const isWithout = source !== undefined && unready[operation] !== undefined;
    const isNamed = options.transferId !== null || options.depositId !== null;
    const isNone = NONE_TO_ASK_FOR[operation]?.(lookups) === true;
    const isEmpty = isNone && lookups.allFound && !isNamed;
    return forbidden.has(operation) || (isWithout && (isEmpty || forbidden.has(source)));
  };
  const { firstPage, size } = listed.pages ?? { firstPage: 1, size: 10 };
  const target: Target = {
    ...writes,
    seed: options.seed,
    profile: options.profile,
    noWrites: options.noWrites,
    onlyRefused: options.onlyRefused,
    credentialsEdits: options.credentialsEdits,
    transfers,
    deposits,
    mismatched,
    unfound,
    pages: listed.pages,
    unready,
    templates: {
      ...writes.templates,
      getTransferDetail: detailTemplates("getTransferDetail", transfers),
      getDepositDetail: detailTemplates("getDepositDetail", deposits),
      listTransactions:
        listed.refusal === null ? [readTemplate("listTransactions", pageQuery(firstPage, size), "first")] : [],
      getTransferReceipt: receipt === null ? [] : [readTemplate("getTransferReceipt", receipt, "receipt")],
      listBalances: [readTemplate("listBalances", {}, "all")],
    },
  };
  const access = permissions.accepted()
    ? "credentials accepted"
    : "no answer shows whether the credentials are accepted";
  return {
    target,
    lines: [access, ...linesOf(target, observations)],
    facts: probe.findings,
    goodReads: permissions.goodReads(),
    unaskable: new Set(OPERATION_IDS.filter(isUnaskable)),
    // Updates were answered here before it was known that they become visible late.
    answered: (template) =>
      template.operation === "updateRecipient" && writes.updateDelay !== null ? undefined : answered.to(template),
  };
}

function linesOf(target: Target, observations: Observations): string[] {
  const answers = [
    "preflight.createRecipient.version",
    ACCOUNT_REQUIREMENT,
    "preflight.createCustomer.version",
    "unknown.uploadFile.fileEncoding",
    "unknown.listTransactions.pageBase",
    "unknown.getTransferReceipt.parameterName",
  ].flatMap((id) => observations.get(id)?.text ?? []);
  const counts = `${amount(target.transfers.length, "transfer")}, ${amount(target.deposits.length, "deposit")} known`;
  return [...answers, counts];
}
