import { randomUUID } from 'node:crypto';
import { SYSTEM_WALLETS } from '@backcounter/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, liftTimeLimits, type TestDatabase } from '../db/testing/test-database.ts';
import { inTransaction } from '../db/transaction.ts';
import { closeWallet } from './close-wallet.ts';
import { type NewTransfer, postTransfer, postTransfers, reverseTransfer } from './post-transfer.ts';
import { ledgerFaults } from './testing/check-ledger.ts';
import { freezeWallet, openWallet, readWallet } from './wallet.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  // 500 transfers wait for each other, on a slow machine for longer than a request may.
  liftTimeLimits(database);
});
afterAll(() => database.drop());
// The books must balance after every test.
afterEach(async () => {
  expect(await ledgerFaults(database.ownerPool)).toEqual([]);
});

const by = 'staff-test';
const key = (): string => randomUUID();
const storeWallet = (isFrozen = false): Promise<string> =>
  openWallet(database.db, { type: 'STORE', id: randomUUID() }, isFrozen);
const issue = (creditWalletId: string, amount: number, more: Partial<NewTransfer> = {}): NewTransfer => ({
  debitWalletId: SYSTEM_WALLETS.ISSUANCE,
  creditWalletId,
  amount,
  code: 'ISSUE',
  key: key(),
  ...more,
});
const move = (debitWalletId: string, creditWalletId: string, amount: number): NewTransfer => ({
  debitWalletId,
  creditWalletId,
  amount,
  code: 'MANUAL_DEBIT',
  reason: 'Moved',
  key: key(),
});
const post = (transfer: NewTransfer, createdBy = by) =>
  inTransaction(database.db, (trx) => postTransfer(trx, transfer, createdBy));
const postAll = (transfers: readonly NewTransfer[]) =>
  inTransaction(database.db, (trx) => postTransfers(trx, transfers, by));
const reverse = (transferId: string, reversalKey = key()) =>
  inTransaction(database.db, (trx) => reverseTransfer(trx, { transferId, reason: 'Wrong till', key: reversalKey }, by));
const balances = async (...wallets: readonly string[]): Promise<unknown[]> => {
  const rows = await database.db
    .selectFrom('points_wallet')
    .select(['id', 'balance'])
    .where('id', 'in', wallets)
    .execute();
  return wallets.map((wallet) => rows.find(({ id }) => id === wallet)?.balance);
};

