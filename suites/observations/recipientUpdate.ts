/** What recipient update does where sections 2.1, 2.2, 3 and 4.2 are silent. Each inquiry works on recipients of its own. */
import { setTimeout as pause } from "node:timers/promises";
import { untilUpdatable } from "../../engine/adaptation/recipientAge.js";
import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, Profile, Target } from "../../engine/model.js";
import type { Template } from "../../generators/edits/edit.js";
import { isObject, type Json, type Pointer } from "../../generators/json.js";
import type { AccountType } from "../../generators/templates/accountTypes.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { sameValue } from "../../oracles/sameValue.js";
import { type Inquiry, inquiryCase, type Reply, templateOf } from "./observing.js";
import { gathered, isNone, memberAt, outcome, shown } from "./texts.js";
import { nullsCase, STRANGE_FIELD, strangeFieldWords, tryAll } from "./trials.js";

const OPEN = "unknown.updateRecipient";
/** How long a recipient is left alone before its status is looked at again, in milliseconds. */
const PATIENCE: Readonly<Record<Profile, number>> = { smoke: 0, standard: 1200, deep: 3000 };

/** A recipient that was made for a inquiry, and the update that goes with it. */
export interface OwnRecipient {
  readonly id: string;
  readonly created: Reply;
  readonly sent: Template;
  /** A full update of it, its path filled in. */
  readonly update: Template;
}

/** Creates a recipient for one inquiry alone; null when that is refused. */
export async function ownRecipient(inquiry: Inquiry, accountType: AccountType): Promise<OwnRecipient | null> {
  const sent = templateOf(inquiry.target, "createRecipient", accountType);
  const update = templateOf(inquiry.target, "updateRecipient", accountType);
  if (sent === undefined || update === undefined) return null;
  const created = await inquiry.ask(sent, null);
  const id = created.body.recipient_id;
  if (!created.accepted || typeof id !== "string" || id === "") return null;
  await untilUpdatable(inquiry.target, Date.now());
  return { id, created, sent, update: { ...update, path: { recipient_id: id } } };
}

function updateProbe(
  topic: string,
  tier: number,
  execute: (inquiry: Inquiry, own: OwnRecipient) => Promise<void>,
): Case {
  return inquiryCase("updateRecipient", topic, tier, null, async (inquiry) => {
    const own = await ownRecipient(inquiry, "bank");
    if (own !== null) await execute(inquiry, own);
  });
}

/** What became of a stored value that an update did not carry. */
function fate(before: unknown, after: unknown): string {
  // Of an object only what was sent counts: the service may have fields of its own.
  const own =
    isObject(before) && isObject(after)
      ? Object.keys(before).map((name) => [before[name], after[name]])
      : [[before, after]];
  if (own.every(([, now]) => isNone(now))) return "cleared";
  return own.every(([then, now]) => sameValue(then, now)) ? "kept" : "replaced by another value";
}

/** Leaves fields out of an update and compares them with what was stored. */
function omitted(topic: string, places: readonly Pointer[]): Case {
  return updateProbe(`omitted.${topic}`, 1, async (inquiry, own) => {
    let body: Json = own.update.body ?? {};
    for (const at of places) body = without(body, at);
    if (!isObject(body)) return;
    const reply = await inquiry.ask({ ...own.update, body }, null);
    const name = (at: Pointer) => at.join(".");
    if (!reply.accepted) {
      inquiry.answer(
        `${OPEN}.omitted.${topic}`,
        `an update without ${places.map(name).join(", ")} is ${outcome(reply)}`,
        reply,
      );
      return;
    }
    const stored = own.sent.body;
    const fates = places
      .filter((at) => memberAt(stored, at) !== undefined)
      .map((at) => [name(at), fate(memberAt(stored, at), memberAt(reply.body, at))] as const);
    if (fates.length > 0) inquiry.answer(`${OPEN}.omitted.${topic}`, gathered(fates), reply);
  });
}

