/**
 * Wallet addresses that are real on their network, checksum and all, though nobody has their keys: whether a service
 * takes others is left open (section 2.2).
 */
import { createHash } from "node:crypto";
import { keccak256 } from "./keccak.js";
import { hash32 } from "./partnerId.js";

/** Bytes of an account on either network. */
const ACCOUNT = 20;
/** What a Tron address begins with. */
const TRON = 0x41;
const BASE_58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function accountOf(key: string): Buffer {
  const account = Buffer.alloc(ACCOUNT);
  for (let index = 0; index < ACCOUNT; index += 4) account.writeUInt32BE(hash32(`${index} wallet ${key}`), index);
  return account;
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; rest > 0n; rest /= 58n) text = (BASE_58[Number(rest % 58n)] ?? "") + text;
  return text;
}

/** A Tron address of 34 characters; the same key gives the same one. */
export function tronAddress(key: string): string {
  const named = Buffer.concat([Buffer.from([TRON]), accountOf(key)]);
  return base58(Buffer.concat([named, sha256(sha256(named)).subarray(0, 4)]));
}

/** An Ethereum address of 42 characters, its checksum in the case of its letters; the same key gives the same one. */
export function ethereumAddress(key: string): string {
  const digits = accountOf(key).toString("hex");
  const hash = keccak256(digits).toString("hex");
  const cased = [...digits].map((digit, index) => ((hash[index] ?? "0") >= "8" ? digit.toUpperCase() : digit));
  return `0x${cased.join("")}`;
}

/** An address of the network that another address is of; the same address and key give the same one. */
export function addressLike(address: string, key: string): string {
  return (address.startsWith("0x") ? ethereumAddress : tronAddress)(`${key} ${address}`);
}
