import { randomUUID } from 'node:crypto';
import { SYSTEM_WALLETS } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { verifyNightly } from './nightly-verification.ts';
import { postTransfers, reverseTransfer } from './post-transfer.ts';
import {
  advanceVerification,
  VERIFICATION_START,
  type VerificationProgress,
  verificationProgress,
} from './verification.ts';
import { verifyWallet } from './verify-wallet.ts';
import { openWallet } from './wallet.ts';

let database: TestDatabase;
let wallets: string[];
const ENTRIES = 40;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Three wallets with some entries, recreated for each test because tampering cannot be undone. */
beforeEach(async () => {
  await asOwner('truncate points_entry, points_transfer, points_wallet_proof, ledger_verification cascade');
  await asOwner(`delete from points_wallet where owner_type <> 'SYSTEM'`);
  wallets = await Promise.all([0, 1, 2].map(() => openWallet(database.db, { type: 'STORE', id: randomUUID() })));
  wallets.sort();
  await database.db.transaction().execute(async (trx) => {
    const outcomes = await postTransfers(
      trx,
      Array.from({ length: ENTRIES }, (_, index) => ({
        debitWalletId: index < 6 ? SYSTEM_WALLETS.ISSUANCE : at(index),
        creditWalletId: index < 6 ? at(index) : at(index + 1),
        amount: index < 6 ? 1000 : 1 + index,
        code: index < 6 ? ('ISSUE' as const) : ('MANUAL_DEBIT' as const),
        reason: 'Moved',
        key: randomUUID(),
      })),
      'staff-test',
    );
    await reverseTransfer(
      trx,
      { transferId: outcomes[20]?.transferId ?? '', reason: 'r', key: randomUUID() },
      'staff-test',
    );
  });
});

const at = (index: number): string => wallets[index % 3] ?? '';

