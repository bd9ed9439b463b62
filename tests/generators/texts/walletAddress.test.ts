import { expect, test } from "vitest";
import { addressLike, ethereumAddress, keccak256, tronAddress } from "../../../generators/texts/walletAddress.js";

test("Keccak-256 has the published values", () => {
  expect(keccak256("").toString("hex")).toBe("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
  expect(keccak256("abc").toString("hex")).toBe("4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45");
  expect(keccak256("testing").toString("hex")).toBe("5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02");
});

test("addresses have the shape of their network, and each key its own", () => {
  const keys = Array.from({ length: 200 }, (_, index) => `key ${index}`);
  const tron = keys.map(tronAddress);
  const ethereum = keys.map(ethereumAddress);
  expect(tron.filter((address) => !/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address))).toEqual([]);
  expect(ethereum.filter((address) => !/^0x[0-9a-fA-F]{40}$/.test(address))).toEqual([]);
  expect(new Set([...tron, ...ethereum]).size).toBe(400);
  expect(tronAddress("key 1")).toBe(tron[1]);
});

test("an address like another is of the same network", () => {
  expect(addressLike("0xab", "a")).toBe(ethereumAddress("a 0xab"));
  expect(addressLike("TAbc", "a")).toBe(tronAddress("a TAbc"));
});
