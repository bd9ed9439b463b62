/** A judged delivery in lines for a terminal. A delivery may hold anything: none of it is printed unescaped. */

import { amount, brief, readable } from "../reports/visible.js";
import { CATEGORY_NAMES } from "../schemas/deliveries.js";
import type { DeliveryExchange } from "./reader.js";
import type { Waiting } from "./reception.js";
import { type SignatureFact, schemeText } from "./signature.js";

const LONGEST = 160;

export interface DeliveryFinding {
  readonly check: string;
  readonly level: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

function signatureText(signature: SignatureFact): string {
  switch (signature.kind) {
    case "holds":
      return `signature valid (${schemeText(signature.scheme)})`;
    case "missing":
      return "no signature";
    case "not-verifiable":
      return "signature not verified";
    default:
      return "signature wrong";
  }
}

function shown(text: string, redact: (text: string) => string): string {
  return readable(brief(redact(text), LONGEST));
}

/** One line about the delivery, and lines for each finding. */
export function deliveryLines(
  { delivery }: DeliveryExchange,
  findings: readonly DeliveryFinding[],
  redact: (text: string) => string,
): string[] {
  const { reading, repeats, signature } = delivery;
  const time = delivery.receivedAt === 0 ? "" : `${new Date(delivery.receivedAt).toISOString().slice(11, 23)}  `;
  const object = reading.data?.objects[0];
  const id = Object.entries(object ?? {}).find(([name, value]) => /_id$/.test(name) && typeof value === "string")?.[1];
  const what = [
    reading.category === null ? "no documented category" : CATEGORY_NAMES[reading.category],
    ...(typeof id === "string" ? [id] : []),
    ...(object?.status === undefined ? [] : [String(object.status)]),
  ].join(" ");
  const event = reading.eventNames[0]?.value;
  const parts = [
    event === undefined ? what : `${event}: ${what}`,
    delivery.oversized ? "a body that is too long for the receiver" : amount(delivery.body.length, "byte"),
    signatureText(signature),
    ...(repeats === null ? [] : [`the same as #${repeats}`]),
  ];
  const mark = findings.some(({ level }) => level === "must") ? "✗" : findings.length > 0 ? "!" : "✓";
  return [
    `${mark} ${time}#${delivery.number}  ${shown(parts.join(" · "), redact)}`,
    ...findings.flatMap(({ check, level, message, expected, actual }) => [
      `    ${level === "must" ? "✗" : "!"} ${check}  ${shown(message, redact)}`,
      `      expected  ${shown(expected, redact)}`,
      `      actual    ${shown(actual, redact)}`,
    ]),
  ];
}

/** How many deliveries were judged, and with what result. */
export class DeliveryCounts {
  deliveries = 0;
  violations = 0;
  warnings = 0;

  add(findings: readonly DeliveryFinding[]): void {
    const violations = findings.filter(({ level }) => level === "must").length;
    this.deliveries += 1;
    this.violations += violations;
    this.warnings += findings.length - violations;
  }

  /** `1 delivery · 0 violations · 2 warnings` */
  text(): string {
    return [
      amount(this.deliveries, "delivery", "deliveries"),
      amount(this.violations, "violation"),
      amount(this.warnings, "warning"),
    ].join(" · ");
  }
}

export function waitingText({ received, missing, waited, limit }: Waiting): string {
  const expected = missing === 0 ? "" : `, ${missing} expected ${missing === 1 ? "one has" : "ones have"} not come`;
  return `waiting for deliveries: ${received} came${expected} · ${(waited / 1_000).toFixed(1)} of ${(limit / 1_000).toFixed(0)} s`;
}
