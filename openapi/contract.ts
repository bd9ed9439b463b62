/**
 * The contract as an OpenAPI 3.1 document. Documented: what the contract document states, with its gaps and its
 * contradictions marked in place. Observed: the same, filled in with what a run saw of one deployment.
 */

import { Document, visit } from "yaml";
import { sampleTemplates } from "../generators/cases.js";
import { materialise } from "../generators/edits/edit.js";
import { partnerId } from "../generators/texts/partnerId.js";
import type { Report } from "../reports/model.js";
import { CATEGORIES, CATEGORY_NAMES, type Category, dataSchema } from "../schemas/deliveries.js";
import type { Json } from "../schemas/json.js";
import type { DocumentPlace } from "../schemas/ledger/unknown.js";
import {
  API_KEY_HEADER,
  API_SECRET_HEADER,
  CONTRACT_VERSION,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
  SIGNATURE_HEADER,
} from "../schemas/operations.js";
import { fileJson, hasUnseen, unseenEscaped } from "../schemas/unseen.js";
import { componentName, componentReference, componentsFor, schemaReference } from "./components.js";
import type { OperationObject, Parameter, PathItem, UnknownFields } from "./model.js";
import { parametersOf } from "./parameters.js";
import { observedRequest, requestFields } from "./requestSchema.js";
import { responsesOf } from "./responses.js";
import {
  NOTHING_SEEN,
  otherLimits,
  requiredUnknowns,
  type Seen,
  seenIn,
  unknownFields,
  unknownsAt,
  withObserved,
} from "./seen.js";

/** The unknowns of an operation as a whole; those about its fields only where the fields are not marked. */
function operationUnknowns(operation: Operation, seen: Seen): UnknownFields {
  const { unknowns, conflicts } = unknownsAt(operation.id, "operation");
  const unanswered = [...requiredUnknowns(operation.id).values()].filter(({ id }) => !seen.unknowns.has(id));
  const fields = unknownFields({ unknowns: [...unknowns, ...unanswered], conflicts }, seen);
  const placed = new Set([
    ...requestFields(operation).map(({ path }) => path),
    ...operation.query.flatMap(({ name }) => name ?? []),
  ]);
  return withObserved(fields, otherLimits(operation.id, placed, seen));
}

function built(operation: Operation, seen: Seen) {
  const { requestSchema } = operation;
  const parameters = parametersOf(operation, seen);
  const observed = observedRequest(operation, seen);
  const own = requestSchema === null ? "" : `${componentName(requestSchema)}Observed`;
  const body =
    requestSchema === null ? null : observed === null ? schemaReference(requestSchema) : componentReference(own);
  // A deployment may accept less than documented: then it might not accept the examples.
  const examples = observed === null ? { examples: examplesOf(operation.id) } : {};
  const object: OperationObject = {
    operationId: operation.id,
    summary: operation.title,
    description: ABOUT[operation.id].description,
    tags: [ABOUT[operation.id].tag],
    "x-section": operation.section,
    "x-effect": operation.effect,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body, ...examples } } } }),
    responses: responsesOf(operation, seen),
    ...operationUnknowns(operation, seen),
  };
  const item: PathItem = operation.method === "GET" ? { get: object } : { post: object };
  const schemas = observed === null ? [] : [[own, observed] as const];
  return { path: operation.path, item, schemas };
}

/** The unknowns that are not about a single operation, and those about deliveries as such. */
function documentUnknowns(seen: Seen): UnknownFields {
  const places = [unknownsAt(null, "operation"), unknownsAt("webhooks", "operation")];
  const unknowns = places.flatMap((place) => place.unknowns);
  return unknownFields({ unknowns, conflicts: places.flatMap((place) => place.conflicts) }, seen);
}

const MARKS =
  "Extension fields mark what the contract leaves open: x-not-shown holds open questions, x-conflicts what is said in two " +
  "ways, x-observed what a run saw of them, x-section, x-place and x-stated-at where the contract says it.";

/** The address is not published. */
const NOWHERE = {
  url: "{base_url}",
  description: "The address is not published.",
  variables: {
    base_url: { default: "https://service.example", description: "The address that the provider gives to a partner." },
  },
};

