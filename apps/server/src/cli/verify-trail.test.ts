import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { verifyTrail } from './verify-trail.ts';

let database: TestDatabase;
let appRole: string;
beforeAll(async () => {
  database = await createTestDatabase();
  appRole = new URL(database.url).username;
  await database.ownerPool.query(
    `select ensure_audit_partitions((date_trunc('month', now()) - interval '3 months')::date, 6);
     select record_audit('ada', 'Ada', null, '{ADMIN}', 'r-1', 'store.update', 'store', 's-1', 'DONE', null, '{}', null);
     select record_audit('ada', 'Ada', null, '{ADMIN}', 'r-2', 'store.update', null, null, 'DENIED', null, '{}', '{"name": ["a", "b"]}')`,
  );
});
afterAll(() => database.drop());

const verify = () => verifyTrail(createDatabase(database.ownerPool), appRole);
/** Runs statements with triggers disabled, as someone with database access could; `undo` restores the trail. */
async function whileTampered(tamper: string, undo: string): Promise<readonly string[]> {
  const asForce = (statements: string) =>
    database.ownerPool.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
  await asForce(tamper);
  const { faults } = await verify();
  await asForce(undo);
  return faults;
}
const month = (ago: number): string => {
  const day = new Date();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - ago);
  return day.toISOString().slice(0, 7);
};
const partition = (ago: number): string => `staff_audit_event_${month(ago).replace('-', '_')}`;

it('finds no faults in a trail written by the application only', async () => {
  expect(await verify()).toEqual({ events: 2, faults: [] });
});

type Text = () => string;
it.each<[what: string, tamper: Text, undo: Text, faults: () => string[]]>([
  [
    'a trigger that was switched off',
    () => `alter table ${partition(0)} disable trigger staff_audit_event_is_append_only`,
    () => `alter table ${partition(0)} enable trigger staff_audit_event_is_append_only`,
    () => [
      `Audit: ${partition(0)} has no active trigger that refuses changes.`,
      'Audit: the owner of the tables changed an event and was not refused.',
      'Audit: the owner of the tables deleted an event and was not refused.',
    ],
  ],
  [
    'rights to delete events',
    () => `grant delete on ${partition(1)} to ${appRole}`,
    () => `revoke delete on ${partition(1)} from ${appRole}`,
    () => [`Audit: the role ${appRole} may change or delete events in ${partition(1)}.`],
  ],
  [
    'a month that was taken out',
    () => `alter table staff_audit_event detach partition ${partition(2)}`,
    () =>
      `alter table staff_audit_event attach partition ${partition(2)} for values from ('${month(2)}-01') to ('${month(1)}-01')`,
    () => [`Audit: the month ${partition(2)} is no longer part of the trail.`],
  ],
  [
    'an event that lost its record',
    () => `alter table staff_audit_event drop constraint staff_audit_event_is_sound;
      update staff_audit_event set entity_id = null where request_id = 'r-1'`,
    () => `update staff_audit_event set entity_id = 's-1' where request_id = 'r-1'`,
    () => ['Audit: 1 events are malformed.'],
  ],
  [
    'repeated numbers, and numbers that were never issued',
    () => `update staff_audit_event set id = 900, occurred_at = occurred_at + id * interval '1 ms'`,
    () => `update staff_audit_event set id = right(request_id, 1)::bigint`,
    () => ['Audit: 1 events repeat the number of another.', 'Audit: 2 events have a number that was never issued.'],
  ],
  [
    'an actor without a name',
    () => `update staff_user set sub = 'eve' where sub = 'ada'`,
    () => `update staff_user set sub = 'ada' where sub = 'eve'`,
    () => ['Audit: 2 events name the actor ada, who is unknown.'],
  ],
])('finds %s', async (_what, tamper, undo, faults) => {
  expect(await whileTampered(tamper(), undo())).toEqual(faults());
});

it('reports a deleted month only if something happened in it', async () => {
  await database.ownerPool.query(`drop table ${partition(1)}`);
  expect((await verify()).faults).toEqual([]);
  await database.ownerPool.query(
    `begin; set local session_replication_role = replica;
     insert into points_transfer (debit_wallet_id, credit_wallet_id, amount, code, occurred_at, recorded_at, created_by, idempotency_key)
       select a.id, b.id, 1, 'EARN', '${month(1)}-10', '${month(1)}-10', 'ada', 'k'
       from points_wallet a join points_wallet b on a.id < b.id limit 1; commit`,
  );
  expect((await verify()).faults).toEqual([
    `Audit: the month ${month(1)} is missing, in which accounts or points changed.`,
  ]);
});