describe('one transfer', () => {
  it('moves points, numbers and chains both sides, and keeps the claimed time', async () => {
    const [store, other] = [await storeWallet(), await storeWallet()];
    await post(issue(store, 500));
    const occurredAt = new Date(Date.now() - 3_600_000);
    const { id, isReplayed } = await post({
      ...move(store, other, 120),
      occurredAt,
      reference: { type: 'REDEMPTION', id: 'R-1' },
    });
    expect(isReplayed).toBe(false);
    expect(await balances(store, other)).toEqual([380, 120]);
    const entries = await database.db
      .selectFrom('points_entry')
      .select(['wallet_id', 'seq', 'delta', 'balance_after', 'occurred_at'])
      .where('transfer_id', '=', id)
      .orderBy('delta')
      .execute();
    expect(entries).toEqual([
      { wallet_id: store, seq: 2, delta: -120, balance_after: 380, occurred_at: occurredAt },
      { wallet_id: other, seq: 1, delta: 120, balance_after: 120, occurred_at: occurredAt },
    ]);
  });

  it.each([
    ['what is not there', 'points.insufficient', () => ({ amount: 11 })],
    ['from a wallet that does not exist', 'wallet.not-found', () => ({ debitWalletId: randomUUID() })],
    ['to a wallet that does not exist', 'wallet.not-found', () => ({ creditWalletId: randomUUID() })],
    ['to itself', 'wallet.not-found', (store: string) => ({ creditWalletId: store })],
    [
      'from more than 90 days ago',
      'transfer.time-out-of-range',
      () => ({ occurredAt: new Date(Date.now() - 90 * 86_400_000 - 1000) }),
    ],
    ['from the future', 'transfer.time-out-of-range', () => ({ occurredAt: new Date(Date.now() + 90_000) })],
  ] as const)('refuses %s and writes nothing', async (_name, code, change) => {
    const [store, other] = [await storeWallet(), await storeWallet()];
    await post(issue(store, 10));
    await expect(post({ ...move(store, other, 10), ...change(store) })).rejects.toMatchObject({ code });
    expect(await balances(store, other)).toEqual([10, 0]);
  });

  it('accepts a clock up to a minute ahead as now, and keeps the claimed time', async () => {
    const store = await storeWallet();
    const occurredAt = new Date(Date.now() + 50_000);
    const { id } = await post(issue(store, 1, { occurredAt }));
    const row = await database.db
      .selectFrom('points_transfer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.claimed_at).toEqual(occurredAt);
    expect(row.occurred_at).toEqual(row.recorded_at);
  });

  it('replays the same key forever and refuses it for another transfer', async () => {
    const store = await storeWallet();
    const transfer = issue(store, 70, { reason: 'Opening week', occurredAt: new Date(Date.now() - 1000) });
    const first = await post(transfer);
    await post({ ...issue(store, 5), debitWalletId: store, creditWalletId: SYSTEM_WALLETS.BREAKAGE, code: 'SPEND' });
    await freezeWallet(database.db, store, true);
    expect(await post(transfer)).toEqual({ id: first.id, isReplayed: true });
    for (const change of [
      { amount: 71 },
      { reason: null },
      { occurredAt: null },
      { code: 'EARN' as const },
      { reference: { type: 'STAFF' as const } },
    ])
      await expect(post({ ...transfer, ...change })).rejects.toMatchObject({ code: 'idempotency.mismatch' });
    // Keys of different senders are independent.
    expect((await post(transfer, 'another-client')).isReplayed).toBe(false);
    expect(await balances(store)).toEqual([135]);
  });

  it('posts once for concurrent requests with the same key [points 1]', async () => {
    const store = await storeWallet();
    const transfer = issue(store, 9);
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(transfer)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await balances(store)).toEqual([9]);
  });

  it('lets points into a frozen wallet but not out', async () => {
    const [store, other] = [await storeWallet(true), await storeWallet()];
    await post(issue(store, 10));
    await expect(post(move(store, other, 1))).rejects.toMatchObject({ code: 'wallet.frozen' });
    expect(await freezeWallet(database.db, store, false)).toBe(true);
    expect(await freezeWallet(database.db, store, false)).toBe(false);
    await post(move(store, other, 1));
    expect(await balances(store, other)).toEqual([9, 1]);
  });

  it('lets one of 500 concurrent transfers of the whole balance succeed [points 1]', async () => {
    const [store, other] = [await storeWallet(), await storeWallet()];
    await post(issue(store, 100));
    const outcomes = await Promise.allSettled(Array.from({ length: 500 }, () => post(move(store, other, 100))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(reasons)).toEqual(new Set(['points.insufficient']));
    expect(await balances(store, other)).toEqual([0, 100]);
  });
});

describe('reversing', () => {
  it('reverses a transfer once only', async () => {
    const [store, other] = [await storeWallet(), await storeWallet()];
    await post(issue(store, 50));
    const { id } = await post(move(store, other, 30));
    const reversalKey = key();
    const reversal = await reverse(id, reversalKey);
    expect(await balances(store, other)).toEqual([50, 0]);
    expect(await reverse(id, reversalKey)).toEqual({ id: reversal.id, isReplayed: true });
    await expect(reverse(id)).rejects.toMatchObject({ code: 'transfer.already-reversed' });
    await expect(reverse(reversal.id)).rejects.toMatchObject({ code: 'transfer.not-reversible' });
    await expect(reverse(randomUUID())).rejects.toMatchObject({ code: 'record.not-found' });
  });

  it('lets one of twenty concurrent reversals succeed', async () => {
    const store = await storeWallet();
    const { id } = await post(issue(store, 50));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => reverse(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balances(store)).toEqual([0]);
  });

  it('is refused if the points are spent', async () => {
    const [store, other] = [await storeWallet(), await storeWallet()];
    const { id } = await post(issue(store, 50));
    await post(move(store, other, 1));
    await expect(reverse(id)).rejects.toMatchObject({ code: 'points.insufficient' });
    expect(await balances(store, other)).toEqual([49, 1]);
  });
});

describe('many transfers at once', () => {
  it('decides each transfer individually, in order', async () => {
    const [first, second] = [await storeWallet(), await storeWallet()];
    const frozen = await storeWallet(true);
    const known = issue(first, 7);
    const before = await post(known);
    const twice = issue(second, 3);
    const outcomes = await postAll([
      move(first, second, 8),
      issue(first, 100),
      move(first, second, 60),
      move(first, second, 60),
      move(second, first, 55),
      known,
      { ...known, amount: 8 },
      twice,
      twice,
      { ...twice, amount: 4 },
      issue(frozen, 5),
      move(frozen, first, 5),
      move(first, randomUUID(), 1),
      issue(first, 1, { occurredAt: new Date('2020-01-01T00:00:00Z') }),
      { ...move(second, SYSTEM_WALLETS.BREAKAGE, 8), code: 'SPEND' },
    ]);
    expect(outcomes.map(({ outcome, refusal }) => refusal ?? outcome)).toEqual([
      'points.insufficient',
      'POSTED',
      'POSTED',
      'points.insufficient',
      'POSTED',
      'REPLAYED',
      'idempotency.mismatch',
      'POSTED',
      'REPLAYED',
      'idempotency.mismatch',
      'POSTED',
      'wallet.frozen',
      'wallet.not-found',
      'transfer.time-out-of-range',
      'POSTED',
    ]);
    expect(outcomes[5]?.transferId).toBe(before.id);
    expect(outcomes[8]?.transferId).toBe(outcomes[7]?.transferId);
    expect(await balances(first, second, frozen)).toEqual([102, 0, 5]);
  });

  it('can post a key in a later row if its first row was refused', async () => {
    const store = await storeWallet();
    const spend: NewTransfer = { ...move(store, SYSTEM_WALLETS.BREAKAGE, 5), code: 'SPEND' };
    const outcomes = await postAll([spend, issue(store, 5), spend, spend]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'POSTED', 'POSTED', 'REPLAYED']);
    expect(outcomes[3]?.transferId).toBe(outcomes[2]?.transferId);
    expect(outcomes[0]?.transferId).toBeNull();
  });

  it('posts 5,000 in one statement, replays them, and runs crossing batches without a deadlock', async () => {
    const wallets = await Promise.all(Array.from({ length: 50 }, () => storeWallet()));
    const at = (index: number): string => wallets[index % wallets.length] ?? '';
    const batch = Array.from({ length: 5000 }, (_, index) => issue(at(index), 1 + (index % 9)));
    const posted = await postAll(batch);
    expect(posted.every(({ outcome }) => outcome === 'POSTED')).toBe(true);
    const replayed = await postAll([...batch].reverse());
    expect(replayed.map(({ transferId }) => transferId)).toEqual(posted.map(({ transferId }) => transferId).reverse());
    const crossing = await Promise.all(
      Array.from({ length: 8 }, (_, offset) =>
        postAll(
          Array.from({ length: 60 }, (_unused, index) => move(at(index * 7 + offset), at(index * 3 + offset + 1), 2)),
        ),
      ),
    );
    expect(crossing.flat().filter(({ outcome }) => outcome === 'POSTED').length).toBeGreaterThan(400);
  });
});