function without(body: Json, [step, ...rest]: Pointer): Json {
  if (!isObject(body) || typeof step !== "string") return body;
  const { [step]: value, ...others } = body;
  return rest.length === 0 || value === undefined ? others : { ...others, [step]: without(value, rest) };
}

/** Whether an account may change its kind, both ways. */
function switched(): Case {
  return inquiryCase("updateRecipient", "switchedAccountType", 1, null, async (inquiry) => {
    const tried: [string, string][] = [];
    let evidence: Reply | null = null;
    for (const [from, to, words] of [
      ["bank", "crypto", "a bank account into a crypto wallet"],
      ["crypto", "bank", "a crypto wallet into a bank account"],
    ] as const) {
      const own = await ownRecipient(inquiry, from);
      const other = templateOf(inquiry.target, "updateRecipient", to);
      if (own === null || other === undefined) continue;
      const reply = await inquiry.ask({ ...other, path: { recipient_id: own.id } }, null, { strictness: "echo" });
      tried.push([words, outcome(reply)]);
      evidence = reply;
    }
    if (evidence !== null) inquiry.answer(`${OPEN}.switchedAccountType`, gathered(tried), evidence);
  });
}

function partnerIdSent(): Case {
  return updateProbe("partnerIdSent", 1, async (inquiry, own) => {
    const value = partnerId(inquiry.target.run, "sent with an update", inquiry.execution.attempt);
    const reply = await inquiry.ask(own.update, { kind: "set", at: ["partner_recipient_id"], value });
    const now = reply.body.partner_recipient_id;
    const effect =
      now === value
        ? "and stored"
        : now === own.created.body.partner_recipient_id
          ? "and ignored"
          : `and shows ${isNone(now) ? "none" : "another one"}`;
    inquiry.answer(`${OPEN}.partnerIdSent`, `it is ${outcome(reply)}${reply.accepted ? ` ${effect}` : ""}`, reply);
  });
}

function unknownFileId(target: Target): Case {
  const [known] = target.recipientFiles;
  return updateProbe("unknownFileId", 1, async (inquiry, own) => {
    if (known === undefined) return;
    const reply = await inquiry.ask(own.update, { kind: "set", at: ["file_id_list"], value: [unknownIdLike(known)] });
    inquiry.answer(`${OPEN}.unknownFileId`, `a file id that was never issued is ${outcome(reply)}`, reply);
  });
}

function unknownField(): Case {
  return updateProbe("unknownFields", 1, async (inquiry, own) => {
    const reply = await inquiry.ask(own.update, { kind: "set", at: [STRANGE_FIELD], value: "strange" });
    inquiry.answer(`${OPEN}.unknownFields`, strangeFieldWords(reply), reply);
  });
}

/** What may be empty, and may be left out as well: an empty value may mean either. */
const EMPTIED: readonly (readonly [readonly string[], Json])[] = [
  [["website"], ""],
  [["address_info", "post_code"], ""],
  [["file_id_list"], []],
];

function emptiedFields(): Case {
  return updateProbe("emptied", 1, async (inquiry, own) => {
    const tried: [string, string][] = [];
    let evidence: Reply | null = null;
    for (const [at, value] of EMPTIED) {
      if (!(await inquiry.ask(own.update, null)).accepted) return;
      const reply = await inquiry.ask(own.update, { kind: "set", at, value });
      const shown = at.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), reply.body);
      tried.push([at.join("."), reply.accepted ? (isNone(shown) ? "emptied" : "kept") : outcome(reply)]);
      evidence = reply;
    }
    if (evidence !== null) inquiry.answer(`${OPEN}.emptied`, gathered(tried), evidence);
  });
}

function emptyObject(): Case {
  return updateProbe("emptyObject", 1, async (inquiry, own) => {
    const render = () => "{}";
    const reply = await inquiry.ask(own.update, { kind: "raw", render, contentType: "application/json", label: "{}" });
    inquiry.answer(`${OPEN}.emptyObject`, `an empty object is ${outcome(reply)}`, reply);
  });
}

