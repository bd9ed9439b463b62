import { publishedPath, removed } from "../bodyPath.js";
import { shownValueChanged, storedValueChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { inTurn, REQUEST_TABLES } from "../requestTables.js";

const defect = familyOf("echo");

const TEXT_WAYS = [
  { way: "last-cut", does: "without its last character", change: (value: unknown) => String(value).slice(0, -1) },
  { way: "backwards", does: "backwards", change: (value: unknown) => [...String(value)].reverse().join("") },
  { way: "doubled", does: "twice over", change: (value: unknown) => `${String(value)}${String(value)}` },
  { way: "spaced", does: "with a space before it", change: (value: unknown) => ` ${String(value)}` },
];

/** Every field of a request that is to come back, dropped or emptied. */
export const ECHO_FIELDS: readonly Defect[] = (
  ["createRecipient", "updateRecipient", "createCustomer"] as const
).flatMap((operation) =>
  REQUEST_TABLES[operation].flatMap(({ path, kind, values }, index) => {
    const field = publishedPath(path);
    if (
      path.endsWith("[]") ||
      (kind === "object" && path !== "payment_details" && path !== "address_info" && operation !== "createCustomer")
    )
      return [];
    const dropped = defect(
      [`${operation}/echo/${field}/dropped`, `response/${field}.present`],
      `${field} does not come back`,
      shownValueChanged(path, () => removed),
    );
    const way = inTurn(TEXT_WAYS, index);
    return kind === "text" && values === undefined && way !== undefined && index % 3 === 0
      ? [
          dropped,
          defect(
            `${operation}/echo/${field}/${way.way}`,
            `${field} comes back ${way.does}`,
            storedValueChanged(path, way.change),
          ),
        ]
      : [dropped];
  }),
);
