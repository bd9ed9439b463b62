/**
 * Requests that look at the outsider's server from all sides, by hand: to show that a fault can be seen from outside. It
 * knows no rules and judges nothing.
 */

import { around, edited, PLAIN, RECIPIENT, writingsOf } from "./bodies.js";

export interface Probe {
  /** The field or the side that it looks at. */
  readonly about: string;
  readonly request: (fixtures: Fixtures) => ProbeRequest;
  /** How many at the same time; 1 unless told otherwise. */
  readonly together?: number;
}

export interface ProbeRequest {
  readonly method: string;
  readonly path: string;
  /** Instead of, or on top of, the full pair's credentials and the current version; undefined takes a header away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
}

export interface Fixtures {
  readonly key: string;
  readonly secret: string;
  readonly restrictedKey: string;
  readonly restrictedSecret: string;
  readonly recipientIds: readonly string[];
  readonly invoice: string;
  readonly mainPage: string;
  readonly transfers: readonly { id: string; partnerId: string }[];
  readonly deposits: readonly { id: string; partnerId: string }[];
}

const UNREADABLE = ["null", "[]", "{}", "7", '"{}"', "{", "", '{"a":'];

const updatePath = (fixtures: Fixtures) => `/api/recipients/${fixtures.recipientIds[0]}/update`;
const PATHS: Record<string, (fixtures: Fixtures) => string> = {
  createRecipient: () => "/api/recipients/create",
  updateRecipient: updatePath,
  uploadFile: () => "/api/files/upload",
  createCustomer: () => "/api/customers/create",
};

function writingProbes(operation: string, path: (fixtures: Fixtures) => string): Probe[] {
  const { bodies, edits } = writingsOf(operation);
  const post = (about: string, body: unknown): Probe => ({
    about,
    request: (fixtures) => ({ method: "POST", path: path(fixtures), body }),
  });
  const list = operation === "createCustomer" ? "business_details.business_identifier_document_list" : "file_id_list";
  const files = (id: string) => edited(bodies[0], list.split("."), [id]);
  return [
    ...bodies.map((body) => post("control", body)),
    ...edits.map(([about, body]) => post(about, body)),
    ...bodies.map((body) => post("list-accepted", [body])),
    post("string-accepted", JSON.stringify(bodies[0])),
    ...UNREADABLE.map(
      (text): Probe => ({ about: "body", request: (fixtures) => ({ method: "POST", path: path(fixtures), text }) }),
    ),
    {
      about: "context",
      request: (fixtures) => ({ method: "POST", path: path(fixtures), body: files(fixtures.invoice) }),
    },
    {
      about: "context",
      request: (fixtures) => ({ method: "POST", path: path(fixtures), body: files(fixtures.mainPage) }),
    },
    ...["2024-12", "2024-12-01x", "2026-08-31", "1999-01-01", "v1", "", undefined].map(
      (version): Probe => ({
        about: "version",
        request: (fixtures) => ({
          method: "POST",
          path: path(fixtures),
          headers: { "api-version": version },
          body: bodies[0],
        }),
      }),
    ),
    ...[1, 2, 3].flatMap(() => bodies.map((body) => post("again", body))),
    ...Array.from({ length: 10 }, () => post("again", bodies[0])),
    { ...post("in-company", bodies[0]), together: 6 },
  ];
}

const UPLOAD_TYPES = [
  "Invoice",
  "Contract",
  "Business Registration",
  "Article of Association",
  "Main page",
  "Back page",
];
const uploadProbes = UPLOAD_TYPES.flatMap((type) => [
  type,
  ...around(type),
  type.replaceAll(" ", "_"),
  "",
  "Bill",
  type.slice(0, 4),
]).map(
  (type): Probe => ({
    about: "file_type",
    request: () => ({
      method: "POST",
      path: `/api/files/upload?file_type=${encodeURIComponent(type)}`,
      body: { file: "QUJD" },
    }),
  }),
);

const updateProbes: Probe[] = [
  ...["GET", "PUT", "PATCH", "DELETE"].map(
    (method): Probe => ({
      about: "method",
      request: (fixtures) => ({ method, path: updatePath(fixtures), ...(method === "GET" ? {} : { body: PLAIN }) }),
    }),
  ),
  ...["rcp_unknown", "", "0"].map(
    (id): Probe => ({
      about: "unknown",
      request: () => ({ method: "POST", path: `/api/recipients/${id}/update`, body: PLAIN }),
    }),
  ),
  ...[0, 1, 0].map(
    (index): Probe => ({
      about: "state",
      request: ({ recipientIds }) => ({
        method: "POST",
        path: `/api/recipients/${recipientIds[index]}/update`,
        body: index === 0 ? RECIPIENT : PLAIN,
      }),
    }),
  ),
];

const createProbes: Probe[] = [
  { about: "state", request: (fixtures) => ({ method: "POST", path: updatePath(fixtures), body: PLAIN }) },
];

const get = (about: string, path: (fixtures: Fixtures) => string): Probe => ({
  about,
  request: (fixtures) => ({ method: "GET", path: path(fixtures) }),
});

function detailProbes(
  path: string,
  rows: (fixtures: Fixtures) => readonly { id: string; partnerId: string }[],
  other: (fixtures: Fixtures) => readonly { id: string }[],
): Probe[] {
  const partner = path.includes("receipt")
    ? []
    : [0, 1, 2].map((index) =>
        get("partner", (fixtures) => `${path}?partner_transaction_id=${rows(fixtures)[index]?.partnerId}`),
      );
  return [
    ...Array.from({ length: 8 }, (_, index) =>
      get("control", (fixtures) => `${path}?transaction_id=${rows(fixtures)[index]?.id}`),
    ),
    ...partner,
    get("unknown", () => `${path}?transaction_id=txn_unknown`),
    get("unknown", (fixtures) => `${path}?transaction_id=${rows(fixtures)[0]?.id.slice(0, -1)}`),
    get("unknown", (fixtures) => `${path}?transaction_id=${rows(fixtures)[0]?.id.toUpperCase()}`),
    get("unknown", (fixtures) => `${path}?transaction_id=${other(fixtures)[0]?.id}`),
    get("unknown", () => path),
  ];
}

const READINGS: Record<string, readonly Probe[]> = {
  getTransferDetail: detailProbes(
    "/api/transactions/transfer/detail",
    (fixtures) => fixtures.transfers,
    (fixtures) => fixtures.deposits,
  ),
  getDepositDetail: detailProbes(
    "/api/transactions/detail",
    (fixtures) => fixtures.deposits,
    (fixtures) => fixtures.transfers,
  ),
  getTransferReceipt: detailProbes(
    "/api/transactions/transfer/receipt",
    (fixtures) => fixtures.transfers,
    (fixtures) => fixtures.deposits,
  ),
  listBalances: [get("control", () => "/api/balances")],
  listTransactions: [
    get("control", () => "/api/transactions"),
    ...[5, 7, 15, 45].flatMap((size) =>
      [1, 2, 3, 4, 50].map((number) => get("pages", () => `/api/transactions?page_size=${size}&page_number=${number}`)),
    ),
  ],
};

const CREDENTIALS: readonly ((fixtures: Fixtures) => Readonly<Record<string, string | undefined>>)[] = [
  () => ({ "x-api-key": undefined }),
  () => ({ "x-api-secret": undefined }),
  () => ({ "x-api-key": undefined, "x-api-secret": undefined }),
  () => ({ "x-api-key": "wrong" }),
  () => ({ "x-api-secret": "wrong" }),
  () => ({ "x-api-key": "wrong", "x-api-secret": "wrong" }),
  ({ key, secret }) => ({ "x-api-key": secret, "x-api-secret": key }),
  () => ({ "x-api-key": "" }),
  () => ({ "x-api-secret": "" }),
  ({ secret }) => ({ "x-api-secret": secret.slice(0, -1) }),
  ({ secret }) => ({ "x-api-secret": `${secret}0` }),
  ({ key }) => ({ "x-api-key": key.slice(0, -1) }),
  ({ secret }) => ({ "x-api-secret": secret.toUpperCase() }),
  ({ key }) => ({ "x-api-key": key.toUpperCase() }),
  ({ restrictedSecret }) => ({ "x-api-secret": restrictedSecret }),
  ({ restrictedKey, restrictedSecret }) => ({ "x-api-key": restrictedKey, "x-api-secret": restrictedSecret }),
];

/** The first request again with other credentials, and with the right ones in the query. */
function accessProbes(control: Probe): Probe[] {
  return [
    ...CREDENTIALS.map(
      (headers): Probe => ({
        about: "let-in",
        request: (fixtures) => ({ ...control.request(fixtures), headers: headers(fixtures) }),
      }),
    ),
    {
      about: "let-in",
      request: (fixtures) => {
        const request = control.request(fixtures);
        const query = `key=${fixtures.key}&secret=${fixtures.secret}`;
        return {
          ...request,
          path: request.path + (request.path.includes("?") ? "&" : "?") + query,
          headers: { "x-api-key": undefined, "x-api-secret": undefined },
        };
      },
    },
  ];
}

const MORE: Record<string, readonly Probe[]> = {
  createRecipient: createProbes,
  updateRecipient: updateProbes,
  uploadFile: uploadProbes,
};

/** All probes of an operation, those about access first. @throws Error when there is no such operation */
export function probesOf(operation: string): readonly Probe[] {
  const path = PATHS[operation];
  const own = path === undefined ? (READINGS[operation] ?? []) : writingProbes(operation, path);
  const [control] = own;
  if (control === undefined) throw new Error(`there are no probes of "${operation}"`);
  const again =
    path === undefined
      ? [
          ...Array.from({ length: 12 }, (): Probe => ({ ...control, about: "again" })),
          { ...control, about: "in-company", together: 6 },
        ]
      : [];
  return [...accessProbes(control), ...(MORE[operation] ?? []), ...again, ...own];
}
