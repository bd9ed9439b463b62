// What is run against both builds: some sixty targets, chosen from what the older build knows, so that new features do not interfere.

/** Axes that make a run long without changing an answer. */
const SLOW = new Set(["latency", "rateLimit", "webhookDelay"]);
/** One in this many defects of a family, and at least two. */
const DEFECTS_EACH = 60;
/** Combinations of behaviours: the first has the second value of each axis, and so on. */
const COMBINATIONS = 5;

/** Some of a list, evenly spread from its first to its last. */
function spread(list, count) {
  const last = Math.max(1, count - 1);
  const places = Array.from({ length: count }, (_, index) => Math.round((index * (list.length - 1)) / last));
  return [...new Set(places)].map((place) => list[place]);
}

function families(entries) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.family, [...(groups.get(entry.family) ?? []), entry]);
  return [...groups.values()];
}

function behaviourTargets(behaviours) {
  const axes = behaviours.filter(({ axis }) => !SLOW.has(axis));
  return Array.from({ length: COMBINATIONS }, (_, index) => {
    const chosen = axes.map(({ axis, values }) => [axis, values[(index + 1) % values.length].value]);
    const options = index === 0 ? {} : { profile: "smoke" };
    return {
      kind: "run",
      name: `behaviours ${index + 1}`,
      service: { behaviours: Object.fromEntries(chosen) },
      options,
    };
  });
}

/** Whether it shows only while several requests are under way: that depends on the machine. */
const isOfChance = ({ id }) => id.endsWith("/when-crowded");

function defectTargets(defects) {
  const chosen = families(defects.filter((defect) => !isOfChance(defect))).flatMap((family) =>
    spread(family, Math.max(2, Math.round(family.length / DEFECTS_EACH))),
  );
  const ofDeliveries = chosen.filter(({ operation }) => operation === "webhooks").map(({ id }) => id);
  const others = chosen.filter(({ operation }) => operation !== "webhooks");
  return [
    ...others.map(({ id, operation, needs }) => {
      const service = { behaviours: needs ?? {}, defects: [id] };
      return { kind: "run", name: id, service, options: { operations: [operation] } };
    }),
    { kind: "selftest", name: "defects of deliveries", ids: ofDeliveries },
  ];
}

function outsiderTargets(presets, faults) {
  const companies = presets.map((preset, index) => ({
    kind: "run",
    name: `outsider ${preset}`,
    service: { preset },
    options: index === 0 ? {} : { profile: "smoke" },
  }));
  const broken = families(faults).map(([{ id, operation }]) => ({
    kind: "run",
    name: `outsider ${id}`,
    service: { preset: presets[0], fault: id },
    options: { operations: [operation] },
  }));
  return [...companies, ...broken];
}

/** Targets that are run in more than one way. */
const OTHERS = [
  { kind: "run", name: "the sandbox, whole", service: {}, options: {} },
  {
    kind: "run",
    name: "the sandbox, deep",
    service: {},
    options: { profile: "deep", operations: ["getTransferDetail"] },
  },
  { kind: "run", name: "one operation", service: {}, options: { operations: ["uploadFile"] } },
  { kind: "run", name: "some checks", service: {}, options: { checks: ["updateRecipient/*/address_info*"] } },
  { kind: "run", name: "a budget", service: {}, options: { maxRequests: 300 } },
  { kind: "command", name: "what is printed", words: ["--operation", "listBalances", "createCustomer"] },
  { kind: "command", name: "deliveries", words: ["--operation", "webhooks", "--webhook-port", "0"] },
  { kind: "merge", name: "shards", words: ["--profile", "smoke"], shards: 2 },
  { kind: "print", name: "list", words: ["list"] },
  { kind: "print", name: "openapi", words: ["openapi"] },
  { kind: "print", name: "--list-defects", words: ["sandbox", "--list-defects"] },
  { kind: "print", name: "--list-behaviours", words: ["sandbox", "--list-behaviours"] },
];

/** @param known what the older build lists: behaviours, defects, presets and faults */
export function targetsOf({ behaviours, defects, presets, faults }) {
  return [...OTHERS, ...behaviourTargets(behaviours), ...outsiderTargets(presets, faults), ...defectTargets(defects)];
}
