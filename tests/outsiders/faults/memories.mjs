/** Identity and state over several requests: ids, updates, one resource's data in another (sections 2.1, 4.1 to 4.4). */
import { isObject } from "../inspection.mjs";
import { countOf, fault, onBody, success } from "./making.mjs";

const UNIQUE = "ids are unique";
const issue = (operation, name, describe, make) => fault(operation, name, UNIQUE, describe, { issue: make });

/** One id for the second and later ones. */
const repeatedly = (every) => (id, call) => {
  const first = call.memory.get("first-id") ?? id;
  call.memory.set("first-id", first);
  return countOf(call, "ids") % every === 0 ? first : id;
};

const idFaults = ["createRecipient", "uploadFile", "createCustomer"].flatMap((operation) => [
  issue(operation, "ids.one-for-all", "gives everybody the same id", repeatedly(1)),
  issue(operation, "ids.every-third-repeated", "gives every third one the id of the first", repeatedly(3)),
]);

const STABLE_IDS = "an update keeps recipient_id and partner_recipient_id";
const update = (name, rule, describe, hooks) => fault("updateRecipient", name, rule, describe, hooks);

const updateFaults = [
  update(
    "ids.recipient-id-renewed",
    STABLE_IDS,
    "gives the recipient a new id",
    onBody((body, call) => ({ ...body, recipient_id: call.store.nextId("rcp_") })),
  ),
  update(
    "ids.partner-id-renewed",
    STABLE_IDS,
    "answers another partner_recipient_id",
    onBody((body) => ({ ...body, partner_recipient_id: `${body.partner_recipient_id}-2`.padEnd(22, "0") })),
  ),
  update(
    "ids.partner-id-taken",
    "an update has no partner_recipient_id to change",
    "takes partner_recipient_id from the body",
    {
      bind: (body, call) => {
        if (isObject(body)) call.memory.set("given", body.partner_recipient_id);
        return body;
      },
      reply: (reply, call) => {
        const given = call.memory.get("given");
        return success(reply.status) && typeof given === "string"
          ? { ...reply, body: { ...reply.body, partner_recipient_id: given } }
          : reply;
      },
    },
  ),
  update(
    "ids.recipient-id-cut",
    STABLE_IDS,
    "answers the id without its last character",
    onBody((body) => ({ ...body, recipient_id: body.recipient_id.slice(0, -1) })),
  ),
  update(
    "state.created-at-renewed",
    "created_at is when the recipient was created",
    "answers the time of the update",
    onBody((body) => ({ ...body, created_at: "2031-01-01T00:00:00Z" })),
  ),
  update("state.stale", "the update comes back", "answers the recipient as it was before", {
    save: (_record, _call, previous) => previous,
  }),
  update("state.stale-payment", "the update comes back", "keeps the payment details as they were", {
    save: (record, _call, previous) => ({ ...record, payment_details: previous.payment_details }),
  }),
  update("state.stale-name", "the update comes back", "keeps the name as it was", {
    save: (record, _call, previous) => ({ ...record, business_name: previous.business_name }),
  }),
  update("state.stale-files", "the update comes back", "keeps the files as they were", {
    save: (record, _call, previous) => ({ ...record, file_id_list: previous.file_id_list }),
  }),
  update("state.stale-address", "the update comes back", "keeps the address as it was", {
    save: (record, _call, previous) => ({ ...record, address_info: previous.address_info }),
  }),
  update("state.files-added", "file_id_list is what was sent", "adds the files to those that were there", {
    save: (record, _call, previous) => ({
      ...record,
      file_id_list: [...(previous.file_id_list ?? []), ...(record.file_id_list ?? [])],
    }),
  }),
  update(
    "state.variants-mixed",
    "payment_details are those of one variant",
    "leaves the fields of the other variant in place",
    {
      save: (record, _call, previous) => ({
        ...record,
        payment_details: { ...previous.payment_details, ...record.payment_details },
      }),
    },
  ),
  update(
    "state.variant-fixed",
    "the update may change the variant of payment_details",
    "refuses another account_type than before",
    {
      judge: (problems, call) => {
        const record = call.store.recipients.get(call.recipientId);
        const sent = call.memory.get("sent-type");
        const changed = record?.payment_details && sent && record.payment_details.account_type !== sent;
        return changed ? [...problems, { path: "payment_details", what: "may not change its kind" }] : problems;
      },
      bind: (body, call) => {
        call.memory.set("sent-type", body?.payment_details?.account_type);
        return body;
      },
    },
  ),
  update("state.second-refused", "a recipient may be updated", "takes one update per recipient", {
    judge: (problems, call) =>
      countOf(call, `updates of ${call.recipientId}`) > 1
        ? [...problems, { path: "", what: "was updated before" }]
        : problems,
  }),
  update(
    "state.leak",
    "an update concerns its own recipient",
    "answers the address of the recipient updated before",
    onBody((body, call) => {
      const before = call.memory.get("address");
      call.memory.set("address", body.address_info);
      return before === undefined ? body : { ...body, address_info: before };
    }),
  ),
  update("state.other-recipient", "the recipient of the path comes back", "updates and answers the newest recipient", {
    find: (record, call) => record && [...call.store.recipients.values()].at(-1),
  }),
  update(
    "state.others-changed",
    "an update concerns its own recipient",
    "gives every recipient the new name and files",
    {
      save: (record, call) => {
        for (const [id, other] of call.store.recipients)
          call.store.recipients.set(id, {
            ...other,
            website: record.website,
            partner_recipient_id: record.partner_recipient_id,
          });
        return record;
      },
    },
  ),
  update(
    "state.unknown-found",
    "an unknown recipient is answered with 404",
    "updates some recipient when there is no such one",
    {
      find: (record, call) => record ?? call.store.recipients.values().next().value,
    },
  ),
  update(
    "state.unknown-created",
    "an unknown recipient is answered with 404",
    "makes the recipient when there is no such one",
    {
      find: (record, call) =>
        record ?? {
          recipient_id: call.recipientId,
          partner_recipient_id: `assigned-${call.recipientId}`.padEnd(20, "0"),
          created_at: "2025-01-01T00:00:00Z",
        },
    },
  ),
];

const createFaults = [
  fault(
    "createRecipient",
    "state.leak",
    "the recipient that was sent comes back",
    "answers the website of the recipient before",
    onBody((body, call) => {
      const before = call.memory.get("website");
      call.memory.set("website", body.website);
      return before === undefined ? body : { ...body, website: before };
    }),
  ),
  fault(
    "createRecipient",
    "state.not-stored",
    "a recipient that was created can be updated",
    "forgets every recipient at once",
    {
      reply: (reply, call) => {
        if (success(reply.status)) call.store.recipients.clear();
        return reply;
      },
    },
  ),
  fault(
    "createRecipient",
    "state.files-shared",
    "file_id_list is what was sent",
    "collects the files of all recipients",
    onBody((body, call) => {
      const all = [...(call.memory.get("files") ?? []), ...(body.file_id_list ?? [])].slice(-10);
      call.memory.set("files", all);
      return { ...body, file_id_list: all };
    }),
  ),
];

export const MEMORY_FAULTS = [...idFaults, ...updateFaults, ...createFaults];