function malformedId(): Case {
  return updateProbe("malformedId", 1, async (inquiry, own) => {
    const ids = [
      ["a short text", "x"],
      ["a number", "12345"],
      ["the prefix alone", "rcp_"],
      ["punctuation", "rcp_!*'()"],
      ["200 characters", "x".repeat(200)],
    ] as const;
    const replies = await tryAll(
      inquiry,
      own.update,
      ids.map(([label, value]) => ({ label, edit: { kind: "path", parameter: "recipient_id", value } })),
    );
    const [first] = replies;
    const words = replies.map(([{ label }, reply]) => [label, outcome(reply)] as const);
    if (first !== undefined) inquiry.answer(`${OPEN}.malformedId`, gathered(words), first[1]);
  });
}

/** The status right after the creation, after an update, and after a while. */
function statuses(): Case {
  const testCase = updateProbe("status", 1, async (inquiry, own) => {
    const before = shown(own.created.body.status);
    const soon = await inquiry.ask(own.update, null);
    if (!soon.accepted) {
      inquiry.answer(
        `${OPEN}.inactiveRecipient`,
        `an update of a recipient that is ${before} is ${outcome(soon)}`,
        soon,
      );
      return;
    }
    const after = shown(soon.body.status);
    if (before !== '"active"')
      inquiry.answer(`${OPEN}.inactiveRecipient`, `a recipient that is ${before} may be updated`, soon);
    else
      inquiry.answer(
        `${OPEN}.inactiveRecipient`,
        "new recipients are active at once; one in another status was not met",
        soon,
      );
    const patience = PATIENCE[inquiry.target.profile];
    await pause(patience);
    const later = await inquiry.ask(own.update, null);
    const last = shown(later.body.status);
    const seen = `created as ${before}, ${after} in the answer to an update at once, ${last} in the answer to one ${patience / 1000} seconds later`;
    inquiry.answer(`${OPEN}.statusAfterUpdate`, seen, later);
    inquiry.answer("unknown.recipientTransitions", seen, later);
  });
  return { ...testCase, patient: true };
}

function nulls(target: Target): Case[] {
  const update = templateOf(target, "updateRecipient", "bank");
  const known = target.recipients.bank[0];
  if (update === undefined || known === undefined) return [];
  const places = [
    ["website"],
    ["address_info"],
    ["file_id_list"],
    ["payment_details", "payment_method"],
    ["payment_details", "local_bank_code"],
    ["address_info", "address_line_1"],
    ["address_info", "address_line_2"],
    ["address_info", "city"],
    ["address_info", "state"],
    ["address_info", "post_code"],
  ];
  const testCase = (template: Template): Case => nullsCase(`${OPEN}.nullValues`, 1, template, places);
  const { id, check, operation, tier } = testCase(update);
  return [
    {
      id,
      check,
      operation,
      tier,
      execute: (execution) =>
        execution.withRecipient(id, "bank", ({ recipientId }) =>
          testCase({ ...update, path: { recipient_id: recipientId } }).execute(execution),
        ),
    },
  ];
}

/** The open points of recipient update. */
export function recipientUpdatePoints(): CheckGroup {
  return group("updateRecipient", [], (target) => [
    omitted("website", [["website"]]),
    omitted("address_info", [["address_info"]]),
    omitted("file_id_list", [["file_id_list"]]),
    omitted("addressMembers", [
      ["address_info", "address_line_1"],
      ["address_info", "state"],
      ["address_info", "post_code"],
    ]),
    omitted("paymentMembers", [
      ["payment_details", "payment_method"],
      ["payment_details", "local_bank_code"],
    ]),
    switched(),
    partnerIdSent(),
    unknownFileId(target),
    unknownField(),
    emptyObject(),
    emptiedFields(),
    malformedId(),
    statuses(),
    ...nulls(target),
  ]);
}