describe('closing a wallet', () => {
  it.each([true, false])('moves everything out and leaves it frozen (frozen before: %s)', async (isFrozen) => {
    const [store, other] = [await storeWallet(isFrozen), await storeWallet()];
    await post(issue(store, 42));
    const closing = { walletId: store, destinationWalletId: other, reason: 'Lease ended' };
    const closed = await inTransaction(database.db, (trx) => closeWallet(trx, closing, by));
    expect(closed.points).toBe(42);
    expect(await balances(store, other)).toEqual([0, 42]);
    await post(issue(store, 1));
    await expect(post(move(store, other, 1))).rejects.toMatchObject({ code: 'wallet.frozen' });
  });

  it('moves nothing out of an empty wallet', async () => {
    const store = await storeWallet();
    const closing = { walletId: store, destinationWalletId: SYSTEM_WALLETS.BREAKAGE, reason: 'Never opened' };
    expect(await inTransaction(database.db, (trx) => closeWallet(trx, closing, by))).toEqual({
      points: 0,
      transfer: null,
    });
  });
});

describe('wallets', () => {
  it('are opened once for an owner', async () => {
    const owner = { type: 'GIVEAWAY', id: randomUUID() } as const;
    const ids = await Promise.all(Array.from({ length: 10 }, () => openWallet(database.db, owner)));
    expect(new Set(ids).size).toBe(1);
    expect(await readWallet(database.db, owner)).toEqual({
      id: ids[0],
      owner,
      balance: 0,
      lastSeq: 0,
      creditedTotal: 0,
      debitedTotal: 0,
      isFrozen: false,
    });
    await expect(readWallet(database.db, { type: 'STORE', id: owner.id })).rejects.toMatchObject({
      code: 'wallet.not-found',
    });
  });

  it('refuses changing or deleting what was posted, even for the owner of the tables [points 5]', async () => {
    const store = await storeWallet();
    await post(issue(store, 3));
    for (const statement of [
      'update points_transfer set amount = 4',
      'delete from points_transfer',
      'truncate points_transfer, points_entry cascade',
      'update points_entry set delta = delta + 1',
      'delete from points_entry',
      'truncate points_entry',
      'delete from points_wallet',
      'truncate points_wallet',
      `update points_wallet set owner_id = uuid_v7() where id = '${store}'`,
    ]) {
      await expect(database.ownerPool.query(statement), statement).rejects.toMatchObject({ code: 'BC002' });
      await expect(database.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await expect(database.pool.query('update points_wallet set balance = 1000')).rejects.toMatchObject({
      code: '42501',
    });
    const entry = `insert into points_entry select wallet_id, seq + 1, transfer_id, delta, 6, occurred_at, recorded_at, prev_hash, hash
      from points_entry where wallet_id = '${store}'`;
    await expect(database.pool.query(entry)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the code of a transfer [points 14]', () => {
  const KINDS = ['ISSUANCE', 'BREAKAGE', 'CORRECTION', 'CAMPAIGN', 'STORE', 'ACCOUNT', 'GIVEAWAY'] as const;
  /** As in docs/ledger.md. */
  const WAYS: Readonly<Record<NewTransfer['code'], readonly string[]>> = {
    ISSUE: ['ISSUANCE>STORE', 'ISSUANCE>ACCOUNT'],
    OPENING: ['ISSUANCE>STORE', 'ISSUANCE>ACCOUNT'],
    EARN: ['ISSUANCE>ACCOUNT', 'STORE>ACCOUNT'],
    SPEND: ['ACCOUNT>STORE', 'ACCOUNT>BREAKAGE', 'STORE>BREAKAGE'],
    MANUAL_CREDIT: ['CORRECTION>STORE', 'CORRECTION>ACCOUNT'],
    MANUAL_DEBIT: ['STORE', 'ACCOUNT'].flatMap((from) =>
      ['CORRECTION', 'BREAKAGE', 'STORE'].map((to) => `${from}>${to}`),
    ),
    GIVEAWAY_FUND: ['ISSUANCE>GIVEAWAY', 'STORE>GIVEAWAY'],
    GIVEAWAY_ENTRY: ['ACCOUNT>GIVEAWAY', 'GIVEAWAY>BREAKAGE', 'GIVEAWAY>STORE'],
    GIVEAWAY_PRIZE: ['GIVEAWAY>ACCOUNT'],
    GIVEAWAY_REFUND: ['GIVEAWAY>ACCOUNT', 'GIVEAWAY>STORE', 'GIVEAWAY>ISSUANCE'],
    COUPON_REWARD: ['CAMPAIGN>ACCOUNT'],
  };

  /** Two wallets with points of each kind; the product's own have the same id twice. */
  async function walletsByKind() {
    const wallets = new Map<string, readonly [string, string]>();
    for (const kind of KINDS) {
      if (kind in SYSTEM_WALLETS) {
        const id = SYSTEM_WALLETS[kind as keyof typeof SYSTEM_WALLETS];
        wallets.set(kind, [id, id]);
        continue;
      }
      const open = async () => {
        const id = await openWallet(database.db, { type: kind as 'STORE', id: randomUUID() });
        const code = kind === 'GIVEAWAY' ? 'GIVEAWAY_FUND' : 'ISSUE';
        await post({ ...issue(id, 1_000), code });
        return id;
      };
      wallets.set(kind, [await open(), await open()]);
    }
    return wallets;
  }

  it('fits its direction and wallets, alone and in a batch', async () => {
    const wallets = await walletsByKind();
    const cases = Object.keys(WAYS).flatMap((code) =>
      KINDS.flatMap((from) => KINDS.map((to) => ({ code: code as NewTransfer['code'], way: `${from}>${to}` }))),
    );
    const transfers = cases
      .map(({ code, way }) => {
        const [from = '', to = ''] = way.split('>');
        const [debitWalletId = '', creditWalletId = ''] = [wallets.get(from)?.[0], wallets.get(to)?.[1]];
        return { code, way, transfer: { debitWalletId, creditWalletId, amount: 1, code, reason: 'Why', key: key() } };
      })
      .filter(({ transfer }) => transfer.debitWalletId !== transfer.creditWalletId);
    const together = await postAll(transfers.map(({ transfer }) => ({ ...transfer, key: key() })));
    for (const [index, { code, way, transfer }] of transfers.entries()) {
      const alone = await post(transfer).then(
        () => null,
        (error) => error.code,
      );
      const expected = WAYS[code].includes(way) ? null : 'transfer.wrong-wallets';
      expect([code, way, alone, together[index]?.refusal ?? null]).toEqual([code, way, expected, expected]);
    }
  });
});
