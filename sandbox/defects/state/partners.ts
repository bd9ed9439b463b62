/** Two partners whose data gets mixed up (sections 4.1, 4.2 and 4.6). */
import { isObject, type JsonObject } from "../../json.js";
import type { Result } from "../../result.js";
import type { Service } from "../../service.js";
import { changeAt } from "../bodyPath.js";
import { bodyChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

const defect = familyOf("state");

/** Sets members of the recipients of the other partner that are meant. */
function changeOthers({ other }: Service, isMeant: (partnerId: string) => boolean, members: JsonObject): void {
  for (const recipient of [...(other?.state.recipients.values() ?? [])]) {
    if (!isMeant(recipient.partnerId)) continue;
    other?.state.addRecipient({ ...recipient, fields: { ...recipient.fields, ...members } }, 0);
  }
}

export const PARTNERS: readonly Defect[] = [
  defect(
    "updateRecipient/state/partners.isolation/by-partner-id",
    "an update sets the website of the other partner's recipient with the same partner_recipient_id",
    {
      stored: (fields, { recipientId }, service) => {
        const { partnerId } = service.state.recipients.get(recipientId) ?? {};
        changeOthers(service, (id) => id === partnerId, { website: fields.website });
        return fields;
      },
    },
  ),
  defect(
    "updateRecipient/state/partners.isolation/everywhere",
    "an update sets the address of all recipients of the other partner",
    {
      stored: (fields, _request, service) => {
        changeOthers(service, () => true, { address_info: fields.address_info });
        return fields;
      },
    },
  ),
  defect(
    "createRecipient/state/partners.isolation/left-over",
    "a recipient that is made without a website shows the last one of the other partner",
    () => {
      const last = new Map<Service, unknown>();
      return bodyChanged((body, { fields }, service) => {
        last.set(service, fields.website ?? last.get(service));
        const shown = service.other === undefined ? undefined : last.get(service.other);
        return isObject(body) && fields.website === undefined && shown !== undefined
          ? { ...body, website: shown }
          : body;
      });
    },
  ),
  defect(
    "createRecipient/state/recipient_id.unique/per-partner",
    "a recipient of the second partner has the id that the first one's last recipient was given",
    () => {
      let last: unknown;
      return bodyChanged((body, { principal }) =>
        changeAt(body, "recipient_id", (id) => {
          if (principal === "second") return last ?? id;
          last = id;
          return id;
        }),
      );
    },
  ),
  defect(
    "listTransactions/state/partners.repeat/cached",
    "a page that the other partner has just read is shown again",
    () => {
      const pages = new Map<string, { readonly service: Service; readonly result: Result }>();
      return {
        result: (result, { query }, service) => {
          const key = JSON.stringify(query);
          const last = pages.get(key);
          pages.set(key, { service, result });
          return last === undefined || last.service === service ? result : last.result;
        },
      };
    },
  ),
];
