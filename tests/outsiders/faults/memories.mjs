/** Identity and state over several requests: ids, updates, one resource's data in another (sections 2.1, 4.1 to 4.4). */
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
  update("state.stale-name", "the update comes back", "keeps the name as it was", {
    save: (record, _call, previous) => ({ ...record, business_name: previous.business_name }),
  }),
  update("state.second-refused", "a recipient may be updated", "takes one update per recipient", {
    judge: (problems, call) =>
      countOf(call, `updates of ${call.recipientId}`) > 1
        ? [...problems, { path: "", what: "was updated before" }]
        : problems,
  }),
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
