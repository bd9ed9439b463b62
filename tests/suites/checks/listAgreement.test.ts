import { expect, test } from "vitest";
import { sameNumber } from "../../../suites/checks/state/listAgreement.js";

test.each([
  [7.1835, 7.18349217],
  [7.18, 7.1835],
  [1, 0.9998],
  [12.13, 12.125],
  [12.12, 12.125],
  [1.01, 1.005],
  [1e-8, 0.00000001],
  [1e21, 1e21],
  [undefined, 7.18],
])("%d and %d are one number, to different decimals", (listed, detailed) => {
  expect(sameNumber(listed, detailed)).toBe(true);
  expect(sameNumber(detailed, listed)).toBe(true);
});

test.each([
  [7, 7.18],
  [7.2, 7.18],
  [7.19, 7.1834],
  [0.29, 0.28],
  [1.0002, 0.9998],
  [0.1392, 7.1835],
  [1000, 1000.25],
])("%d and %d are two numbers", (listed, detailed) => {
  expect(sameNumber(listed, detailed)).toBe(false);
  expect(sameNumber(detailed, listed)).toBe(false);
});
