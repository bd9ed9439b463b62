/** The contract of an address book: two operations, ten rules. It shows all that the engine asks of a contract. */

import { sending } from "../../engine/cases/editCase.js";
import { steps } from "../../engine/cases/sequenceCase.js";
import { type Check, checksOn, suite } from "../../engine/check.js";
import { contract } from "../../engine/contract.js";
import { refusalText } from "../../engine/judge/expectations.js";
import { failureOf } from "../../engine/judge/traffic.js";
import type { Target } from "../../engine/model.js";
import { reach, readRequest } from "../../engine/send/reachability.js";
import { materialise, type Template } from "../../generators/edits/edit.js";
import { brokenBy, outsideOf } from "../../generators/edits/keywords.js";
import { placesOf } from "../../generators/fieldPlaces.js";
import { partnerId, runToken } from "../../generators/texts/partnerId.js";
import { echo, isKept } from "../../oracles/echo.js";
import { bodyOf, errorsIn, successBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import type { Area } from "../../schemas/areas.js";
import { addDocuments } from "../../schemas/documents.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { ruleOf } from "../../schemas/ledger/rule.js";
import { addOperations } from "../../schemas/operation.js";

// What the document states.

const CONTACT = "contact.schema.json";

addDocuments({
  [CONTACT]: {
    $id: CONTACT,
    type: "object",
    required: ["name", "phone"],
    properties: {
      name: { type: "string", minLength: 2, maxLength: 40 },
      phone: { type: "string", pattern: "^\\+[0-9]{6,14}$" },
    },
  },
});

const EVERYWHERE = {
  query: [],
  version: null,
  responseSchema: CONTACT,
  successStatus: 200,
  refusalStatus: 400,
  errorStatuses: [400, 401, 404],
};

addOperations([
  {
    ...EVERYWHERE,
    id: "addContact",
    title: "Add a contact",
    section: "1",
    method: "POST",
    path: "/contacts",
    requestSchema: CONTACT,
    effect: "write",
  },
  {
    ...EVERYWHERE,
    id: "findContact",
    title: "Find a contact",
    section: "2",
    method: "GET",
    path: "/contacts/{contact_id}",
    requestSchema: null,
    effect: "read",
  },
]);

const FIELD_RULES = [
  ["name", "required", "A contact has a name."],
  ["name", "minLength", "A name has 2 characters or more."],
  ["name", "maxLength", "A name has 40 characters or fewer."],
  ["phone", "required", "A contact has a phone number."],
  ["phone", "pattern", "A phone number is a plus sign and 6 to 14 digits."],
] as const;

const RULES = [
  ...FIELD_RULES.map(([field, keyword, text]) =>
    ruleOf({
      id: `addContact.refuses.${field}.${keyword}`,
      place: "1, fields",
      basis: "stated",
      operation: "addContact",
      text,
    }),
  ),
  ...(
    [
      ["addContact.accepts.control", "A contact that keeps all rules is taken."],
      ["addContact.echo.body", "What was sent comes back."],
      ["addContact.errors.shape", "An error says what is wrong, with a code."],
      ["addContact.auth.neither", "Nobody gets in without credentials."],
      ["findContact.state.kept", "A contact is found as it was added."],
    ] as const
  ).map(([id, text]) =>
    ruleOf({ id, place: "3, all requests", basis: "stated", operation: id.split(".")[0] ?? "", text }),
  ),
];

// What is asked.

const check = checksOn<Target, `${"addContact" | "findContact"}/${Area}/${string}`>(RULES);

const fields = fieldTree(CONTACT).children.flatMap((field): Check[] =>
  brokenBy(field).flatMap((edits) => {
    if (!FIELD_RULES.some(([name, keyword]) => name === field.path && keyword === edits.name)) return [];
    return check(`addContact/refuses/${field.path}.${edits.name}`, {
      sends: `a contact whose ${field.path} has ${edits.outside.words(field)}`,
      expects: refusalText("addContact"),
      field,
      keyword: edits.name,
      cases: ({ templates: { addContact = [] } }) =>
        placesOf(field, addContact).flatMap(({ template, at, current }) =>
          (outsideOf(edits, { field, at, current, files: [] })?.examples ?? []).map((edit, tier) =>
            sending({ tier, template, edit, expect: { kind: "refuse" }, message: `A wrong ${field.path} is taken` }),
          ),
        ),
    });
  }),
);

const addContact = suite(
  "addContact",
  check("addContact/accepts/control", {
    sends: "a plain contact",
    expects: "status 200",
    cases: ({ templates }) =>
      (templates.addContact ?? []).map((template) => {
        const expect = { kind: "accept" } as const;
        return sending({ tier: 0, template, edit: null, expect, isControl: true, message: "A contact is refused" });
      }),
  }),
  fields,
  check("addContact/auth/neither", {
    sends: "a plain contact without credentials",
    expects: "status 401",
    credentials: "neither",
    cases: ({ templates }) =>
      (templates.addContact ?? []).map((template) => {
        const edit = { kind: "credentials", credentials: "neither" } as const;
        const expect = { kind: "status", statuses: [401] } as const;
        return sending({ tier: 0, template, edit, expect, message: "Nobody is asked who they are" });
      }),
  }),
  check("addContact/echo/body", {
    sends: "every contact that is taken",
    expects: "name and phone as they were sent",
    judge: (id) => (answer) => {
      const { exchange, judging, recorder } = answer;
      if (!judging.echo || !isSuccess(exchange)) return;
      const lost = echo(fieldTree(CONTACT), judging.sent, bodyOf(exchange)).filter((result) => !isKept(result));
      recorder.request(id);
      if (lost.length === 0) recorder.pass(id);
      const texts = { message: "What was sent is changed", expected: "the same", actual: "another value" };
      if (lost.length > 0) recorder.fail(id, failureOf(answer, texts));
    },
  }),
  check("addContact/errors/shape", {
    sends: "every contact that is refused",
    expects: "errors, each with detail and code",
    judge: (id) => (answer) => {
      const { exchange, recorder } = answer;
      if (isSuccess(exchange)) return;
      recorder.request(id);
      const body = bodyOf(exchange);
      if (errorsIn(body).some(({ code }) => typeof code === "string")) recorder.pass(id);
      else {
        const texts = { message: "An error has no code", expected: "a code", actual: JSON.stringify(body) };
        recorder.fail(id, failureOf(answer, texts));
      }
    },
  }),
);

const findContact = suite(
  "findContact",
  check("findContact/state/kept", {
    sends: "the contact that was added, and a search for it",
    expects: "the same name twice",
    cases: ({ templates: { addContact = [], findContact = [] } }) =>
      addContact.slice(0, 1).flatMap((template) =>
        findContact.slice(0, 1).map((search) =>
          steps(0, async (sequence) => {
            const added = await sequence.step(template, "added");
            const path = { contact_id: String(added.body.contact_id) };
            const found = await sequence.step({ ...search, id: `found ${path.contact_id}`, path }, "found");
            const texts = { message: "Another name is found", expected: "the same", actual: String(found.body.name) };
            sequence.expect(found.body.name === added.body.name, found, { ...texts, control: added });
          }),
        ),
      ),
  }),
);

// What a deployment takes.

const PLAIN: Template = {
  id: "plain",
  operation: "addContact",
  body: { name: "Ada Lovelace", phone: "+441234567890" },
  query: {},
  path: {},
  version: null,
  freshField: null,
};

const doors = {
  reads: [{ ...readRequest("addContact"), path: "/contacts" }],
  others: [],
  isItself: isSuccess,
};

export const ADDRESS_BOOK = contract({
  version: "1",
  subjects: ["addContact", "findContact"],
  rules: RULES,
  suites: [addContact, findContact],
  doors,
  creating: [{ operation: "addContact", id: "contact_id", partner: null }],
  async discover(sender, { settings, credentialsEdits, now }) {
    const { baseUrl, seed, profile, noWrites, onlyRefused } = settings;
    await reach(sender, baseUrl, doors);
    const run = runToken(seed, now);
    const { wire } = materialise(PLAIN, null, partnerId(run, "first", 0));
    const id = noWrites === null ? successBody(await sender.send(wire)).contact_id : null;
    const search: Template = {
      ...PLAIN,
      id: "first",
      operation: "findContact",
      body: null,
      path: { contact_id: String(id) },
    };
    return {
      target: {
        seed,
        profile,
        run,
        noWrites,
        onlyRefused,
        credentialsEdits,
        templates: { addContact: [PLAIN], findContact: id === null ? [] : [search] },
        references: [],
        stateWords: [],
        unready: noWrites === null ? {} : { addContact: noWrites },
      },
      lines: [`the first contact is ${id}`],
      facts: new Map(),
      goodReads: doors.reads,
      unaskable: new Set(),
      answered: () => undefined,
    };
  },
});
