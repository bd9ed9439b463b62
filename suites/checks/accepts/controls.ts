/** The controls: realistic requests that a conforming deployment accepts. Everything else builds on them. */
import type { Exchange } from "../../../client/model.js";
import { type CaseDraft, type Check, check, type Drafts } from "../../../discovery/check.js";
import { deployment, type Target } from "../../../discovery/target.js";
import { newNames, otherType } from "../../../discovery/witnesses/refusedCombinations.js";
import { withoutFractions } from "../../../discovery/witnesses/refusedValues.js";
import { type EditOptions, sending } from "../../../engine/cases/editCase.js";
import { type Sequence, steps } from "../../../engine/cases/sequenceCase.js";
import { successText } from "../../../engine/judge/expectations.js";
import { failureOf } from "../../../engine/judge/traffic.js";
import type { Judge } from "../../../engine/model.js";
import { type Template, withTextsOf } from "../../../generators/edits/edit.js";
import { ACCOUNT_TYPES, type AccountType, accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { changedUpdate } from "../../../generators/templates/recipients.js";
import { answerText, isSuccess } from "../../../oracles/outcome.js";
import { isObject, type JsonObject } from "../../../schemas/json.js";
import { operationOf } from "../../../schemas/operation.js";
import {
  CONFLICTING_VERSION,
  CONTRACT_VERSION,
  OPERATIONS,
  type OperationId,
  type RecipientOperation,
} from "../../../schemas/operations.js";

interface Control extends Pick<EditOptions, "witnesses"> {
  readonly operation: OperationId;
  readonly words: string;
  /** None when the target has nothing to send. */
  readonly templates: (target: Target) => readonly Template[];
  readonly judge?: (id: string) => Judge;
  readonly more?: Drafts;
}

function control(
  id: `${OperationId}/accepts/control.${string}`,
  { operation, words, templates, witnesses, more, ...judge }: Control,
): Check {
  const { method, path } = operationOf(operation);
  const reads = method === "GET";
  return check(id, {
    title: `${words} is ${reads ? "returned" : "accepted"}`.replace(/^./, (letter) => letter.toUpperCase()),
    sends: `${method} ${path} ${reads ? "for" : "with"} ${words}`,
    expects: successText(operation),
    judgesControls: true,
    role: "control",
    cases: (target) => [
      ...templates(target).map((template, index) =>
        sending({
          // Reads in every profile, since the preflight sent them; for the others, the first few.
          tier: template.body === null || index < 5 ? 0 : 1,
          template,
          edit: null,
          isControl: true,
          expect: { kind: "accept" },
          message: { subject: operation, object: reads ? `a request for ${words}` : words },
          witnesses,
        }),
      ),
      ...(more?.(target) ?? []),
    ],
    ...judge,
  });
}

function ofType(operation: RecipientOperation, accountType: AccountType) {
  return ({ templates }: Target) => templates[operation].filter((one) => accountTypeOf(one) === accountType);
}

/**
 * Where recipients are created without Api-Version: creation takes the header (section 4), so that one of the two values that
 * are documented for it is accepted (section 9).
 */
function underDocumentedVersions(target: Target): CaseDraft[] {
  const [template] = ofType("createRecipient", "bank")(target);
  if (template === undefined || template.version !== null) return [];
  const underEither = async (sequence: Sequence): Promise<void> => {
    const under = (version: string) =>
      sequence.step({ ...template, id: `${template.id}, ${version}`, version }, version, { judged: false });
    const answers = await Promise.all([CONTRACT_VERSION, CONFLICTING_VERSION].map(under));
    const [first] = answers;
    if (first === undefined) return;
    const versions = `${CONTRACT_VERSION} or ${CONFLICTING_VERSION}`;
    const isTaken = answers.some(({ accepted }) => accepted);
    sequence.expect(isTaken, first, {
      message: "createRecipient refuses every documented value of Api-Version",
      expected: `accepted with a 2xx status under ${versions}`,
      actual: answers.map(({ exchange }) => answerText(exchange)).join(" and "),
      control: await sequence.reading(template, "without"),
    });
  };
  return [steps(0, underEither, { name: "documented-versions" })];
}

/** Recipients with either kind of account can be created (section 4.1). */
export const createControls: readonly Check[] = [
  control("createRecipient/accepts/control.bank", {
    operation: "createRecipient",
    words: "a recipient with a bank account",
    templates: ofType("createRecipient", "bank"),
    witnesses: [otherType],
    more: underDocumentedVersions,
  }),
  control("createRecipient/accepts/control.crypto", {
    operation: "createRecipient",
    words: "a recipient with a crypto wallet",
    templates: ofType("createRecipient", "crypto"),
    witnesses: [otherType],
  }),
];

/** Every success of an update of one kind of account has the documented status, whichever case it belongs to. */
function documentedStatus(accountType: AccountType): (id: string) => Judge {
  const { method, successStatus } = OPERATIONS.updateRecipient;
  return (id) => (answer) => {
    const { exchange, response, judging, recorder } = answer;
    // Another method is not an update.
    if (!isSuccess(exchange) || exchange.wire.method !== method || response.status === successStatus) return;
    if (accountTypeIn(judging.sent) !== accountType) return;
    const message = `updateRecipient reports success with ${response.status} instead of ${successStatus}`;
    const [expected, actual] = [`status ${successStatus}`, `${response.status}`];
    recorder.fail(id, failureOf(answer, { message, expected, actual }));
  };
}

function accountTypeIn(sent: unknown): AccountType {
  const details = isObject(sent) ? sent.payment_details : undefined;
  return isObject(details) && details.account_type === "crypto" ? "crypto" : "bank";
}

/** Recipients with either kind of account can be updated (section 4.2). */
export const updateControls: readonly Check[] = [
  control("updateRecipient/accepts/control.bank", {
    operation: "updateRecipient",
    words: "an update of a recipient with a bank account",
    templates: ofType("updateRecipient", "bank"),
    witnesses: [otherType],
    judge: documentedStatus("bank"),
  }),
  control("updateRecipient/accepts/control.crypto", {
    operation: "updateRecipient",
    words: "an update of a recipient with a crypto wallet",
    templates: ofType("updateRecipient", "crypto"),
    witnesses: [otherType],
    judge: documentedStatus("crypto"),
  }),
];

/** Whether a recipient that was updated before can be updated again, with as much waiting as helps. */
function updatedAgain(accountType: AccountType): CaseDraft[] {
  const expectAgain = (sequence: Sequence, first: Exchange, last: Exchange): void => {
    const message = "updateRecipient refuses a second update of a recipient";
    const texts = { message, expected: "accepted with 200", actual: answerText(last) };
    sequence.expect(isSuccess(last), { exchange: last }, { ...texts, control: { exchange: first } });
  };
  const updateTwice = async (sequence: Sequence, recipientId: string, template: Template): Promise<void> => {
    const update = withTextsOf({ ...template, path: { recipient_id: recipientId } }, sequence.fresh("again"));
    const first = await sequence.step(update, "first");
    if (!first.accepted) return sequence.blocked("an update that keeps every rule is refused");
    expectAgain(sequence, first.exchange, (await sequence.step(changedUpdate(update), "second")).exchange);
  };
  const onAnother = (sequence: Sequence, having: "withRecipient" | "withNewRecipient"): Promise<void> => {
    const [template] = ofType("updateRecipient", accountType)(deployment(sequence.execution.target));
    if (template === undefined) return Promise.resolve();
    return sequence.execution[having](`again ${accountType}`, accountType, ({ recipientId }) =>
      updateTwice(sequence, recipientId, template),
    );
  };
  return [
    // The preflight has already done so.
    steps(0, async (sequence) => {
      const { target, attempt } = sequence.execution;
      const known = deployment(target).updatedTwice.find((one) => one.accountType === accountType);
      if (attempt > 0) await onAnother(sequence, "withNewRecipient");
      else if (known !== undefined) expectAgain(sequence, known.first, known.last);
    }),
    steps(1, (sequence) => onAnother(sequence, "withRecipient")),
  ];
}

/** A recipient can be updated more than once (section 4.2). */
export const repeatedUpdates = check("updateRecipient/accepts/again", {
  sends: "two updates of one recipient, one after the other",
  expects: "both accepted with 200",
  cases: (target) =>
    ACCOUNT_TYPES.filter((accountType) => target.recipients[accountType].length > 0).flatMap(updatedAgain),
});

function personsOf(body: JsonObject | null): number {
  return Array.isArray(body?.business_person_list) ? body.business_person_list.length : 0;
}

/** A business can be made a customer (section 4.4). */
export const customerControl = control("createCustomer/accepts/control.business", {
  operation: "createCustomer",
  words: "a full customer with two business persons",
  // The allowed number of persons is open.
  templates: ({ templates }) => templates.createCustomer.filter(({ body }) => personsOf(body) <= 2),
  witnesses: [withoutFractions, newNames],
});

/** What a read operation lists can be read (sections 4.5 to 4.9). */
export function readControl(operation: OperationId, words: string, templates: Control["templates"]): Check {
  return control(`${operation}/accepts/control.read`, { operation, words, templates });
}

/** Files can be uploaded with each of the six values (section 4.3). Whether the query parameter is required is open. */
export const acceptedFileTypes = check("uploadFile/accepts/file_type.enum", {
  title: "Each documented file_type is accepted",
  sends: "a small file with each of the six values of file_type",
  expects: successText("uploadFile"),
  judgesControls: true,
  cases: ({ templates: { uploadFile } }) =>
    uploadFile.map((template) =>
      sending({
        tier: 0,
        template,
        edit: null,
        isControl: true,
        expect: { kind: "accept" },
        message: { subject: "uploadFile", object: `a file of type ${template.id}` },
      }),
    ),
});