export type OpenApiDocument = ReturnType<typeof build>;

/** What a document says about itself, about the run behind it where there is one, and where the service is. */
interface Head {
  readonly about: Readonly<Record<"title" | "version" | "summary", string>>;
  readonly run?: Readonly<Record<"target" | "startedAt" | "profile" | "suite", string>>;
  readonly servers: readonly (typeof NOWHERE | { readonly url: string })[];
}

function build(seen: Seen, { about, run, servers }: Head) {
  const operations = OPERATION_IDS.map((id) => built(OPERATIONS[id], seen));
  const paths = Object.fromEntries(operations.map(({ path, item }) => [path, item]));
  const deliveries = webhooks(seen);
  return {
    openapi: "3.1.0",
    info: {
      ...about,
      description: MARKS,
      contact: { name: "The provider of the service" },
      ...(run === undefined ? {} : { "x-run": run }),
    },
    servers,
    tags: TAGS,
    security: [{ ApiKey: [], ApiSecret: [] }],
    paths,
    webhooks: deliveries,
    components: {
      schemas: componentsFor({ paths, deliveries }, new Map(operations.flatMap(({ schemas }) => schemas))),
      parameters: webhookParameters(seen),
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: API_KEY_HEADER, description: "The API key." },
        ApiSecret: {
          type: "apiKey",
          in: "header",
          name: API_SECRET_HEADER,
          description: "The API secret, sent with the key.",
        },
      },
    },
    ...documentUnknowns(seen),
  };
}

/** The contract as it is documented. The base address is not. */
export function documentedContract(): OpenApiDocument {
  return build(NOTHING_SEEN, {
    about: {
      title: "Partner payments",
      version: CONTRACT_VERSION,
      summary: "The documented contract of the partner payments service.",
    },
    servers: [NOWHERE],
  });
}

/** The contract as a deployment implements it: what is documented, with the measured limits and the answers of a run. */
export function observedContract(report: Report): OpenApiDocument {
  const { target, run, suite, contract } = report;
  return build(seenIn(report), {
    about: {
      title: "Partner payments, as observed",
      version: contract.version,
      summary: "The contract of the partner payments service, as observed on one deployment.",
    },
    run: {
      target: target.kind,
      startedAt: run.startedAt,
      profile: run.profile,
      suite: `${suite.name} ${suite.version}`,
    },
    // The embedded sandbox is gone when the run ends.
    servers: target.kind === "remote" ? [{ url: target.baseUrl }] : [NOWHERE],
  });
}

/* What an operation is for, and where it is listed in an API browser. */

const TAGS = [
  { name: "Recipients", description: "Those who are paid: their data, and a bank account or a crypto wallet." },
  { name: "Files", description: "Documents and images, which recipients and customers refer to by id." },
  { name: "Customers", description: "Businesses that are onboarded, with the people behind them." },
  {
    name: "Transactions",
    description: "Transfers and deposits: the list, the details, and the confirmation of a transfer.",
  },
  { name: "Balances", description: "What is in the wallets." },
  { name: "Webhooks", description: "What the service reports by itself." },
];

/** Tag and purpose of each operation. */
const ABOUT: Readonly<Record<OperationId, { readonly tag: string; readonly description: string }>> = {
  createRecipient: { tag: "Recipients", description: "Stores a recipient with a bank account or a crypto wallet." },
  updateRecipient: {
    tag: "Recipients",
    description: "Replaces what is stored of a recipient; its ids stay. Optional fields may be left out.",
  },
  uploadFile: { tag: "Files", description: "Stores a file; its type must suit where its id is used." },
  createCustomer: { tag: "Customers", description: "Onboards a business, with its people and their documents." },
  getTransferDetail: { tag: "Transactions", description: "Shows one transfer, with its customer and its recipient." },
  listTransactions: { tag: "Transactions", description: "Lists transactions of all types, page by page." },
  getTransferReceipt: { tag: "Transactions", description: "Gives the payment confirmation of a transfer, a PDF." },
  listBalances: { tag: "Balances", description: "Lists the wallets with their amounts." },
  getDepositDetail: { tag: "Transactions", description: "Shows one deposit." },
};

