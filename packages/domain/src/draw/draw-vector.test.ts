import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, uuidBytes } from './draw-bytes.ts';
import { leafHash, pseudonymOf } from './draw-entry.ts';
import { drawKey, seedCommitment } from './draw-key.ts';
import { RootBuilder } from './draw-tree.ts';
import { drawTicket, drawWinners } from './draw-winners.ts';

const GIVEAWAY = '0192f000-0000-7000-8000-000000000001';
const SALT = new Uint8Array(32);
const TICKETS = [1, 3, 1, 2, 5];
const ENTRIES = TICKETS.map((tickets, index) => ({
  id: `0192f000-0000-7000-8000-00000000001${index}`,
  pseudonym: pseudonymOf(SALT, `0192f000-0000-7000-9000-00000000001${index}`),
  tickets,
  ticketStart: TICKETS.slice(0, index).reduce((sum, each) => sum + each, 0),
}));
const RANDOMNESS = '2ea72654b10d6ce1f24de6d7871bbcf9b35575997eb25f870b435adf2dab31bc';

function rootOfEntries(): Uint8Array {
  const tree = new RootBuilder();
  for (const entry of ENTRIES) tree.add(leafHash(entry));
  return tree.root();
}

describe('the published vector of gw-draw-v1', () => {
  it('gives the hash of the first leaf and the root [draw 2]', () => {
    const [first] = ENTRIES;
    expect(first && toHex(leafHash(first))).toBe('c1f5e7fa5a23441f8779ba491617509e04f927017072d426176c2a52430b82f9');
    expect(toHex(rootOfEntries())).toBe('b20929c2602987b1b751a28f186f834fe15af6c3d98e614988e7706e64fa08b9');
  });

  it('gives the key, the order and each ticket [draw 2]', () => {
    const key = drawKey(GIVEAWAY, rootOfEntries(), fromHex(RANDOMNESS));
    expect(toHex(key)).toBe('2773a4d1a0733c2d2ecf5d9f422dd60c4aeecd7594a1d8f7b12690dd004a1a48');
    const drawn = drawWinners(TICKETS, key, 99);
    expect(drawn.map(({ index, remaining, ticket }) => [10 + index, remaining, ticket])).toEqual([
      [14, 12, 8],
      [11, 7, 1],
      [12, 4, 1],
      [10, 3, 0],
      [13, 2, 1],
    ]);
    expect(drawWinners(TICKETS, key, 2)).toEqual(drawn.slice(0, 2));
  });

  it('commits to a seed of a giveaway', async () => {
    const seed = fromHex(RANDOMNESS);
    const message = new Uint8Array([...new TextEncoder().encode('gw-seed-v1'), ...uuidBytes(GIVEAWAY), ...seed]);
    expect(seedCommitment(GIVEAWAY, seed)).toEqual(new Uint8Array(await crypto.subtle.digest('SHA-256', message)));
  });
});

describe('the key', () => {
  it('comes from an HKDF with the results of RFC 5869, appendix A.1 [draw 2]', () => {
    const material = new Uint8Array(22).fill(0x0b);
    const okm = hkdf(sha256, material, fromHex('000102030405060708090a0b0c'), fromHex('f0f1f2f3f4f5f6f7f8f9'), 42);
    expect(toHex(okm)).toBe('3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865');
  });

  it('is the HKDF of RFC 5869, compared with another implementation', async () => {
    const root = new Uint8Array(32).fill(6);
    const seed = new Uint8Array(32).fill(5);
    const material = await crypto.subtle.importKey('raw', seed, 'HKDF', false, ['deriveBits']);
    const info = new Uint8Array([...new TextEncoder().encode('giveaway-draw-v1'), ...uuidBytes(GIVEAWAY)]);
    const bits = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: root, info }, material, 256);
    expect(drawKey(GIVEAWAY, root, seed)).toEqual(new Uint8Array(bits));
  });
});

describe('pseudonyms', () => {
  it('are HMAC-SHA256, compared with another implementation', async () => {
    const salt = new Uint8Array(32).fill(7);
    const key = await crypto.subtle.importKey('raw', salt, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const mac = await crypto.subtle.sign('HMAC', key, new Uint8Array(uuidBytes(GIVEAWAY)));
    expect(pseudonymOf(salt, GIVEAWAY)).toEqual(new Uint8Array(mac));
  });
});

describe('bytes of an id', () => {
  it('are those of its text, in either case; other texts are rejected', () => {
    expect(toHex(uuidBytes('0192F000-0000-7000-8000-00000000ABcd'))).toBe('0192f00000007000800000000000abcd');
    const bad = [
      '',
      '0192f0000000700080000000000000010000',
      '0192f000-0000-7000-8000-0000000000g1',
      '0192f000-0000-7000-8000-000000000001 ',
      '0192f000-0000-7000-8000-00000000000',
    ];
    for (const text of bad) expect(() => uuidBytes(text)).toThrow(TypeError);
  });
});

describe('the ticket of a position', () => {
  it('is below the number of tickets, even where half of all numbers are rejected', () => {
    const total = 2 ** 52 + 1;
    const key = new Uint8Array(32).fill(3);
    for (let position = 0; position < 200; position += 1) {
      expect(drawTicket(key, position, total)).toBeLessThan(total);
      expect(drawTicket(key, position, 1)).toBe(0);
    }
  });

  it('depends on the key and on the position', () => {
    const key = new Uint8Array(32).fill(3);
    const tickets = Array.from({ length: 50 }, (_, position) => drawTicket(key, position, 1e12));
    expect(new Set(tickets).size).toBe(50);
    expect(drawTicket(new Uint8Array(32).fill(4), 0, 1e12)).not.toBe(tickets[0]);
  });
});
