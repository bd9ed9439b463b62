/** Two partners that work under one partner id and read one page, so that what gets mixed up shows. */
import { credentialsFor } from "../../sandbox/credentials.js";
import { Identifiers } from "../../sandbox/state.js";
import { controls, type KnownIds, type TestRequest } from "./defectControls.js";

/** The seed of the second partner's data. */
export const SECOND_SEED = 43;

/** The recipient that is created first after the twelve of the seed data. */
function firstCreated(seed: number): string {
  const identifiers = new Identifiers(seed);
  for (let seeded = 0; seeded < 12; seeded++) identifiers.next("rcp");
  return identifiers.next("rcp");
}

export function partnersRequests(known: KnownIds): readonly (readonly TestRequest[])[] {
  const { secondApiKey, secondApiSecret } = credentialsFor(42);
  const headers = { "x-api-key": secondApiKey, "x-api-secret": secondApiSecret };
  const fields = Object.fromEntries(
    Object.entries(controls("createRecipient", known)[0]?.body ?? {}).filter(([name]) => name !== "file_id_list"),
  );
  const { website: _website, ...plain } = fields;
  const { partner_recipient_id: _partnerId, address_info: _address, ...sparse } = plain;
  const post = (url: string, body: object): TestRequest => ({ method: "POST", url, body });
  const updateOf = (seed: number) => `/api/recipients/${firstCreated(seed)}/update`;
  const other = { website: "https://other.example.com", address_info: { city: "Elsewhere" } };
  const page: TestRequest = { method: "GET", url: "/api/transactions?page_size=7" };
  return [
    post("/api/recipients/create", { ...plain, website: "https://first.example.com" }),
    { ...post("/api/recipients/create", plain), headers },
    { ...post(updateOf(SECOND_SEED), { ...sparse, ...other }), headers },
    post(updateOf(42), sparse),
    { ...page, headers },
    page,
  ].map((request) => [request]);
}
