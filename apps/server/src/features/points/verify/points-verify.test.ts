import { randomUUID } from 'node:crypto';
import { POINTS_LIMITS, SYSTEM_WALLETS } from '@backcounter/domain';
import { beforeAll, expect, it } from 'vitest';
import { verifyNightly } from '../../../ledger/nightly-verification.ts';
import { postTransfers } from '../../../ledger/post-transfer.ts';
import { readWallet } from '../../../ledger/wallet.ts';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { untilJob } from '../../../testing/test-worker.ts';

const ENTRIES = 30;
/** Wallet of the first account. */
let wallet: string;

const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 3);
  wallet = (await readWallet(test.database.db, { type: 'ACCOUNT', id: accountId(1) })).id;
  await postTransfers(
    test.database.db,
    Array.from({ length: ENTRIES }, (_, index) => ({
      debitWalletId: SYSTEM_WALLETS.ISSUANCE,
      creditWalletId: wallet,
      amount: index + 1,
      code: 'EARN' as const,
      key: randomUUID(),
    })),
    'staff-test',
  );
});
startFileWorker(test);

/** Runs a statement that only the owner of the tables can run, and only with triggers off. */
async function byForce(statement: string, values: readonly unknown[]): Promise<void> {
  const client = await test.database.ownerPool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(statement, [...values]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

const HEALTH =
  '{ ledgerHealth { isHealthy verifiedAt entries faultCount faults { fault seq transferId wallet { walletId name } } } }';
const health = async () => (await test.send(HEALTH)).body.data.ledgerHealth;
const verifyWallet = async (id: string, token = 'admin') =>
  (
    await test.send(
      'mutation($id: ID!) { verifyWallet(input: { walletId: $id }) { entries fault { fault seq transferId wallet { walletId } } job { id state } } }',
      { id },
      { token },
    )
  ).body;
const JOB = 'query($id: ID!) { job(id: $id) { state done outcomes { outcome reason count } } }';
const jobOf = async (id: string) => (await test.send(JOB, { id })).body.data.job;
const verifyLedger = async (token = 'admin') =>
  (await test.send('mutation { verifyLedger { job { id state } } }', {}, { token })).body;

it('only ADMIN may check the points and see what was found [points 7]', async () => {
  for (const token of ['marketing', 'campaign-manager', 'campaign-viewer', 'campaign-streamer', 'nobody', 'machine']) {
    const answers = [
      (await test.send(HEALTH, {}, { token })).body,
      await verifyWallet(wallet, token),
      await verifyLedger(token),
    ];
    for (const { errors } of answers) expect(errors[0].extensions.code).toBe('access.denied');
  }
  const { rows } = await test.database.pool.query(`select 1 from job`);
  expect(rows).toEqual([]);
});

it('before the first check there is no result', async () => {
  expect(await health()).toEqual({ isHealthy: true, verifiedAt: null, entries: 0, faultCount: 0, faults: [] });
});

it('one wallet is verified at once, with an audit event', async () => {
  expect((await verifyWallet(wallet)).data.verifyWallet).toEqual({ entries: ENTRIES, fault: null, job: null });
  const { rows } = await test.database.pool.query(
    `select entity_type, entity_id, outcome from staff_audit_event where action = 'points.verify' and outcome = 'DONE'`,
  );
  expect(rows).toEqual([{ entity_type: 'account', entity_id: accountId(1), outcome: 'DONE' }]);
  expect((await verifyWallet(randomUUID())).errors[0].extensions.code).toBe('wallet.not-found');
});

it('a full check is one job however often it is requested, and reports the number of entries [points 7]', async () => {
  const answers = await Promise.all([verifyLedger(), verifyLedger(), verifyLedger()]);
  const refused = answers.filter(({ errors }) => errors !== undefined);
  // Of two concurrent requests, the slower one must retry.
  for (const { errors } of refused) expect(errors[0].extensions.code).toBe('idempotency.in-flight');
  const ids = new Set(answers.flatMap(({ data }) => (data === null ? [] : [data.verifyLedger.job.id])));
  expect(ids.size).toBeGreaterThan(0);
  const started = await Promise.all([...ids].map((id) => untilJob(test, id, 'SUCCEEDED').then(() => jobOf(id))));
  const { rows } = await test.database.pool.query('select count(*) as n from points_wallet where last_seq > 0');
  for (const job of started) {
    expect(job).toMatchObject({ state: 'SUCCEEDED', outcomes: [{ outcome: 'DONE' }] });
    expect(job.done).toBeGreaterThanOrEqual(ENTRIES * 3 + rows[0].n);
  }
  const found = await health();
  expect(found).toMatchObject({ isHealthy: true, entries: ENTRIES * 2, faultCount: 0, faults: [] });
  expect(Date.parse(found.verifiedAt)).toBeGreaterThan(0);
});

it('a wallet with very many entries is verified by a job', async () => {
  const large = (await readWallet(test.database.db, { type: 'ACCOUNT', id: accountId(2) })).id;
  await byForce('update points_wallet set last_seq = $2 where id = $1', [large, POINTS_LIMITS.verifyAtOnceMax + 1]);
  const { entries, fault, job } = (await verifyWallet(large)).data.verifyWallet;
  expect([entries, fault]).toEqual([null, null]);
  await untilJob(test, job.id, 'SUCCEEDED', 'FAILED');
  // The wallet claims 50,001 entries and has none: the job finds that too.
  expect((await jobOf(job.id)).outcomes).toContainEqual({ outcome: 'FAILED', reason: 'ledger-fault', count: 1 });
  expect(await health()).toMatchObject({
    isHealthy: false,
    faults: [{ fault: 'WALLET', wallet: { walletId: large } }],
  });
  await byForce('update points_wallet set last_seq = 0 where id = $1', [large]);
  expect((await verifyWallet(large)).data.verifyWallet.fault).toBeNull();
  expect((await health()).isHealthy).toBe(true);
});

it('either check finds and names a tampered chain, and keeps it listed until it is repaired [points 7]', async () => {
  await byForce('update points_entry set hash = sha256(hash) where wallet_id = $1 and seq = 7', [wallet]);
  const { entries, fault } = (await verifyWallet(wallet)).data.verifyWallet;
  expect(entries).toBeGreaterThan(0);
  expect(fault).toMatchObject({ fault: 'HASH', seq: 7, wallet: { walletId: wallet } });
  expect(await health()).toMatchObject({ isHealthy: false, faultCount: 1, faults: [{ fault: 'HASH', seq: 7 }] });

  const { id } = (await verifyLedger()).data.verifyLedger.job;
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  const { outcomes } = await jobOf(id);
  expect(outcomes.find(({ outcome }: { outcome: string }) => outcome === 'FAILED')).toMatchObject({
    reason: 'ledger-fault',
  });
  const found = await health();
  expect(found.isHealthy).toBe(false);
  expect(found.faults[0]).toMatchObject({ seq: 7, wallet: { walletId: wallet } });
  expect(found.faults[0].wallet.name).toBeTruthy();

  await byForce(
    `update points_entry e set hash = points_entry_hash(prev_hash, wallet_id, seq, transfer_id, delta, balance_after, occurred_at)
     where wallet_id = $1 and seq = 7`,
    [wallet],
  );
  expect((await verifyWallet(wallet)).data.verifyWallet.fault).toBeNull();
  // The result of a full check remains until the next one.
  expect((await health()).isHealthy).toBe(false);
  await untilJob(test, (await verifyLedger()).data.verifyLedger.job.id, 'SUCCEEDED');
  expect(await health()).toMatchObject({ isHealthy: true, faultCount: 0, faults: [] });
});

it('a full check without faults verifies each wallet, except for later entries', async () => {
  const other = (await readWallet(test.database.db, { type: 'ACCOUNT', id: accountId(3) })).id;
  const give = async (key: string) =>
    postTransfers(
      test.database.db,
      [{ debitWalletId: SYSTEM_WALLETS.ISSUANCE, creditWalletId: other, amount: 5, code: 'EARN', key }],
      'staff-test',
    );
  const proof = async () =>
    (
      await test.send(
        'query($id: ID!) { pointsWallet(owner: { type: ACCOUNT, id: $id }) { entries proof { isIntact entries verifiedAt } } }',
        {
          id: accountId(3),
        },
      )
    ).body.data.pointsWallet;
  await give(randomUUID());
  expect(await proof()).toEqual({ entries: 1, proof: null });
  await byForce("update points_entry set recorded_at = recorded_at - interval '1 second' where wallet_id = $1", [
    other,
  ]);
  await byForce('truncate ledger_verification', []);
  const { rows } = await test.database.ownerPool.query('select now() as began');
  while (await test.database.db.transaction().execute(verifyNightly));
  await give(randomUUID());
  const after = await proof();
  expect(after).toMatchObject({ entries: 2, proof: { isIntact: true, entries: 1 } });
  expect(Date.parse(after.proof.verifiedAt)).toBeGreaterThanOrEqual(rows[0].began.getTime() - 1);
  await byForce(`update ledger_verification set progress = jsonb_set(progress, '{faultCount}', '1')`, []);
  expect(await proof()).toEqual({ entries: 2, proof: null });
});
