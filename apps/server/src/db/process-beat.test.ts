import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseClock } from './database-clock.ts';
import { APP_VERSION } from './migrate/app-version.ts';
import { forgetSilentProcesses, ProcessBeat } from './process-beat.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const makeBeat = () => new ProcessBeat({ pool: database.pool, roles: ['api', 'worker'], clock: new DatabaseClock() });

const rows = () => database.db.selectFrom('server_process').selectAll().orderBy('started_at').execute();

it('records the start, each beat and a clean end', async () => {
  const beat = makeBeat();
  await beat.start();
  const [first] = await rows();
  expect(first).toMatchObject({ id: beat.id, version: APP_VERSION, roles: ['api', 'worker'], ended_at: null });
  expect(Math.abs(first?.clock_offset_ms ?? Number.NaN)).toBeLessThan(2_000);

  await database.ownerPool.query("update server_process set seen_at = seen_at - interval '1 minute'");
  await beat.beat();
  const [second] = await rows();
  expect(second?.started_at).toEqual(first?.started_at);
  expect(Number(second?.seen_at)).toBeGreaterThanOrEqual(Number(first?.seen_at));

  await beat.stop();
  const [ended] = await rows();
  expect(ended?.ended_at).not.toBeNull();
  expect(await rows()).toHaveLength(1);
});

it('records version 0.1.0 while one of its connections is open', async () => {
  const ofFirstVersion = async () => (await rows()).find(({ version }) => version === '0.1.0');
  const beat = makeBeat();
  await beat.beat();
  expect(await ofFirstVersion()).toBeUndefined();

  const old = new pg.Client({ connectionString: database.ownerUrl, application_name: 'backcounter-worker' });
  await old.connect();
  try {
    await beat.beat();
    const first = await ofFirstVersion();
    expect(first).toMatchObject({ version: '0.1.0', ended_at: null });
    await database.ownerPool.query("update server_process set seen_at = seen_at - interval '1 minute'");
    await beat.beat();
    expect(Number((await ofFirstVersion())?.seen_at)).toBeGreaterThanOrEqual(Number(first?.seen_at));
  } finally {
    await old.end();
  }
});

it('deletes processes without a beat for 30 days', async () => {
  const [kept, silent] = [makeBeat(), makeBeat()];
  await kept.beat();
  await silent.beat();
  await database.ownerPool.query("update server_process set seen_at = now() - interval '31 days' where id = $1", [
    silent.id,
  ]);
  await inTransaction(database.db, forgetSilentProcesses);
  const ids = (await rows()).map(({ id }) => id);
  expect(ids).toContain(kept.id);
  expect(ids).not.toContain(silent.id);
});
