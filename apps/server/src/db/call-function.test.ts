import { randomUUID } from 'node:crypto';
import { RawNode } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_FUNCTIONS, type DatabaseFunctions } from '../generated/database-functions.ts';
import { callFunction } from './call-function.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const HOUSE = '00000000-0000-7000-8000-000000000001';

const names = Object.keys(DATABASE_FUNCTIONS) as (keyof DatabaseFunctions)[];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const rowsOf = async (query: string, values: unknown[] = []) => (await database.ownerPool.query(query, values)).rows;

function transferTo(credit: string, points: number, key: string, claimed: Date | null = null) {
  return callFunction(database.db, 'post_points_transfer', {
    debit: HOUSE,
    credit,
    points,
    with_code: 'ISSUE',
    with_reason: null,
    claimed,
    about: null,
    about_id: null,
    reverses: null,
    with_key: key,
    by_sub: 'test',
  });
}

describe('callFunction', () => {
  let wallet: string;
  beforeAll(async () => {
    const opened = await callFunction(database.db, 'open_wallet', {
      owned_by: 'STORE',
      owner: randomUUID(),
      is_frozen: false,
    });
    wallet = opened ?? '';
  });

  it('returns the value of a function, and accepts an enum', async () => {
    expect(await rowsOf('select owner_type, frozen from points_wallet where id = $1', [wallet])).toEqual([
      { owner_type: 'STORE', frozen: false },
    ]);
    expect(await callFunction(database.db, 'freeze_wallet', { wallet, is_frozen: false })).toBe(false);
  });

  it('returns a row, with bigint as number and unset columns as null', async () => {
    const posted = await transferTo(wallet, 2_000_000_000, 'one');
    expect(posted).toMatchObject({ outcome: 'POSTED', refusal: null, credit_balance: 2_000_000_000 });
    expect(await transferTo(wallet, 3_000_000_000, 'one')).toMatchObject({
      outcome: 'REFUSED',
      refusal: 'idempotency.mismatch',
      transfer: null,
    });
    expect(await transferTo(wallet, 3_000_000_000, 'two')).toMatchObject({ credit_balance: 5_000_000_000 });
  });

  it('returns a set in order, and sends an array as JSON', async () => {
    const items = [
      { debit: HOUSE, credit: wallet, points: 1, code: 'ISSUE', key: 'b' },
      { debit: wallet, credit: wallet, points: 1, code: 'ISSUE', key: 'a' },
    ];
    const posted = await callFunction(database.db, 'post_points_transfers', { items, by_sub: 'test' });
    expect(posted.map(({ place, outcome }) => [place, outcome])).toEqual([
      [1, 'POSTED'],
      [2, 'REFUSED'],
    ]);
    expect(await callFunction(database.db, 'post_points_transfers', { items: [], by_sub: 'test' })).toEqual([]);
  });

  it('returns undefined for void, and sends arrays, JSON and null', async () => {
    const result = await callFunction(database.db, 'record_audit', {
      by_sub: 'ada',
      by_name: 'Ada',
      by_email: null,
      by_roles: ['ADMIN', 'MARKETING'],
      request: 'request',
      what: 'store.update',
      about_type: 'store',
      about_id: 's-1',
      came_out: 'DONE',
      why: null,
      changed: { names: [null, ['a', "b'"]] },
      changed_personal: null,
    });
    expect(result).toBeUndefined();
    expect(
      await rowsOf('select actor_roles, outcome::text, reason, changes, personal_changes from staff_audit_event'),
    ).toEqual([
      {
        actor_roles: ['ADMIN', 'MARKETING'],
        outcome: 'DONE',
        reason: null,
        changes: { names: [null, ['a', "b'"]] },
        personal_changes: null,
      },
    ]);
  });

  it('uses the default of an omitted argument', async () => {
    const made = await callFunction(database.db, 'ensure_audit_partitions', { from_day: '2041-05-20' });
    expect(made).toBe(3);
    expect(await callFunction(database.db, 'ensure_audit_partitions', { from_day: '2041-05-20', months: 4 })).toBe(1);
    await callFunction(database.db, 'ensure_audit_partitions', {});
    expect(await callFunction(database.db, 'ensure_audit_partitions', {})).toBe(0);
  });

  it('accepts and returns instants as dates', async () => {
    const occurredAt = new Date(Date.now() - 60_000);
    await transferTo(wallet, 1, 'an hour ago', occurredAt);
    expect(await rowsOf("select occurred_at from points_transfer where idempotency_key = 'an hour ago'")).toEqual([
      { occurred_at: occurredAt },
    ]);
    const claim = { by_sub: 'ada', of_kind: 'CODE', per_hour: 1, per_day: null, is_trial: false } as const;
    await callFunction(database.db, 'claim_disclosure', { ...claim, wanted: 1 });
    expect(await callFunction(database.db, 'claim_disclosure', { ...claim, wanted: 1 })).toEqual({
      over_budget: expect.any(String),
      retry_at: expect.any(Date),
    });
  });

  it('returns a row of a table as JSON, or null', async () => {
    const none = { of_giveaway: randomUUID(), of_entry: randomUUID(), to_state: 'VALID', by_sub: 'ada' } as const;
    expect(await callFunction(database.db, 'set_giveaway_entry_state', { ...none, with_reason: 'r' })).toEqual({
      refusal: 'record.not-found',
      changed: null,
    });
  });

  it.each(names)('may call %s', async (name) => {
    const args = Object.fromEntries(Object.keys(DATABASE_FUNCTIONS[name].args).map((argument) => [argument, null]));
    await expect(callFunction(planned(), name, args as never)).resolves.not.toThrow();
  });
});

/**
 * Plans statements without running them: PostgreSQL resolves the function, its arguments and columns, and checks the
 * privilege.
 */
function planned() {
  return database.db.withPlugin({
    transformQuery: ({ node }) => RawNode.create(['explain ', ''], [node]),
    transformResult: ({ result }) => Promise.resolve(result),
  });
}
