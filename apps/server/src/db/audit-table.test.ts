import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const EVENT = `INSERT INTO staff_audit_event (actor_sub, action, entity_type, entity_id, outcome, changes, personal_changes, occurred_at)
  VALUES ('staff-1', 'account.edit', 'account', $1, 'DONE', '{"locale":["de-DE","en-US"]}', '{"email":["a@x.test","b@x.test"]}', $2)`;

it('an audit event is append-only, even for the owner [security 32]', async () => {
  await database.pool.query(EVENT, ['1', new Date()]);
  for (const statement of ["UPDATE staff_audit_event SET action = 'a.b'", 'DELETE FROM staff_audit_event']) {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    await expect(database.ownerPool.query(statement)).rejects.toMatchObject({ code: 'BC002' });
  }
  const partition = await database.ownerPool.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM staff_audit_event',
  );
  await expect(database.pool.query(`DELETE FROM ${partition.rows[0]?.name}`)).rejects.toMatchObject({ code: '42501' });
});

it('forgetting removes personal values of one record only, and is audited', async () => {
  await database.pool.query(EVENT, ['2', new Date()]);
  await database.pool.query(EVENT, ['3', new Date()]);
  const { rows } = await database.pool.query<{ n: number }>(
    "SELECT forget_personal_changes('account', '2', 'admin-1', '{ADMIN}', 'asked for it', 'req-1') AS n",
  );
  expect(rows[0]?.n).toBe(1);
  const events = await database.db
    .selectFrom('staff_audit_event')
    .select(['entity_id', 'action', 'personal_changes', 'changes'])
    .where('entity_id', 'in', ['2', '3'])
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { entity_id: '2', action: 'account.edit', personal_changes: null, changes: { locale: ['de-DE', 'en-US'] } },
    {
      entity_id: '3',
      action: 'account.edit',
      personal_changes: { email: ['a@x.test', 'b@x.test'] },
      changes: { locale: ['de-DE', 'en-US'] },
    },
    { entity_id: '2', action: 'audit.forget-personal', personal_changes: null, changes: { events: [null, 1] } },
  ]);
});

it('events go to the partition of their month, except months started in the default partition', async () => {
  await database.pool.query(EVENT, ['4', '2031-05-10T12:00:00Z']);
  const made = await database.pool.query<{ n: number }>("SELECT ensure_audit_partitions('2031-05-20', 3) AS n");
  expect(made.rows[0]?.n).toBe(2);
  const again = await database.pool.query<{ n: number }>("SELECT ensure_audit_partitions('2031-05-20', 3) AS n");
  expect(again.rows[0]?.n).toBe(0);
  await database.pool.query(EVENT, ['5', '2031-06-30T23:59:59.999Z']);
  const { rows } = await database.pool.query<{ entity_id: string; name: string }>(
    "SELECT entity_id, tableoid::regclass::text AS name FROM staff_audit_event WHERE entity_id IN ('4', '5') ORDER BY id",
  );
  expect(rows.map((row) => row.name)).toEqual(['staff_audit_event_other', 'staff_audit_event_2031_06']);
  await expect(database.pool.query('DELETE FROM staff_audit_event_2031_06')).rejects.toMatchObject({ code: '42501' });
});

it.each([
  [
    'an answer without its hash of 32 bytes',
    "INSERT INTO idempotency_key (actor_sub, key, operation, request_hash, response) VALUES ('a', 'k', 'o', '\\x00', '{}')",
    '23514',
  ],
  [
    'an empty key',
    "INSERT INTO idempotency_key (actor_sub, key, operation, request_hash, response) VALUES ('a', '', 'o', sha256('x'), '{}')",
    '23514',
  ],
  [
    'translations without English',
    `INSERT INTO country (code, name_i18n, currency, default_timezone, default_locale) VALUES ('FR', '{"fr-FR":"France"}', 'EUR', 'Europe/Paris', 'fr-FR')`,
    '23514',
  ],
  [
    'translations under a wrong key',
    `INSERT INTO country (code, name_i18n, currency, default_timezone, default_locale) VALUES ('FR', '{"en-US":"France","xx_YY":"?"}', 'EUR', 'Europe/Paris', 'fr-FR')`,
    '23514',
  ],
  [
    'a list for translations',
    `INSERT INTO country (code, name_i18n, currency, default_timezone, default_locale) VALUES ('FR', '["en-US"]', 'EUR', 'Europe/Paris', 'fr-FR')`,
    '23514',
  ],
  [
    'an action without a noun',
    "INSERT INTO staff_audit_event (actor_sub, action, outcome) VALUES ('a', 'edit', 'DONE')",
    '23514',
  ],
])('refuses %s', async (_name, statement, code) => {
  await expect(database.pool.query(statement)).rejects.toMatchObject({ code });
});
