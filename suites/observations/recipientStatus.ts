/** Which status a recipient has after its creation, after an update, and after a while (section 3). */
import { setTimeout as pause } from "node:timers/promises";
import type { Exercise } from "../../engine/check.js";
import type { Profile } from "../../engine/model.js";
import type { Observed } from "../../engine/observations.js";
import type { JsonObject } from "../../schemas/json.js";
import type { Reply } from "./observing.js";
import { updateInquiries, updateInquiry } from "./ownRecipient.js";
import { fieldSeen, outcome } from "./texts.js";

const UNKNOWN = "unknown.updateRecipient";
/** How long a recipient is left alone before its status is looked at again, in milliseconds. */
const PATIENCE: Readonly<Record<Profile, number>> = { smoke: 0, standard: 1200, deep: 3000 };

/** Whether a recipient in a status may be updated. */
function updatable(created: Reply, updated: Reply): Observed {
  const { value: status, text } = fieldSeen("status", created.body.status);
  const went = outcome(updated);
  const value: JsonObject = { ...status, ...went.value };
  if (!updated.accepted) return { value, text: `an update of a recipient that is ${text} is ${went.text}` };
  return created.body.status === "active"
    ? { value, text: "new recipients are active at once; one in another status was not met" }
    : { value, text: `a recipient that is ${text} may be updated` };
}

const statuses = updateInquiry(
  "status",
  async (asked, { created, update }) => {
    const soon = await asked.ask(update, null);
    asked.answer(`${UNKNOWN}.inactiveRecipient`, updatable(created, soon), soon);
    if (!soon.accepted) return;
    const patience = PATIENCE[asked.target.profile];
    await pause(patience);
    const later = await asked.ask(update, null);
    const [before, after, last] = [
      fieldSeen("created", created.body.status),
      fieldSeen("updated", soon.body.status),
      fieldSeen("later", later.body.status),
    ];
    const observed = {
      value: { ...before.value, ...after.value, ...last.value },
      text: `created as ${before.text}, ${after.text} in the answer to an update at once, ${last.text} in the answer to one ${patience / 1000} seconds later`,
    };
    asked.answer(`${UNKNOWN}.statusAfterUpdate`, observed, later);
    asked.answer("unknown.recipientTransitions", observed, later);
  },
  { patient: true },
);

/** What is asked about the status of recipients. */
export const recipientStatus: Exercise = updateInquiries("status", () => [statuses]);
