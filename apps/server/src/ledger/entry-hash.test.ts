import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';

const page = readFileSync(new URL('../../../../docs/ledger.md', import.meta.url), 'utf8');
const wallet = /Wallet `([0-9a-f-]{36})`/.exec(page)?.[1] ?? '';
const ROW = /^\| (\d+) +\| `([0-9a-f-]{36})` \| (-?\d+) +\| (\d+) +\| `([^`]+)` \| `([0-9a-f]{64})`/gm;
const vector = [...page.matchAll(ROW)].map(([, seq, transfer = '', delta, balance, occurred = '', hash]) => ({
  seq: Number(seq),
  transfer,
  delta: Number(delta),
  balance: Number(balance),
  occurred,
  hash,
}));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const uuid = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex');
const int8 = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};

it('computes the test vector of docs/ledger.md inside and outside the database [points 5]', async () => {
  expect(vector).toHaveLength(2);
  let previous: Buffer = Buffer.alloc(32);
  for (const { seq, transfer, delta, balance, occurred, hash } of vector) {
    const bytes = [previous, uuid(wallet), int8(seq), uuid(transfer), int8(delta), int8(balance)];
    const own = createHash('sha256')
      .update(Buffer.concat([...bytes, int8(BigInt(Date.parse(occurred)) * 1000n)]))
      .digest();
    expect(own.toString('hex')).toBe(hash);
    const { rows } = await database.pool.query<{ hash: Buffer }>(
      'select points_entry_hash($1, $2, $3, $4, $5, $6, $7) as hash',
      [previous, wallet, seq, transfer, delta, balance, occurred],
    );
    expect(rows[0]?.hash.toString('hex')).toBe(hash);
    previous = own;
  }
});
