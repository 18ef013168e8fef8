import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchBackups } from '../../compose/backup-watch.ts';
import { createTestApp, TEST_CONFIG, type TestApp } from '../../testing/test-app.ts';
import { beginProof, endProof, isProofDue, type LastProof, type ProofResult, readLastProof } from './backup-proof.ts';

const HOUR_MS = 60 * 60_000;
const POLICY = { maxAgeMs: 48 * HOUR_MS, isExpected: true };
const FILE = { name: 'monday.zip', bytes: 5, modifiedAt: new Date('2026-03-01T02:00:00Z') };
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const proven = (takenAt: Date): ProofResult => ({
  ...{ outcome: 'PROVEN', takenAt, counts: { transfers: 3 }, faultCount: 0, faults: [] },
});

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ config: { ...TEST_CONFIG, backupProofs: POLICY } });
});
afterAll(() => test.close());
beforeEach(() => test.database.ownerPool.query('truncate backup_proof'));

async function prove(result: ProofResult, name = FILE.name): Promise<void> {
  const { db } = test.database;
  await endProof(db, await beginProof(db, { ...FILE, name }), result);
}
const HEALTH = `{ backupHealth { problem last { file takenAt faultCount faults } proven { file takenAt } } }`;
const health = async (token = 'admin') => (await test.send(HEALTH, {}, { token })).body;
const problem = async () => (await health()).data.backupHealth.problem;

describe('the health of backups', () => {
  it('is visible to administrators, and null where backups are not monitored', async () => {
    expect((await health()).data.backupHealth).toEqual({ problem: 'UNPROVEN', last: null, proven: null });
    expect((await health('marketing')).errors[0].extensions.code).toBe('access.denied');
    const unwatched = await createTestApp({}, () => [], test.database);
    expect((await unwatched.send(HEALTH)).body.data).toEqual({ backupHealth: null });
    await unwatched.close();
  });

  it('has no problem while the data of the last proven backup is recent', async () => {
    const takenAt = hoursAgo(47);
    await prove(proven(takenAt));
    expect((await health()).data.backupHealth).toEqual({
      problem: null,
      last: { file: 'monday.zip', takenAt: takenAt.toISOString(), faultCount: 0, faults: [] },
      proven: { file: 'monday.zip', takenAt: takenAt.toISOString() },
    });
    await prove(proven(hoursAgo(49)));
    expect(await problem()).toBe('OUTDATED');
  });

  it('lists the faults of the last proof, and the last backup proven before it', async () => {
    const takenAt = hoursAgo(3);
    await prove(proven(takenAt), 'sunday.zip');
    for (const outcome of ['FAULTS', 'REFUSED', 'FAILED'] as const) {
      await prove({ outcome, takenAt: null, counts: {}, faultCount: 31, faults: ['Ledger: HASH, wallet 7'] });
      expect((await health()).data.backupHealth).toEqual({
        problem: outcome,
        last: { file: 'monday.zip', takenAt: null, faultCount: 31, faults: ['Ledger: HASH, wallet 7'] },
        proven: { file: 'sunday.zip', takenAt: takenAt.toISOString() },
      });
    }
  });

  it('ignores interrupted proofs', async () => {
    await prove(proven(hoursAgo(1)));
    await prove({ outcome: 'INTERRUPTED', takenAt: null, counts: {}, faultCount: 0, faults: [] });
    await beginProof(test.database.db, FILE);
    expect(await problem()).toBeNull();
    const { db } = test.database;
    expect(await readLastProof(db)).toMatchObject({ ...FILE, outcome: null });
    await beginProof(db, FILE);
    const { rows } = await test.database.pool.query(
      `select outcome, ended_at is null as running from backup_proof order by started_at desc, id desc limit 2`,
    );
    expect(rows).toEqual([
      { outcome: null, running: true },
      { outcome: 'INTERRUPTED', running: false },
    ]);
  });

  it('keeps proofs for 90 days, and the last proven one for longer', async () => {
    for (const name of ['older.zip', 'old.zip']) await prove(proven(hoursAgo(1)), name);
    await test.database.ownerPool.query(`update backup_proof set started_at = started_at - interval '91 days'`);
    await prove({ outcome: 'FAILED', takenAt: null, counts: {}, faultCount: 1, faults: ['x'] });
    const { rows } = await test.database.pool.query('select file from backup_proof order by started_at');
    expect(rows).toEqual([{ file: 'old.zip' }, { file: 'monday.zip' }]);
  });

  it('is reported by the deep readiness check and the metrics', async () => {
    const { db } = test.database;
    expect(await watchBackups({ backupProofs: null }, db)).toBeNull();
    const takenAt = hoursAgo(1);
    await prove(proven(takenAt));
    const watch = await watchBackups({ backupProofs: POLICY }, db);
    expect(await watch?.check()).toBe(true);
    const metrics = await createTestApp({ provenBackup: watch?.proven ?? null }, () => [], test.database);
    const text = (await metrics.app.inject('/metrics')).body;
    expect(text).toContain(`backcounter_last_proven_backup_taken_timestamp_seconds ${takenAt.getTime() / 1_000}\n`);
    expect(text).toMatch(/^backcounter_last_proven_restore_timestamp_seconds 1\d{9}/m);
    await prove({ outcome: 'REFUSED', takenAt: null, counts: {}, faultCount: 1, faults: ['It is no backup.'] });
    expect(await watch?.check()).toBe("The backup monday.zip can't be restored: It is no backup.");
    watch?.stop();
    await metrics.close();
  });
});

describe('a backup is proven', () => {
  const last = (outcome: LastProof['outcome'], hours: number): LastProof => ({
    ...FILE,
    ...{ outcome, ageMs: hours * HOUR_MS },
  });
  const newer = { ...FILE, name: 'tuesday.zip' };
  it.each([
    ['the first one', FILE, null, false, true],
    ['the same file within a day', FILE, last('PROVEN', 23), true, false],
    ['the same file after a day', FILE, last('PROVEN', 25), false, true],
    ['a faulty file within a day', FILE, last('FAULTS', 1), true, false],
    ['a newer one within 12 hours', newer, last('PROVEN', 11), false, false],
    ['a newer one after 12 hours', newer, last('PROVEN', 13), false, true],
    ['a newer one at the start of the process', newer, last('PROVEN', 1), true, true],
    ['a newer one after faults', newer, last('FAULTS', 0), false, true],
    ['a file that was written again', { ...FILE, bytes: 6 }, last('REFUSED', 0), false, true],
    ['a killed proof, at the start of the process', FILE, last(null, 0), true, true],
    ['a killed proof of this process within an hour', FILE, last('INTERRUPTED', 0.9), false, false],
    ['a killed proof of this process after an hour', FILE, last(null, 1.1), false, true],
  ] as const)('%s: %$', (_what, newest, before, isFirstLook, isDue) => {
    expect(isProofDue(newest, before, isFirstLook)).toBe(isDue);
  });
});
