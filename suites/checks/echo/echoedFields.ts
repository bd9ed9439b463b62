/** Whether what was sent comes back, field by field, and in which normal forms: the content is kept, its spelling is not (sections 2.1, 2.2 and 2.4). */
import { type CaseDraft, type Check, check, type JudgedTogether, judgedTogether } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { failureOf } from "../../../engine/judge/traffic.js";
import type { Failure } from "../../../engine/model.js";
import { CUSTOMER_FILES } from "../../../generators/templates/customers.js";
import { echo, isKept } from "../../../oracles/echo.js";
import { jsonBody } from "../../../oracles/json.js";
import { formsWithstood, isNothing, NORMAL_FORMS, type NormalForm } from "../../../oracles/normalForm.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { type Field, fieldTree, ITEM, walk } from "../../../schemas/fieldTree.js";
import { type Json, jsonText, type Pointer } from "../../../schemas/json.js";
import { type BodyOperation, OPERATIONS } from "../../../schemas/operations.js";

/** What is reported of values that come back in a form. */
const FORM_MESSAGES: Readonly<Record<NormalForm, string>> = {
  trimmed: "Texts come back without the spaces around them",
  collapsed: "Texts come back with one space where several were sent",
  NFC: "Texts come back in Unicode NFC, not as they were sent",
  "upper-case": "Codes come back in upper case, and not as they were sent",
  "lower-case": "Websites and e-mail addresses come back in lower case, or in a canonical form",
  empty: "Empty values do not come back",
};

const SENDS: Readonly<Record<NormalForm, string>> = {
  trimmed: "accepted requests with spaces around a text",
  collapsed: "accepted requests with several spaces in a text",
  NFC: "accepted requests with a text that can be composed",
  "upper-case": "accepted requests with lower-case letters in a code",
  "lower-case": "accepted requests with capitals in a website or an e-mail address",
  empty: "accepted requests with an empty text or list",
};

type Echoing = Exclude<BodyOperation, "uploadFile">;

/** Values that are not already in a form. */
const VALUES: Readonly<Record<NormalForm, string>> = {
  trimmed: " Salt and Sons ",
  collapsed: "Salt  and  Sons",
  NFC: "Cafe\u0301 and Sons",
  "upper-case": "sw1a 1aa",
  "lower-case": "https://Salt-And-Sons.Example.com/About",
  empty: "",
};

const OF_RECIPIENTS: Readonly<Record<NormalForm, Pointer>> = {
  trimmed: ["business_name"],
  collapsed: ["address_info", "address_line_1"],
  NFC: ["address_info", "city"],
  "upper-case": ["address_info", "post_code"],
  "lower-case": ["website"],
  empty: ["address_info", "state"],
};

/** Where the values are put: each at a separate place, so that they share a request. */
const PLACES: Readonly<Record<Echoing, Readonly<Record<NormalForm, Pointer>>>> = {
  createRecipient: OF_RECIPIENTS,
  updateRecipient: OF_RECIPIENTS,
  createCustomer: {
    trimmed: ["business_details", "business_name"],
    collapsed: ["account_usage", "goods_service_description"],
    NFC: ["registration_address", "registration_address_city"],
    "upper-case": ["registration_address", "registration_address_postcode"],
    "lower-case": ["business_details", "website"],
    empty: ["registration_address", "registration_address_state"],
  },
};

/** Lists that may be empty, beside the lists of files of recipients, which are sent empty for their own rule. */
const EMPTY_LISTS: Partial<Record<Echoing, readonly Pointer[]>> = {
  createCustomer: [CUSTOMER_FILES.documents, ["business_person_list"]],
};

/** The check that values do not come back in a form. Whether they are accepted is what other checks are about. */
function normalForm(operation: Echoing, form: NormalForm): Check {
  return check(`${operation}/echo/normal-form.${form}`, {
    sends: SENDS[form],
    expects: "the value as it was sent",
    cases: ({ templates }) =>
      templates[operation].slice(0, 1).flatMap((template) => {
        const observed = { template, expect: { kind: "observe" }, echo: true, shareable: { influence: null } } as const;
        const put = (tier: number, at: Pointer, value: Json): CaseDraft =>
          sending({ ...observed, tier, edit: { kind: "set", at, value } });
        const lists = form === "empty" ? (EMPTY_LISTS[operation] ?? []) : [];
        return [put(0, PLACES[operation][form], VALUES[form]), ...lists.map((at) => put(1, at, []))];
      }),
  });
}

