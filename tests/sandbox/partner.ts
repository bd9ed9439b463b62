import { request } from "undici";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "../../sandbox/server.js";

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

export interface Sent {
  readonly json?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the credentials that every other request carries. */
  readonly anonymous?: boolean;
}

/** A partner that talks to a sandbox of its own over HTTP. */
export interface Partner {
  readonly sandbox: RunningSandbox;
  send(method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD", path: string, sent?: Sent): Promise<Received>;
  get(path: string, sent?: Sent): Promise<Received>;
  post(path: string, json: unknown, sent?: Sent): Promise<Received>;
  upload(fileType: string): Promise<string>;
  createRecipient(fields?: object, sent?: Sent): Promise<Received>;
}

const open: RunningSandbox[] = [];

/** Starts a sandbox; `closeAll` ends it. */
export async function partnerOf(options: SandboxOptions = {}): Promise<Partner> {
  const sandbox = await startSandbox(options);
  open.push(sandbox);
  const { apiKey, apiSecret } = sandbox.credentials;
  const credentials = { "x-api-key": apiKey, "x-api-secret": apiSecret };

  const send: Partner["send"] = async (method, path, sent = {}) => {
    const body = sent.raw ?? (sent.json === undefined ? undefined : JSON.stringify(sent.json));
    const response = await request(`${sandbox.baseUrl}${path}`, {
      method,
      headers: {
        ...(sent.anonymous === true ? {} : credentials),
        ...(body === undefined ? {} : { "content-type": "application/json", "api-version": "2024-12-01" }),
        ...sent.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text, body: parsed(text) };
  };
  const post: Partner["post"] = (path, json, sent) => send("POST", path, { json, ...sent });
  return {
    sandbox,
    send,
    get: (path, sent) => send("GET", path, sent),
    post,
    upload: async (fileType) => {
      const uploaded = await post(`/api/files/upload?file_type=${encodeURIComponent(fileType)}`, { file: "aGVsbG8=" });
      return String(member(uploaded.body, "file_id"));
    },
    createRecipient: (fields = {}, sent) =>
      post(
        "/api/recipients/create",
        { ...bankRecipient(), ...fields },
        { headers: { "api-version": "2026-08-31" }, ...sent },
      ),
  };
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a dotted path of members and indexes; undefined where there is none. */
export function member(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, name) => {
    if (typeof at !== "object" || at === null) return undefined;
    return Object.entries(at).find(([key]) => key === name)?.[1];
  }, value);
}

export const bankAccount = {
  account_type: "bank",
  bank_name: "Sample Bank",
  network: "SWIFT",
  account_name: "Sample Trading",
  account_number: "SAMPLE12345678",
  swift_code: "SAMPCN22",
  account_currency: "USD",
  country_code: "CN",
};

export const cryptoAccount = {
  account_type: "crypto",
  wallet_name: "Settlement",
  wallet_address: "0xSample0123456789abcdefABCDEF",
  network: "ETH",
  currency: "USDT",
};

let recipients = 0;

/** A recipient with all that update requires and a partner id of its own. */
export function bankRecipient(): Record<string, unknown> {
  recipients++;
  return { partner_recipient_id: `partner-recipient-${String(recipients).padStart(6, "0")}`, ...recipientFields() };
}

export function recipientFields(): Record<string, unknown> {
  return {
    business_name: "上海样本贸易",
    business_type: "Business",
    country_code: "CN",
    payment_details: bankAccount,
  };
}

/** Whether a response is an error in the documented shape: JSON with at least one detail and code. */
export function isErrorShape({ headers, body }: Received): boolean {
  const errors = member(body, "errors");
  return (
    /json/i.test(String(headers["content-type"])) &&
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every(
      (error: unknown) => typeof member(error, "detail") === "string" && typeof member(error, "code") === "string",
    )
  );
}
