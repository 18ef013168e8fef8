import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setBestEffortLog } from '../db/best-effort.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { deleteExpiredKeys } from '../graphql/idempotency-expiry.ts';
import { Housekeeping } from './housekeeping.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('housekeeping', () => {
  it('runs batch after batch until nothing is left', async () => {
    const runBatch = vi.fn(async () => runBatch.mock.calls.length < 3);
    await new Housekeeping(database.db, [{ name: 'tally.count', runBatch }]).runOnce();
    expect(runBatch).toHaveBeenCalledTimes(3);
  });

  it('runs in one server process at a time', async () => {
    let done = 0;
    let idle = 0;
    // The first copy keeps working until both others have found nothing to do.
    const runBatch = async (): Promise<boolean> => {
      done += 1;
      await expect.poll(() => idle, { timeout: 20_000 }).toBe(2);
      return false;
    };
    const copies = [1, 2, 3].map(() => new Housekeeping(database.db, [{ name: 'tally.once', runBatch }]));
    await Promise.all(
      copies.map(async (copy) => {
        await copy.runOnce();
        idle += 1;
      }),
    );
    expect(done).toBe(1);
  });

  it('rolls back and reports a failed task, and runs the next one', async () => {
    const log = vi.fn();
    setBestEffortLog(log);
    const next = vi.fn(async () => false);
    await new Housekeeping(database.db, [
      {
        name: 'tally.fail',
        runBatch: async (trx) => {
          await sql`insert into staff_user (sub, display_name) values ('half', 'Half')`.execute(trx);
          throw new Error('half-way');
        },
      },
      { name: 'tally.next', runBatch: next },
    ]).runOnce();
    expect(log).toHaveBeenCalledWith('tally.fail', expect.objectContaining({ message: 'half-way' }));
    expect(next).toHaveBeenCalledOnce();
    const { rowCount } = await database.ownerPool.query("select from staff_user where sub = 'half'");
    expect(rowCount).toBe(0);
  });

  it('runs every minute until the server stops, which waits for the current batch', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let ended = 0;
      const runBatch = vi.fn(async () => {
        await delay(50);
        ended += 1;
        return true;
      });
      const housekeeping = new Housekeeping(database.db, [{ name: 'tally.minute', runBatch }]);
      housekeeping.start();
      await expect.poll(() => runBatch.mock.calls.length).toBe(1);
      await housekeeping.stop();
      expect(ended).toBe(runBatch.mock.calls.length);
      const calls = ended;
      vi.advanceTimersByTime(180_000);
      await delay(50);
      expect(runBatch).toHaveBeenCalledTimes(calls);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('deletes stored answers older than a day and keeps younger ones', async () => {
  await database.ownerPool.query(`
    insert into idempotency_key (actor_sub, key, operation, request_hash, response, created_at)
    select 'someone', n::text, 'updateAccount', sha256('x'), '"{}"',
      now() - case when n <= 2500 then interval '24 hours 1 minute' else interval '23 hours 59 minutes' end
    from generate_series(1, 2510) as n`);
  await new Housekeeping(database.db, [{ name: 'idempotency-key.expire', runBatch: deleteExpiredKeys }]).runOnce();
  const { rows } = await database.ownerPool.query('select count(*) as n, min(key::int) as first from idempotency_key');
  expect(rows).toEqual([{ n: 10, first: 2501 }]);
});
