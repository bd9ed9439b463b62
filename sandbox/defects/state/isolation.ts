import { isObject, type JsonObject } from "../../json.js";
import { bodyChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

const defect = familyOf("state");

const OPTIONAL_FIELDS = ["website", "address_info", "file_id_list"];

/** An update that shows or changes what belongs to another recipient. */
export const ISOLATION: readonly Defect[] = [
  defect(
    "updateRecipient/state/isolation/last-request",
    "what an update leaves out is taken from the update before it, whoever's it was",
    () => {
      let last: JsonObject = {};
      return {
        stored: (fields) => {
          const inherited = Object.fromEntries(
            OPTIONAL_FIELDS.filter((name) => Object.hasOwn(last, name)).map((name) => [name, last[name]]),
          );
          last = { ...inherited, ...fields };
          return last;
        },
      };
    },
  ),
  defect("updateRecipient/state/isolation/shared-address", "all recipients share one address", () => {
    let address: unknown;
    return bodyChanged((body, request) => {
      address = request.fields.address_info ?? address;
      return isObject(body) && address !== undefined ? { ...body, address_info: address } : body;
    });
  }),
  defect("updateRecipient/state/isolation/shared-files", "all recipients share one list of files", () => {
    let files: unknown;
    return bodyChanged((body, request) => {
      files = request.fields.file_id_list ?? files;
      return isObject(body) && files !== undefined ? { ...body, file_id_list: files } : body;
    });
  }),
  defect(
    ["updateRecipient/state/recipient_id.kept/previous-answer", "state/isolation"],
    "an update is answered with the recipient of the update before it",
    () => {
      let last: unknown;
      return bodyChanged((body) => {
        const shown = last ?? body;
        last = body;
        return shown;
      });
    },
  ),
  defect("updateRecipient/state/isolation/website-everywhere", "an update sets the website of every recipient", {
    stored: (fields, _call, { state }) => {
      if (Object.hasOwn(fields, "website")) {
        for (const recipient of [...state.recipients.values()]) {
          state.addRecipient({ ...recipient, fields: { ...recipient.fields, website: fields.website } }, 0);
        }
      }
      return fields;
    },
  }),
  defect(
    ["updateRecipient/state/isolation/partner-id-of-another", "state/partner_recipient_id.kept"],
    "an update shows the partner_recipient_id of the recipient that was updated before",
    () => {
      let last: unknown;
      return bodyChanged((body) => {
        if (!isObject(body)) return body;
        const shown = { ...body, partner_recipient_id: last ?? body.partner_recipient_id };
        last = body.partner_recipient_id;
        return shown;
      });
    },
  ),
];
