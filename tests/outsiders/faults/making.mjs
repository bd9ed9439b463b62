/** What all faults are made with: one departure, held to one operation. */
import { ruleAt } from "../rules.mjs";

/** @typedef {import("../server.mjs").Call} Call */
/** @typedef {import("../server.mjs").Reply} Reply */
/** @typedef {import("../server.mjs").OperationName} OperationName */
/** @typedef {import("../server.mjs").FaultHooks} FaultHooks */

/** The operations in plain words. @type {Readonly<Record<OperationName, string>>} */
export const WORDS = Object.freeze({
  createRecipient: "recipient creation",
  updateRecipient: "recipient update",
  uploadFile: "file upload",
  createCustomer: "customer creation",
  getTransferDetail: "transfer detail",
  listTransactions: "transaction list",
  getTransferReceipt: "transfer receipt",
  listBalances: "balances",
  getDepositDetail: "deposit detail",
});

/** @type {readonly OperationName[]} */
export const ALL = Object.freeze(/** @type {OperationName[]} */ (Object.keys(WORDS)));
/** @type {readonly OperationName[]} */
export const WRITES = Object.freeze(["createRecipient", "updateRecipient", "uploadFile", "createCustomer"]);
/** @type {readonly OperationName[]} */
export const RECIPIENT_WRITES = Object.freeze(["createRecipient", "updateRecipient"]);

/** The hook, silent on every operation but one. */
function heldTo(operation, hook) {
  return (value, call, ...rest) => (call.operation === operation ? hook(value, call, ...rest) : value);
}

/**
 * @param {OperationName} operation
 * @param {string} name what is wrong, in words joined by hyphens; a field's path may come first
 * @param {string} rule the documented rule, without the operation
 * @param {string} describe what the server does instead
 * @param {FaultHooks} hooks
 * @returns {import("../server.mjs").Fault & FaultHooks}
 */
export function fault(operation, name, rule, describe, hooks) {
  const held = Object.fromEntries(
    Object.entries(hooks).map(([hookName, hook]) => [
      hookName,
      hookName === "rules" || hookName === "latency" ? hook : heldTo(operation, hook),
    ]),
  );
  return Object.freeze({
    id: `${operation}.${name}`,
    operation,
    rule: `${WORDS[operation]}: ${rule}`,
    describe,
    ...held,
  });
}

/** Changes a rule of the operation. @param {OperationName} operation @param {string} path @param {object} change @returns {FaultHooks} */
export function withRule(operation, path, change) {
  return { rules: (rules) => void Object.assign(ruleAt(rules[operation], path), change) };
}

/**
 * Lets values through that the rule refuses.
 * @param {OperationName} operation
 * @param {string} path
 * @param {(value: unknown) => boolean} welcome
 */
export function alsoAccepting(operation, path, welcome) {
  return withRule(operation, path, {
    inspect: (value, standard) => {
      if (!welcome(value)) standard(value);
    },
  });
}

/** Looks at another value than the one that came. @param {OperationName} operation @param {string} path @param {(value: string) => string} seen */
export function seenAs(operation, path, seen) {
  return withRule(operation, path, {
    inspect: (value, standard) => standard(typeof value === "string" ? seen(value) : value),
  });
}

/** Refuses strings that the rule takes. @param {OperationName} operation @param {string} path @param {(value: string) => boolean} unwelcome */
export function alsoRefusing(operation, path, unwelcome) {
  return withRule(operation, path, {
    inspect: (value, standard, say) => {
      if (typeof value === "string" && unwelcome(value)) say("is not taken");
      else standard(value);
    },
  });
}

/**
 * Changes the answers of one kind.
 * @param {(status: number) => boolean} kind
 * @param {(reply: Reply, call: Call) => Partial<Reply> | undefined} edit
 * @returns {FaultHooks}
 */
export function onReply(kind, edit) {
  return { reply: (reply, call) => (kind(reply.status) ? { ...reply, ...edit(reply, call) } : reply) };
}

/** @param {number} status */
export const success = (status) => status < 300;
/** A refused value, whatever its status: not the answers about access, lookup or method. @param {number} status */
export const refusal = (status) => [400, 409, 415, 422].includes(status);

/** Changes the body of a success. @param {(body: any, call: Call) => unknown} edit */
export function onBody(edit) {
  return onReply(success, (reply, call) => ({ body: edit(reply.body, call) }));
}

/**
 * Changes the values at a path of a body, where they exist; "*" is every item. A change to undefined removes the field.
 * @param {any} body
 * @param {string} path
 * @param {(value: any) => unknown} change
 */
export function changeAt(body, path, change) {
  const [step = "", ...rest] = path.split(".");
  if (body === null || typeof body !== "object") return body;
  const keys = step === "*" ? Object.keys(body) : [step];
  for (const key of keys) {
    if (!Object.hasOwn(body, key)) continue;
    if (rest.length > 0) changeAt(body[key], rest.join("."), change);
    else {
      const value = change(body[key]);
      if (value === undefined) delete body[key];
      else body[key] = value;
    }
  }
  return body;
}

/** Changes a field of every success. @param {string} path @param {(value: any) => unknown} change */
export function onField(path, change) {
  return onBody((body) => changeAt(body, path, change));
}

/** How often this was called with the same name on this server, from 1. @param {Call} call @param {string} name */
export function countOf(call, name) {
  const count = (call.memory.get(name) ?? 0) + 1;
  call.memory.set(name, count);
  return count;
}
