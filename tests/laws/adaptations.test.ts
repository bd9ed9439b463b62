/**
 * What discovery adapts to hides no must defect: what is learnt from a service that also has a fault must not become the
 * excuse of the fault. Each adaptation is tried together with defects of the operations that it is about.
 */
import { expect, test } from "vitest";
import { type Choices, type Defect, defectOutcome, isCaught, type Trial } from "../../selftest/outcomes.js";
import { areaSample } from "../../selftest/plan.js";
import { choicesText, sandboxDefects } from "../../selftest/services.js";
import { runTrial } from "../../selftest/trial.js";
import { CHECKS } from "../../suites/suites.js";
import { slice } from "../slice.js";
import { SERVICES } from "./services.js";

/** What does nothing under a choice: there is no 404, each receipt is several texts, or a receipt is found by the partner's id. */
const IDLE: readonly (readonly [axis: string, defect: string])[] = [
  ["unknownTransaction", "getDepositDetail/errors/body/empty-on-404"],
  ["receiptEncoding", "getTransferReceipt/state/unknown-id/other-receipt"],
  ["receiptParameter", "getTransferReceipt/accepts/control.read/failed-transfer-fails"],
  ["receiptParameter", "getTransferReceipt/response/body.type/failed-null"],
];

/** What nobody could tell from what the document leaves open: no check is exercised by it, and the reason says why. */
const OPEN: readonly (readonly [axis: string, defect: RegExp, reason: RegExp])[] = [
  [
    "fileEncoding",
    /^uploadFile\/accepts\/file_type.enum\/never$/,
    /which encoding, size and format a file needs is left open/,
  ],
  // No address that is real has fewer.
  ["walletAddresses", /wallet_address\.minLength\/from-34$/, /only addresses that are real on/],
  [
    "listFilters",
    /^listTransactions\/accepts\/control.read\/never$/,
    /cannot be read without a filter that is not documented/,
  ],
  ["lookup", /^get(?:Deposit|Transfer)Detail\/state\/both-ways\//, /one of the two ids alone is not accepted/],
  [
    "createRequired",
    /recipient_id.unique\/per-partner$/,
    /a creation without website, address_info, file_id_list is refused/,
  ],
];

/** What was hidden once. */
const ONCE_HIDDEN: readonly (readonly [choices: Choices, defect: string])[] = [
  [
    { networkCurrency: "ofNetwork" },
    "createRecipient/refuses/payment_details.bank.account_currency.minLength/bytes-counted",
  ],
  [{ fileTypeMissing: "refused" }, "uploadFile/accepts/file_type.enum/none-taken"],
  [{ repeatedAccounts: "refused" }, "createRecipient/accepts/payment_details.crypto.wallet_address.pattern/no-z-at-1"],
  [{ allowance: "120" }, "createRecipient/accepts/file_id_list.maxItems/must-be-empty"],
  [{ repeatedFiles: "refused" }, "uploadFile/refuses/body.type/accepted"],
  [{ listTypeWords: "ledger" }, "getDepositDetail/accepts/control.read/version-demanded"],
  [{ fileUses: "one" }, "updateRecipient/accepts/file_id_list.maxItems/must-be-empty"],
  [{ fileUses: "one" }, "createRecipient/refuses/file_id_list.maxItems/one-more"],
  [{ fileUses: "one" }, "updateRecipient/refuses/file_id_list[].type/first-three-only"],
  [{ fileUses: "one" }, "createRecipient/echo/file_id_list/sorted"],
  [{ fileUses: "one" }, "createCustomer/echo/business_details.business_identifier_document_list/first-two"],
  [
    { fileUses: "one" },
    "createCustomer/refuses/business_person_list[].identification.id_document_front_file_id.type/list-unwrapped",
  ],
  [{ extraFields: "some" }, "listTransactions/state/pages.disjoint/repeated-on-page"],
  [{ extraFields: "some" }, "listTransactions/state/page_size/long-twice"],
  [{ repeatedNames: "refused" }, "createCustomer/accepts/file_type.context/fronts"],
  [{ unknownTransaction: "204" }, "getDepositDetail/state/unknown-id/newest-one"],
];

/** What is hidden still. Its tests say so when it is hidden no more. */
const STILL_HIDDEN: readonly (readonly [choices: Choices, defect: string])[] = [
  // Where a list of none, or of one, is refused, nothing shows that a file may be used once only.
  [{ fileUses: "one" }, "createRecipient/accepts/file_id_list.empty/refused"],
  [{ fileUses: "one" }, "createRecipient/accepts/file_id_list.maxItems/two-at-least"],
];

const LEVELS = new Map(CHECKS.map(({ id, level }) => [id, level]));

/** Whether a defect departs from a stated rule of one of some operations, and leaves the choice as it is. */
function concerns(
  { id, operation, checks: [check = ""], service }: Defect,
  choices: Choices,
  about: readonly string[],
) {
  const needs = service.kind === "sandbox" ? Object.keys(service.behaviours) : [];
  const isIdle = IDLE.some(([axis, defect]) => axis in choices && defect === id);
  return about.includes(operation) && LEVELS.get(check) === "must" && !isIdle && !needs.some((axis) => axis in choices);
}

/** Defects that are tried with each service, of areas that differ. */
const EACH = 3;

/** One of every second service where not all are tried: of those that services.test.ts leaves out. */
const SAMPLE = slice(
  SERVICES.flatMap(({ behaviours: choices, operations }, index) => {
    const fitting = sandboxDefects().filter((defect) => concerns(defect, choices, operations));
    return areaSample(fitting, index)
      .slice(0, EACH)
      .map((defect) => ({ choices, defect, title: choicesText(choices), pair: Math.ceil(index / 2) }));
  }),
  ({ pair }) => String(pair),
);

interface Pair {
  readonly choices: Choices;
  readonly defect: Defect;
}

const named = (pairs: typeof ONCE_HIDDEN) =>
  pairs.flatMap(([choices, id]) =>
    sandboxDefects()
      .filter((defect) => defect.id === id)
      .map((defect) => ({ choices, defect, title: choicesText(choices), pair: -1 })),
  );
const FOUND = named(ONCE_HIDDEN);
const HIDDEN = named(STILL_HIDDEN);

test("what was hidden once, or is, is still a defect", () => {
  expect([FOUND.length, HIDDEN.length]).toEqual([ONCE_HIDDEN.length, STILL_HIDDEN.length]);
});

async function expectCaught({ choices, defect }: Pair): Promise<void> {
  const { operation, service, checks, id } = defect;
  const behaviours = { ...(service.kind === "sandbox" ? service.behaviours : {}), ...choices };
  const tried = (focus: Trial["focus"]) =>
    runTrial({
      id,
      service: { kind: "sandbox", behaviours, defect: id },
      profile: "standard",
      operations: [operation],
      checks: [],
      focus,
      waits: false,
      tellsRequests: false,
    });
  let record = await tried(checks.filter((check) => LEVELS.has(check)));
  if (!isCaught(defectOutcome(defect, record))) record = await tried(null);
  const open = OPEN.find(([axis, which]) => axis in choices && which.test(id));
  const told = record.others.map(({ message }) => message).join("\n");
  if (open === undefined) expect({ ...defectOutcome(defect, record), told }).toSatisfy(isCaught);
  else expect(told).toMatch(open[2]);
}

test.each([...FOUND, ...SAMPLE.entries])(`$title does not hide $defect.id (${SAMPLE.told})`, expectCaught);
test.fails.each(HIDDEN)("$title hides $defect.id", expectCaught);
