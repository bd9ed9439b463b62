// The parts of a report that must be the same however fast the machine is: verdicts, findings, answers and limits, without times, addresses
// and new ids.

import { basename } from "node:path";

/** What differs in texts from run to run, and its replacement. Each is a form that this product or its services write. */
const PASSING = [
  [/https?:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+/g, "<address>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uuid>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, "<moment>"],
  [/\b(rcp|cus|txn|file)_(?!id)[0-9a-z-]{8,}/gi, "<$1>"],
  [/\b\d[\d,]*(\.\d+)? ?(ms|s|min)\b/g, "<time>"],
  // How often a delivery is repeated until the run ends is a matter of timing.
  [/\b(\d+ of )?\d+ deliveries\b/g, "<count> deliveries"],
];

/** @param {string} text */
function settled(text) {
  return PASSING.reduce((rest, [form, name]) => rest.replace(form, name), text);
}

/** Texts of a report without what varies. @param {unknown} value @returns {unknown} */
function withoutPassing(value) {
  if (typeof value === "string") return settled(value);
  if (Array.isArray(value)) return value.map(withoutPassing);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([key]) => key !== "milliseconds");
  return Object.fromEntries(entries.map(([key, inner]) => [settled(key), withoutPassing(inner)]));
}

/**
 * An exchange as its sender, request and status: bodies hold new ids, and which of many requests is shown is a matter
 * of timing.
 */
function exchange(shown) {
  if (shown === null || shown === undefined) return null;
  const { method, url } = shown.request;
  return `${method} ${new URL(url).pathname} → ${shown.response?.status ?? "no answer"}`;
}

function finding({ message, expected, actual, edit, control, exchange: shown, steps, characters, fields }) {
  return {
    message,
    expected,
    actual,
    edit,
    characters,
    fields,
    control: exchange(control),
    exchange: exchange(shown),
    steps: steps?.map(exchange),
  };
}

function check({ durationMs: _, requests, cases, findings, ...rest }) {
  return { ...rest, requests, cases, findings: findings.map(finding) };
}

/** How fast the target answered does not matter here, nor which request shows it. */
const MEASURED = "unknown.responseTime";

const answer = ({ evidence, ...rest }) =>
  rest.id === MEASURED ? { id: rest.id } : { ...rest, evidence: exchange(evidence) };

/** @param {import("../../reports/model.js").Report} report */
export function canonical(report) {
  const { suite: _, target: __, run, created, checks, observations, conflicts, limits, ...rest } = report;
  const counts = {};
  for (const { operation } of created) counts[operation] = (counts[operation] ?? 0) + 1;
  return withoutPassing({
    ...rest,
    run: { seed: run.seed, profile: run.profile, shard: run.shard, ended: run.ended },
    created: counts,
    checks: checks.map(check),
    observations: observations.map(answer),
    conflicts: conflicts.map(answer),
    limits: limits.map(({ evidence, ...limit }) => ({ ...limit, evidence: evidence.text })),
  });
}

/** Each value of a tree by its path; entries of a list with ids go by their ids. @param {unknown} value @returns {Map<string, string>} */
export function flat(value, at = "", into = new Map()) {
  if (value === undefined) return into;
  if (Array.isArray(value)) {
    value.forEach((inner, index) => {
      flat(inner, `${at}[${inner?.id ?? index}]`, into);
    });
    if (value.length === 0) into.set(at, "[]");
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) flat(inner, at === "" ? key : `${at}.${key}`, into);
  } else into.set(at, JSON.stringify(value));
  return into;
}

/**
 * Printed text by its lines, without what varies and what was measured. @param {string} text @param {string} folder
 * where it was written
 */
export function canonicalText(text, folder) {
  const named = text.replaceAll(folder, "<folder>").replaceAll(basename(folder), "<folder>");
  return settled(named)
    .replace(/\b[\d,]+ requests/g, "<count> requests")
    .replace(/--data-raw '.*'/g, "--data-raw <body>")
    .split("\n");
}
