import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { slice } from "../slice.js";
import { type Probe, probesOf } from "./probes.js";
import { type Choices, FAULTS, type Fault, type OperationName, type Outsider, startOutsider } from "./server.mjs";
import { arrive, type Visitor } from "./visits.js";

/** Ids that can be foretold, and no state between probes that would hide one fault behind another. */
const FORETOLD: Partial<Choices> = {
  idStyle: "counter",
  unknownFileIds: "accepted",
  duplicatePartnerIds: "accepted",
  fileEncoding: "any",
};

const open: (Outsider | Visitor)[] = [];

async function visitor(fault: Fault | null): Promise<Visitor> {
  const outsider = await startOutsider({ choices: FORETOLD, fault });
  const guest = await arrive(outsider);
  open.push(outsider, guest);
  return guest;
}

/** Controls first, then what looks at the field that the fault is about, then the rest in its order. */
function byInterest(fault: Pick<Fault, "id" | "operation">): Probe[] {
  const words = new Set(fault.id.split("."));
  const interest = (probe: Probe) =>
    probe.about === "control" ? 2 : words.has(probe.about.split(".").at(-1) ?? "") ? 1 : 0;
  return [...probesOf(fault.operation)].sort((a, b) => interest(b) - interest(a));
}

async function leaveAll(): Promise<void> {
  for (const one of open.splice(0).reverse()) await ("close" in one ? one.close() : one.leave());
}

afterEach(leaveAll);

/** Whether any probe of the operation is answered differently by a server with the fault and one without. */
async function isSeen(operation: OperationName, fault: Fault | null): Promise<boolean> {
  const clean = await visitor(null);
  const other = await visitor(fault);
  for (const probe of byInterest({ id: fault?.id ?? "", operation })) {
    const [expected, actual] = await Promise.all([clean.visit(probe), other.visit(probe)]);
    if (expected !== actual) return true;
  }
  return false;
}

describe("each deliberate fault of the outsider's server", () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2030, 5, 1) });
    return () => vi.useRealTimers();
  });

  it("has an id of its own that begins with its operation, and says which rule it breaks", () => {
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
    expect(
      FAULTS.filter(
        ({ id, operation, rule, describe }) => !id.startsWith(`${operation}.`) || rule === "" || describe === "",
      ),
    ).toEqual([]);
  });

  const families = [...new Set(FAULTS.map(({ family }) => family))];
  const tried = slice(FAULTS, 8);
  it.each(families)(`can be seen from outside: %s (${tried.told} of all families)`, async (family) => {
    const unseen: string[] = [];
    for (const fault of tried.entries.filter((one) => one.family === family)) {
      if (!(await isSeen(fault.operation, fault))) unseen.push(fault.id);
      await leaveAll();
    }

    expect(unseen).toEqual([]);
  });

  const operations = [...new Set(FAULTS.map(({ operation }) => operation))];
  it.each(operations)("is what is seen: two servers without a fault answer %s alike", async (operation) => {
    expect(await isSeen(operation, null)).toBe(false);
  });
});