/** Decides the examples: made-up companies and persons, real bank codes. */
const SEED = 42;
/** Examples by kind of account: one of each says it all. */
const KINDS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createRecipient: ["bank-1", "crypto-1"],
  updateRecipient: ["bank-1", "crypto-1"],
  uploadFile: ["Invoice"],
  createCustomer: ["business-1"],
};

/** Requests that a conforming service takes, by name. */
function examplesOf(operation: OperationId): Readonly<Record<string, { readonly value: Json }>> {
  const names = KINDS[operation] ?? [];
  const chosen = (sampleTemplates(SEED).get(operation) ?? []).filter(({ id }) => names.includes(id));
  return Object.fromEntries(
    chosen.map((template) => {
      const value: Json | undefined = materialise(template, null, partnerId("sample", template.id, 0)).sent;
      return [template.id, { value: value ?? null }];
    }),
  );
}

/* An OpenAPI document as text. */

export const OPENAPI_FORMATS = ["yaml", "json"] as const;
type OpenApiFormat = (typeof OPENAPI_FORMATS)[number];

/** The document with a line feed at its end. */
export function renderOpenApi(document: OpenApiDocument, format: OpenApiFormat): string {
  if (format === "json") return `${fileJson(document, 2)}\n`;
  // In YAML, a text with invisible characters is written with escapes, on one line.
  const yaml = new Document(document, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(yaml, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && hasUnseen(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  return unseenEscaped(yaml.toString({ lineWidth: 120 }));
}

/** The format for a file's name: JSON for `.json`, else YAML. */
export function formatOf(path: string): OpenApiFormat {
  return path.toLowerCase().endsWith(".json") ? "json" : "yaml";
}

/* The deliveries of the service as OpenAPI webhooks (contract document, sections 5 and 6). */

const SUMMARIES: Readonly<Record<Category, string>> = {
  Transfers: "A transfer, single or in a batch, has changed its status",
  Deposit: "Funds from outside have reached a wallet",
  Return: "A payout was returned and credited back",
  Customer: "The onboarding or identity check of a customer has changed its status",
  Recipient: "A saved recipient has another status",
};

/** Where the unknowns and conflicts about data are marked that comes from no described operation. */
const PLACES: Readonly<Partial<Record<Category, DocumentPlace>>> = {
  Transfers: "transferData",
  Deposit: "depositData",
  Return: "returnData",
};

const SIGNATURE = "WebhookSignature";

/** Only the data object is documented. What is around it is not, so the body may be any JSON. */
function delivery(category: Category, seen: Seen): PathItem {
  const summary = SUMMARIES[category];
  const data = dataSchema(category);
  const place = PLACES[category];
  return {
    post: {
      operationId: `${CATEGORY_NAMES[category]}Webhook`,
      summary,
      description: `${summary}. What is around the data object is not shown.`,
      tags: ["Webhooks"],
      "x-section": "6",
      // A delivery goes to the partner, and carries a signature instead of credentials.
      security: [],
      parameters: [{ $ref: `#/components/parameters/${SIGNATURE}` }],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              description: "Holds the data object; where it stands, and what is around it, is not shown.",
              ...(data === null ? {} : { "x-data": schemaReference(data) }),
            },
          },
        },
      },
      ...(place === undefined ? {} : unknownFields(unknownsAt("webhooks", place), seen)),
    },
  };
}

/** The five categories. That they are sent with POST is usual, but not documented. */
function webhooks(seen: Seen): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(CATEGORIES.map((category) => [category, delivery(category, seen)]));
}

/** The header of every delivery, as a component. */
function webhookParameters(seen: Seen): Readonly<Record<string, Parameter>> {
  return {
    [SIGNATURE]: {
      name: SIGNATURE_HEADER,
      in: "header",
      description: "An HMAC-SHA256 made with the webhook secret of the account.",
      required: true,
      schema: { type: "string" },
      ...unknownFields(unknownsAt("webhooks", "signature"), seen),
    },
  };
}