/** What is reported of an empty value that comes back as another one. */
const STAYS = "Empty values come back as other values";

function sameAs(field: Field): string {
  if (field.rules.format === "date-time") return "the same instant";
  return field.type === "number" ? "the same number" : "the same value";
}

export function echoedFields(operation: Echoing): JudgedTogether {
  const tree = fieldTree(OPERATIONS[operation].requestSchema);
  const forms = new Map<NormalForm, Check>(NORMAL_FORMS.map((form) => [form, normalForm(operation, form)]));
  const fields = [...walk(tree)].filter(({ path, name }) => path !== "" && name !== ITEM);
  const checks = new Map(
    fields.map((field) => [
      field.path,
      check(`${operation}/echo/${field.path}`, {
        title: `${field.path} comes back as it was sent`,
        sends: `every request that is accepted and carries ${field.path}`,
        expects: sameAs(field),
        watches: "successes",
        field,
      }),
    ]),
  );
  const isPartnerId = (path: string): boolean => checks.get(path)?.field?.kind === "partnerId";
  // Customer creation states the echo explicitly; elsewhere a missing field is a matter of presence in the response.
  const missingFails = operation === "createCustomer";
  // An update with an empty value may count as one that leaves the field out, and then the old value may stay: for all
  // fields alike. An empty partner's id may count as none, which a service then assigns itself.
  const emptyMayStay = operation === "updateRecipient";
  const emptied = new Set<string>();
  return judgedTogether([...checks.values(), ...forms.values()], () => (answer) => {
    const { exchange, response, judging, recorder } = answer;
    if (!judging.echo || judging.sent === undefined || !isSuccess(exchange)) return;
    const body = jsonBody(response);
    if (!body.ok) return;
    const noteForm = (form: NormalForm, path: string, failure: Failure | null): void => {
      const id = forms.get(form)?.id;
      if (id === undefined) return;
      recorder.field(id, path, failure === null, null);
      if (failure === null) recorder.pass(id, 1, 1);
      else {
        recorder.request(id);
        recorder.fail(id, failure);
      }
    };
    const results = echo(tree, judging.sent, body.value);
    for (const result of results) if (isNothing(result.sent) && isKept(result)) emptied.add(result.path);
    // Every run sends the empty id, and a service may answer a known id with what was created under it.
    const isOfEarlier = results.some(({ path, sent }) => isPartnerId(path) && sent === "");
    for (const result of results) {
      const { path, place, outcome, sent, received } = result;
      const { id, field } = checks.get(path) ?? {};
      if (id === undefined || field === undefined) continue;
      if (isOfEarlier && !isPartnerId(path) && !isKept(result)) continue;
      if ((emptyMayStay || missingFails) && isNothing(sent) && !isKept(result)) {
        if (!missingFails && emptied.size === 0) continue;
        const [expected, actual] = [`${path} ${jsonText(sent)}`, `${path} ${jsonText(received)}`];
        noteForm("empty", path, failureOf(answer, { message: STAYS, expected, actual }));
        continue;
      }
      if (outcome === "same") {
        recorder.pass(id, 1, 1);
        for (const form of formsWithstood(field, sent)) noteForm(form, path, null);
      } else if (outcome === "normalised") {
        recorder.pass(id, 1, 1);
        const actual = `${path} ${jsonText(received)}`;
        for (const form of result.forms ?? []) {
          const texts = { message: FORM_MESSAGES[form], expected: `${path} ${jsonText(sent)}`, actual };
          const failure = failureOf(answer, texts);
          // An empty partner id is known after its first request, so a second one cannot show the same.
          noteForm(form, path, isPartnerId(path) && sent === "" ? { ...failure, isProof: true } : failure);
        }
      } else {
        recorder.request(id);
        if (outcome === "missing" && !missingFails) continue;
        const changed = result.isReordered ? "in another order" : "changed";
        const message =
          outcome === "missing" ? `${place} was sent and does not come back` : `${place} comes back ${changed}`;
        const [expected, actual] = [jsonText(sent), jsonText(received)];
        recorder.fail(id, { ...failureOf(answer, { message, expected, actual }), place });
      }
    }
  });
}
