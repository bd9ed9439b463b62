/**
 * Wallet addresses that are real on their network, checksum and all, though nobody has their keys: whether a service
 * accepts others is left open (section 2.2).
 */
import { createHash } from "node:crypto";
import { hash32 } from "./partnerId.js";

/* Keccak-256 as Ethereum uses it: the padding differs from that of SHA3-256, which Node.js has. */

/** Bytes of a block, lanes of the state, rounds. */
const RATE = 136;
const LANES = 25;
const ROUNDS = 24;

/** Both halves of the round constants, made by the linear feedback register of the standard. */
const CONSTANTS = roundConstants();

function roundConstants(): readonly (readonly [low: number, high: number])[] {
  let register = 1;
  return Array.from({ length: ROUNDS }, () => {
    const halves: [number, number] = [0, 0];
    for (let power = 0; power < 7; power++) {
      const bit = (1 << power) - 1;
      if ((register & 1) === 1) halves[bit < 32 ? 0 : 1] ^= 1 << (bit & 31);
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
    return halves;
  });
}

/** Where each lane goes, and by how many bits it is rotated. */
const MOVES = (() => {
  const moves: { from: number; to: number; turn: number }[] = [];
  let [x, y] = [1, 0];
  for (let step = 0; step < LANES - 1; step++) {
    const next = { x: y, y: (2 * x + 3 * y) % 5 };
    moves.push({ from: x + 5 * y, to: next.x + 5 * next.y, turn: (((step + 1) * (step + 2)) / 2) % 64 });
    ({ x, y } = next);
  }
  return moves;
})();

function at(lanes: Int32Array, index: number): number {
  return lanes[index] ?? 0;
}

/** One half of a lane of two halves, rotated left. */
function turned(near: number, far: number, turn: number): number {
  const first = turn < 32 ? near : far;
  const second = turn < 32 ? far : near;
  const bits = turn & 31;
  return bits === 0 ? first : (first << bits) | (second >>> (32 - bits));
}

function permute(low: Int32Array, high: Int32Array): void {
  const halves: readonly [Int32Array, Int32Array][] = [
    [low, high],
    [high, low],
  ];
  const columns = [new Int32Array(5), new Int32Array(5)] as const;
  const moved = [new Int32Array(LANES), new Int32Array(LANES)] as const;
  for (const [constantLow, constantHigh] of CONSTANTS) {
    halves.forEach(([lanes], half) => {
      for (let x = 0; x < 5; x++) {
        const column = at(lanes, x) ^ at(lanes, x + 5) ^ at(lanes, x + 10) ^ at(lanes, x + 15) ^ at(lanes, x + 20);
        (columns[half === 0 ? 0 : 1] as Int32Array)[x] = column;
      }
    });
    for (let lane = 0; lane < LANES; lane++) {
      const [before, behind] = [((lane % 5) + 4) % 5, ((lane % 5) + 1) % 5];
      const [lowColumn, highColumn] = [at(columns[0], behind), at(columns[1], behind)];
      low[lane] = at(low, lane) ^ at(columns[0], before) ^ turned(lowColumn, highColumn, 1);
      high[lane] = at(high, lane) ^ at(columns[1], before) ^ turned(highColumn, lowColumn, 1);
    }
    moved[0][0] = at(low, 0);
    moved[1][0] = at(high, 0);
    for (const { from, to, turn } of MOVES) {
      moved[0][to] = turned(at(low, from), at(high, from), turn);
      moved[1][to] = turned(at(high, from), at(low, from), turn);
    }
    for (let lane = 0; lane < LANES; lane++) {
      const row = lane - (lane % 5);
      const [next, second] = [row + ((lane + 1) % 5), row + ((lane + 2) % 5)];
      low[lane] = at(moved[0], lane) ^ (~at(moved[0], next) & at(moved[0], second));
      high[lane] = at(moved[1], lane) ^ (~at(moved[1], next) & at(moved[1], second));
    }
    low[0] = at(low, 0) ^ constantLow;
    high[0] = at(high, 0) ^ constantHigh;
  }
}

/**
 * The Keccak-256 hash of a text of ASCII characters.
 * @throws RangeError when the text does not fit in one block: addresses do
 */
export function keccak256(text: string): Buffer {
  if (text.length >= RATE) throw new RangeError(`a text of ${text.length} characters is longer than one block`);
  const block = Buffer.alloc(RATE);
  block.write(text, "latin1");
  block[text.length] = 0x01;
  block[RATE - 1] = (block[RATE - 1] ?? 0) | 0x80;
  const [low, high] = [new Int32Array(LANES), new Int32Array(LANES)];
  for (let lane = 0; lane * 8 < RATE; lane++) {
    low[lane] = block.readInt32LE(lane * 8);
    high[lane] = block.readInt32LE(lane * 8 + 4);
  }
  permute(low, high);
  const hash = Buffer.alloc(32);
  for (let lane = 0; lane < 4; lane++) {
    hash.writeInt32LE(at(low, lane), lane * 8);
    hash.writeInt32LE(at(high, lane), lane * 8 + 4);
  }
  return hash;
}

/** Bytes of an account on either network. */
const ACCOUNT = 20;
/** The first byte of a Tron address. */
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

/** An address on the same network as another one; the same address and key give the same one. */
export function addressLike(address: string, key: string): string {
  return (address.startsWith("0x") ? ethereumAddress : tronAddress)(`${key} ${address}`);
}
