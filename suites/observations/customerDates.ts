/** Which dates customer creation takes, and how it gives them back (section 2.4). */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Template } from "../../generators/edits/edit.js";
import { instantOf } from "../../schemas/dateTime.js";
import { isObject, jsonText } from "../../schemas/json.js";
import { inquiries, inquiry } from "./observing.js";
import { memberAt, type Outcome, outcome, phrase } from "./texts.js";
import { type Trial, trialsOf } from "./trials.js";

const UNKNOWN = "unknown.createCustomer";
const PERSON = ["business_person_list", 0] as const;
const BIRTH = [...PERSON, "basic_info", "birth_date"];
const EXPIRY_OF_ID = [...PERSON, "identification", "id_expiration_date"];
const EXPIRY_OF_BUSINESS = ["business_details", "business_identifier_expiry_date"];

/** The notation in which a date came back, told without the date itself. */
function notation(sent: string, received: unknown): Outcome {
  if (received === sent) return { value: { notation: "as sent" }, text: "as it was written" };
  if (typeof received !== "string") {
    const type = isObject(received) ? "an object" : jsonText(received);
    return { value: { notation: type }, text: `as ${type}` };
  }
  const sameInstant = instantOf(sent) === instantOf(received);
  const sameDay = sent.slice(0, 10) === received.slice(0, 10);
  const instant = sameInstant ? "as the same instant in another notation" : "as another instant";
  return {
    value: { notation: "another", sameInstant, sameDay },
    text: `${instant}, which shows ${sameDay ? "the same day" : "another day"}`,
  };
}

function dateTrial(name: string, at: readonly (string | number)[], value: string): Trial {
  return { name, edit: { kind: "set", at, value } };
}

function echo(template: Template): CaseDraft {
  return inquiry("dateEcho", { control: template }, async (asked) => {
    const value = "1980-05-17T00:00:00+08:00";
    const reply = await asked.ask(template, { kind: "set", at: BIRTH, value });
    const observed = reply.accepted
      ? phrase`a date with an offset comes back ${notation(value, memberAt(reply.body, BIRTH))}`
      : phrase`a date with an offset is ${outcome(reply)}`;
    asked.answer(`${UNKNOWN}.dateEcho`, observed, reply);
    asked.answer("conflict.createCustomer.calendarDates", observed, reply);
  });
}

/** What is asked about dates of customers. */
export const customerDates: Exercise = inquiries("createCustomer", "dates", (target) => {
  const [template] = target.templates.createCustomer;
  if (template === undefined) return [];
  return [
    trialsOf(`${UNKNOWN}.dateOnly`, 1, template, [
      dateTrial("a day only", BIRTH, "1980-05-17"),
      dateTrial("a time without an offset", BIRTH, "1980-05-17T00:00:00"),
      dateTrial("a blank between day and time", BIRTH, "1980-05-17 00:00:00Z"),
    ]),
    trialsOf(`${UNKNOWN}.dateOrder`, 1, template, [
      dateTrial("a business that expires before it starts", EXPIRY_OF_BUSINESS, "1999-01-01T00:00:00Z"),
      dateTrial("an identity document that expires before its issue", EXPIRY_OF_ID, "2001-01-01T00:00:00Z"),
    ]),
    trialsOf(`${UNKNOWN}.expiredDocument`, 1, template, [
      dateTrial("a registration that has expired", EXPIRY_OF_BUSINESS, "2021-06-01T00:00:00Z"),
      dateTrial("an identity document that has expired", EXPIRY_OF_ID, "2023-06-01T00:00:00Z"),
    ]),
    trialsOf(`${UNKNOWN}.futureBirthDate`, 2, template, [
      dateTrial("a birth in the future", BIRTH, "2090-01-01T00:00:00Z"),
      dateTrial("a minor", BIRTH, "2022-01-01T00:00:00Z"),
    ]),
    echo(template),
  ];
});