/** Runs a statement as the owner of the tables with triggers disabled. */
async function asOwner(statement: string): Promise<void> {
  const client = await database.ownerPool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function verifyAll(rows: number): Promise<VerificationProgress> {
  let progress = VERIFICATION_START;
  while (progress.stage !== null) progress = await advanceVerification(database.db, progress, rows);
  return progress;
}
const walk = (walletId: string) => verifyWallet(database.db, walletId, 'staff-test', new AbortController().signal);

it.each([1, 3, 7, 1000])('finds no faults in posted transfers, in batches of %i', async (rows) => {
  const progress = await verifyAll(rows);
  expect(progress).toMatchObject({
    transfers: ENTRIES + 1,
    entries: (ENTRIES + 1) * 2,
    wallets: 3,
    faultCount: 0,
    faults: [],
  });
  for (const wallet of wallets) expect((await walk(wallet)).fault).toBeNull();
});

const REHASH = `update points_entry e set hash = points_entry_hash(prev_hash, wallet_id, seq, transfer_id, delta, balance_after, occurred_at)`;

describe('reports tampering [points 5]', () => {
  it.each([
    [
      'points of an entry',
      (w: string) => `update points_entry set delta = delta + 1 where wallet_id = '${w}' and seq = 4`,
      ['TRANSFER'],
      4,
    ],
    [
      'a balance',
      (w: string) => `update points_entry set balance_after = balance_after + 1 where wallet_id = '${w}' and seq = 4`,
      ['BALANCE'],
      4,
    ],
    [
      'a balance, with its hash',
      (w: string) =>
        `update points_entry set balance_after = balance_after + 1 where wallet_id = '${w}' and seq = 4; ${REHASH} where wallet_id = '${w}' and seq = 4`,
      ['BALANCE'],
      4,
    ],
    [
      'the time of an entry',
      (w: string) =>
        `update points_entry set occurred_at = occurred_at - interval '1 day' where wallet_id = '${w}' and seq = 4`,
      ['HASH'],
      4,
    ],
    [
      'the time of an entry, with its hash',
      (w: string) =>
        `update points_entry set occurred_at = occurred_at - interval '1 day' where wallet_id = '${w}' and seq = 4; ${REHASH} where wallet_id = '${w}' and seq = 4`,
      ['CHAIN'],
      5,
    ],
    [
      'an entry that was taken out',
      (w: string) => `delete from points_entry where wallet_id = '${w}' and seq = 4`,
      ['TRANSFER', 'GAP', 'WALLET'],
      5,
    ],
    [
      'the newest entry taken out',
      (w: string) =>
        `delete from points_entry e using points_wallet w where w.id = '${w}' and e.wallet_id = w.id and e.seq = w.last_seq`,
      ['TRANSFER', 'WALLET'],
      null,
    ],
    [
      'the first entry taken out',
      (w: string) => `delete from points_entry where wallet_id = '${w}' and seq = 1`,
      ['TRANSFER', 'GAP', 'WALLET'],
      2,
    ],
    [
      'a balance of the wallet',
      (w: string) =>
        `update points_wallet set balance = balance + 5, credited_total = credited_total + 5 where id = '${w}'`,
      ['WALLET', 'WHOLE'],
      null,
    ],
    [
      'an amount of a transfer',
      (w: string) =>
        `update points_transfer t set amount = amount + 1 from points_entry e where e.transfer_id = t.id and e.wallet_id = '${w}' and e.seq = 4`,
      ['TRANSFER'],
      4,
    ],
    [
      'a transfer taken out',
      (w: string) =>
        `delete from points_transfer t using points_entry e where e.transfer_id = t.id and e.wallet_id = '${w}' and e.seq = 4`,
      ['TRANSFER'],
      4,
    ],
    ['a wallet taken out', (w: string) => `delete from points_wallet where id = '${w}'`, ['WALLET', 'WHOLE'], 1],
  ])('%s', async (_name, tamper, kinds, firstSeq) => {
    const wallet = at(1);
    await asOwner(tamper(wallet));
    for (const rows of [5, 1000]) {
      const progress = await verifyAll(rows);
      const found = new Set(progress.faults.map(({ fault }) => fault));
      for (const kind of kinds) expect(found).toContain(kind);
    }
    const { fault } = await walk(wallet);
    expect(fault).toMatchObject({ walletId: wallet, seq: firstSeq });
    const proof = await database.db
      .selectFrom('points_wallet_proof')
      .selectAll()
      .where('wallet_id', '=', wallet)
      .executeTakeFirstOrThrow();
    expect(proof).toMatchObject({ fault: fault?.fault, fault_seq: firstSeq, verified_by: 'staff-test' });
  });

  it('an entry without a transfer, also in a system wallet', async () => {
    await asOwner(`insert into points_entry (wallet_id, seq, transfer_id, delta, occurred_at, recorded_at)
      values ('${SYSTEM_WALLETS.BREAKAGE}', 999999, uuid_v7(), 5, now(), now())`);
    const { faults } = await verifyAll(1000);
    expect(faults.map(({ fault, walletId, seq }) => [fault, walletId, seq])).toEqual([
      ['TRANSFER', SYSTEM_WALLETS.BREAKAGE, 999999],
      ['WHOLE', null, null],
    ]);
  });
});

describe('the nightly check', () => {
  const night = async (): Promise<number> => {
    let batches = 0;
    while (await database.db.transaction().execute(verifyNightly)) batches += 1;
    return batches;
  };
  const last = async () => {
    const row = await database.db
      .selectFrom('ledger_verification')
      .selectAll()
      .orderBy('started_at', 'desc')
      .executeTakeFirstOrThrow();
    return { isDone: row.finished_at !== null, ...verificationProgress.parse(row.progress) };
  };

  it('checks everything once and marks a wallet until its fault is fixed [points 6]', async () => {
    expect(await night()).toBeGreaterThan(2);
    expect(await last()).toMatchObject({ isDone: true, entries: (ENTRIES + 1) * 2, faultCount: 0 });
    expect(await night()).toBe(0);
    await asOwner(
      `update points_wallet set last_hash = sha256('x') where id = '${at(0)}'; update ledger_verification set started_at = now() - interval '25 hours'`,
    );
    await night();
    expect(await last()).toMatchObject({ isDone: true, faultCount: 1, faults: [{ fault: 'WALLET', walletId: at(0) }] });
    const broken = () =>
      database.db.selectFrom('points_wallet_proof').select('wallet_id').where('fault', 'is not', null).execute();
    expect(await broken()).toEqual([{ wallet_id: at(0) }]);
    await asOwner(`update points_wallet w set last_hash = e.hash from points_entry e where e.wallet_id = w.id and e.seq = w.last_seq;
      update ledger_verification set started_at = now() - interval '25 hours'; update points_wallet_proof set verified_at = now() - interval '1 hour'`);
    await night();
    expect(await broken()).toEqual([]);
  });

  it('is continued by another process', async () => {
    await database.db.transaction().execute(verifyNightly);
    await database.db.transaction().execute(verifyNightly);
    expect(await last()).toMatchObject({ isDone: false, transfers: ENTRIES + 1, entries: 0 });
    await night();
    expect(await last()).toMatchObject({ isDone: true, transfers: ENTRIES + 1, entries: (ENTRIES + 1) * 2 });
  });
});
