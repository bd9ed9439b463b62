/**
 * The contract as an OpenAPI 3.1 document. Documented: what the contract document states, with its silences and its
 * contradictions marked where they stand. Observed: the same, filled in with what a run saw of one deployment.
 */
import type { Report } from "../reports/model.js";
import {
  API_KEY_HEADER,
  API_SECRET_HEADER,
  CONTRACT_VERSION,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
} from "../schemas/operations.js";
import { componentName, componentReference, componentsFor, schemaReference } from "./components.js";
import { ABOUT, examplesOf, TAGS } from "./descriptions.js";
import { otherLimits } from "./limits.js";
import type { OpenApiDocument, OperationObject, PathItem, SchemaObject, Server, UnknownFields } from "./model.js";
import { parametersOf } from "./parameters.js";
import { observedRequest, requestFields } from "./requestSchema.js";
import { responsesOf } from "./responses.js";
import { NOTHING_SEEN, type Seen, seenIn } from "./seen.js";
import { requiredUnknowns, unknownFields, unknownsAt } from "./unknowns.js";
import { webhookParameters, webhooks } from "./webhooks.js";

interface Built {
  readonly path: string;
  readonly item: PathItem;
  readonly schemas: readonly (readonly [name: string, schema: SchemaObject])[];
}

/** The unknowns of an operation as a whole; those about its fields only as far as nothing marks the fields. */
function operationUnknowns(operation: Operation, seen: Seen): UnknownFields {
  const { unknowns, conflicts } = unknownsAt(operation.id, "operation");
  const unanswered = [...requiredUnknowns(operation.id).values()].filter(({ id }) => !seen.unknowns.has(id));
  const fields = unknownFields({ unknowns: [...unknowns, ...unanswered], conflicts }, seen);
  const placed = new Set([
    ...requestFields(operation).map(({ path }) => path),
    ...operation.query.flatMap(({ name }) => name ?? []),
  ]);
  const observed = { ...fields["x-observed"], ...otherLimits(operation.id, placed, seen) };
  return { ...fields, ...(Object.keys(observed).length === 0 ? {} : { "x-observed": observed }) };
}

function built(operation: Operation, seen: Seen): Built {
  const { requestSchema } = operation;
  const parameters = parametersOf(operation, seen);
  const observed = observedRequest(operation, seen);
  const own = requestSchema === null ? "" : `${componentName(requestSchema)}Observed`;
  const body =
    requestSchema === null ? null : observed === null ? schemaReference(requestSchema) : componentReference(own);
  // What a deployment takes may be less than what is documented: then the examples might not be.
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
  return {
    path: operation.path,
    item: operation.method === "GET" ? { get: object } : { post: object },
    schemas: observed === null ? [] : [[own, observed]],
  };
}

/** The unknowns that are about no single operation, and those about deliveries as such. */
function documentUnknowns(seen: Seen): UnknownFields {
  const [general, deliveries] = [unknownsAt(null, "operation"), unknownsAt("webhooks", "operation")];
  return unknownFields(
    {
      unknowns: [...general.unknowns, ...deliveries.unknowns],
      conflicts: [...general.conflicts, ...deliveries.conflicts],
    },
    seen,
  );
}

const MARKS =
  "Extension fields mark what the contract leaves open: x-not-shown holds open questions, x-conflicts what is said in two " +
  "ways, x-observed what a run saw of them, x-section, x-place and x-stated-at where the contract says it.";

const CONTACT = { name: "The provider of the service" };

/** The address is not published. */
const NOWHERE: Server = {
  url: "{base_url}",
  description: "The address is not published.",
  variables: {
    base_url: { default: "https://service.example", description: "The address that the provider gives to a partner." },
  },
};

function build(seen: Seen, head: Pick<OpenApiDocument, "info" | "servers">): OpenApiDocument {
  const operations = OPERATION_IDS.map((id) => built(OPERATIONS[id], seen));
  const paths = Object.fromEntries(operations.map(({ path, item }) => [path, item]));
  const deliveries = webhooks(seen);
  return {
    openapi: "3.1.0",
    ...head,
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
    info: {
      title: "Partner payments",
      version: CONTRACT_VERSION,
      summary: "The documented contract of the partner payments service.",
      description: MARKS,
      contact: CONTACT,
    },
    servers: [NOWHERE],
  });
}

/** The contract as a deployment keeps it: what is documented, with the measured limits and the answers of a run. */
export function observedContract(report: Report): OpenApiDocument {
  const { target, run, suite, contract } = report;
  return build(seenIn(report), {
    info: {
      title: "Partner payments, as observed",
      version: contract.version,
      summary: "The contract of the partner payments service as one deployment was seen to keep it.",
      description: MARKS,
      contact: CONTACT,
      "x-run": {
        target: target.kind,
        startedAt: run.startedAt,
        profile: run.profile,
        suite: `${suite.name} ${suite.version}`,
      },
    },
    // The embedded sandbox is gone when the run ends.
    servers: target.kind === "remote" ? [{ url: target.baseUrl }] : [NOWHERE],
  });
}
