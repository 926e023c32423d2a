// Chance that follows from a seed, as docs/shuffles.md describes it: SHA-256 of the purpose and the
// seed begins xoshiro128++. Browsers hash by themselves only on https; a club's server has none.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const WORD = 2 ** 32;
const BITS_62 = 1n << 62n;

/** The SHA-256 of a text, in hexadecimal digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function rotateLeft(word: number, by: number): number {
  return ((word << by) | (word >>> (32 - by))) >>> 0;
}

export class RandomStream {
  private readonly words: Uint32Array;

  constructor(seed: string, purpose: "deal" | "play") {
    const digest = sha256(utf8ToBytes(`${purpose}:${seed}`));
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    this.words = Uint32Array.from([0, 4, 8, 12], (at) => view.getUint32(at, true));
  }

  /** The next 32 bits. */
  next(): number {
    let [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = this.words;
    const result = (rotateLeft((s0 + s3) >>> 0, 7) + s0) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    this.words.set([s0, s1, s2, rotateLeft(s3 >>> 0, 11)]);
    return result;
  }

  /** A number from 0 to n - 1, for n up to 2^21: the product is exact. */
  below(n: number): number {
    const unfair = WORD % n;
    let product = this.next() * n;
    while (product % WORD < unfair) product = this.next() * n;
    return Math.floor(product / WORD);
  }

  /** A number from 0 to n - 1, for n up to 2^62. */
  belowLarge(n: bigint): bigint {
    const fair = BITS_62 - (BITS_62 % n);
    for (;;) {
      const high = BigInt(this.next() >>> 1);
      const drawn = (high << 31n) | BigInt(this.next() >>> 1);
      if (drawn < fair) return drawn % n;
    }
  }

  /** The list in random order. */
  shuffled<T>(list: readonly T[]): T[] {
    const items = [...list];
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j] as T, items[i] as T];
    }
    return items;
  }
}
