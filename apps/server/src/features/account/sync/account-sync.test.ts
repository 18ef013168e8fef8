import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';

const SYNC = `mutation S($accounts: [AccountSyncInput!]!) {
  syncAccounts(input: { accounts: $accounts }) { results { firebaseId outcome accountId problems { field rule params } warnings { field rule } } } }`;
const TOPICS = `mutation T($decisions: [TopicSyncInput!]!) {
  syncAccountTopics(input: { decisions: $decisions }) { results { firebaseId topic outcome problems { field rule } } } }`;
const TOPIC = '01900000-0000-7000-8000-00000000d001';

const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 3);
  await pool.query(
    `insert into topic_category (id, code, name_i18n, position) values ($1, 'first', '{"en-US":"First"}', 1)`,
    ['01900000-0000-7000-8000-00000000c001'],
  );
  await pool.query(
    `insert into topic (id, category_id, code, name_i18n, description_i18n, kind, position, archived_at)
     select ('01900000-0000-7000-8000-00000000d00' || n)::uuid, '01900000-0000-7000-8000-00000000c001', 'topic-' || n,
       '{"en-US":"Topic"}', '{"en-US":"Topic"}', 'MARKETING', n, case n when 2 then now() end from generate_series(1, 2) n`,
  );
});

const machine = { token: 'machine~account.sync' };
async function sync(accounts: readonly object[], headers: Record<string, string> = {}) {
  const answer = await test.send(SYNC, { accounts }, { ...machine, headers });
  return { ...answer, rows: answer.body?.data?.syncAccounts.results, code: answer.body?.errors?.[0]?.extensions.code };
}
const count = async (where: string) =>
  Number((await test.database.pool.query(`select count(*) from ${where}`)).rows[0].count);

describe('account sync', () => {
  it('creates, changes and keeps accounts, with an audit row for each change', async () => {
    const accounts = [
      { firebaseId: 'sync-a', countryCode: 'DE', displayName: 'Ada', email: 'ada@sync.test' },
      { firebaseId: 'sync-b', countryCode: 'de', displayName: 'Bo' },
    ];
    const made = await sync(accounts);
    expect(made.rows).toMatchObject([
      { firebaseId: 'sync-a', outcome: 'CREATED', problems: [] },
      { firebaseId: 'sync-b', outcome: 'CREATED', problems: [] },
    ]);
    expect(made.rows[0].accountId).toMatch(/^[0-9a-f-]{36}$/);
    const again = await sync([{ ...accounts[0], email: null }, { firebaseId: 'sync-b' }]);
    expect(again.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['UPDATED', 'UNCHANGED']);
    const { rows } = await test.database.pool.query(
      `select action, actor_sub, actor_roles, personal_changes from staff_audit_event where entity_id = $1 order by id`,
      [made.rows[0].accountId],
    );
    expect(rows).toMatchObject([
      { action: 'account.create', actor_sub: 'demo-pos', actor_roles: [] },
      { action: 'account.update', personal_changes: { email: ['ada@sync.test', null] } },
    ]);
    expect(await count(`staff_user where sub = 'demo-pos' and display_name = 'Demo point of sale'`)).toBe(1);
  });

  it('refuses single rows: of 1,000 with 10 invalid ones, 990 are created [machines 6]', async () => {
    const bad: Record<number, readonly [object, object]> = {
      7: [{ countryCode: 'XX' }, { field: 'countryCode', rule: 'unknown' }],
      17: [{ countryCode: null }, { field: 'countryCode', rule: 'required' }],
      27: [{ email: 'no e-mail' }, { field: 'email', rule: 'email' }],
      37: [{ email: 'MANY-1@sync.test' }, { field: 'email', rule: 'repeated', params: { row: 1 } }],
      47: [{ firebaseId: 'many-1' }, { field: 'firebaseId', rule: 'repeated', params: { row: 1 } }],
      57: [{ phone: '030 1234' }, { field: 'phone', rule: 'phone-e164' }],
      67: [{ birthDate: '1800-01-01' }, { field: 'birthDate', rule: 'range' }],
      77: [{ locale: '?' }, { field: 'locale', rule: 'locale' }],
      87: [{ firebaseId: '  ' }, { field: 'firebaseId', rule: 'invalid' }],
      97: [{ firebaseId: 'x'.repeat(129) }, { field: 'firebaseId', rule: 'too-long', params: { max: 128 } }],
    };
    const accounts = Array.from({ length: 1_000 }, (_, n) => ({
      firebaseId: `many-${n}`,
      countryCode: 'DE',
      email: `many-${n}@sync.test`,
      ...bad[n]?.[0],
    }));
    const { rows } = await sync(accounts);
    expect(rows).toHaveLength(1_000);
    for (const [index, row] of rows.entries()) {
      if (bad[index] === undefined) expect(row).toMatchObject({ outcome: 'CREATED', problems: [] });
      else expect(row).toMatchObject({ outcome: 'REFUSED', problems: [bad[index][1]] });
    }
    expect(await count(`account where firebase_id like 'many-%'`)).toBe(990);
  });

  it('never refuses a customer for a time zone: that of the country is stored, with a warning [machines 6]', async () => {
    const given = ['AET', '+02:00', 'US/Pacific-New', '', 'Europe/Kiev', 'europe/berlin', null];
    const accounts = given.map((timezone, n) => ({ firebaseId: `zone-${n}`, countryCode: 'US', timezone }));
    const stored = async () =>
      (
        await test.database.pool.query(
          `select timezone from account where firebase_id like 'zone-%' order by firebase_id`,
        )
      ).rows.map(({ timezone }) => timezone);
    const warning = [{ field: 'timezone', rule: 'timezone' }];
    const warnings = [warning, warning, warning, warning, [], [], []];
    const zones = [...Array(4).fill('America/New_York'), 'Europe/Kyiv', 'Europe/Berlin', 'America/New_York'];
    const made = await sync(accounts);
    expect(made.rows).toMatchObject(warnings.map((each) => ({ outcome: 'CREATED', problems: [], warnings: each })));
    expect(await stored()).toEqual(zones);
    const again = await sync(accounts);
    expect(again.rows).toMatchObject(warnings.map((each) => ({ outcome: 'UNCHANGED', warnings: each })));
    const moved = await sync([{ firebaseId: 'zone-4', countryCode: 'DE', timezone: 'IST' }, { firebaseId: 'zone-5' }]);
    expect(moved.rows).toMatchObject([
      { outcome: 'UPDATED', warnings: warning },
      { outcome: 'UNCHANGED', warnings: [] },
    ]);
    expect((await stored())[4]).toBe('Europe/Berlin');
  });

  it('refuses an impossible birth date, and a row that only the database refuses, alone [import 5]', async () => {
    const pool = test.database.ownerPool;
    await pool.query(`alter table account add constraint account_not_loud check (display_name <> 'LOUD') not valid`);
    try {
      const born = (firebaseId: string, birthDate: string) => ({ firebaseId, countryCode: 'DE', birthDate });
      const { rows } = await sync([
        born('born-1', '1899-12-31'),
        born('born-2', '2099-01-01'),
        { firebaseId: 'loud', countryCode: 'DE', displayName: 'LOUD' },
        born('born-3', '1990-12-31'),
      ]);
      expect(rows).toMatchObject([
        { outcome: 'REFUSED', problems: [{ field: 'birthDate', rule: 'range' }] },
        { outcome: 'REFUSED', problems: [{ field: 'birthDate', rule: 'past' }] },
        { outcome: 'REFUSED', problems: [{ field: null, rule: 'not-stored', params: { rule: 'account_not_loud' } }] },
        { outcome: 'CREATED', problems: [] },
      ]);
    } finally {
      await pool.query('alter table account drop constraint account_not_loud');
    }
  });

  it('creates each account once from two concurrent batches [machines 6]', async () => {
    const accounts = Array.from({ length: 200 }, (_, n) => ({ firebaseId: `race-${n}`, countryCode: 'DE' }));
    const answers = await Promise.all([sync(accounts), sync(accounts.toReversed()), sync(accounts)]);
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined, undefined]);
    const outcomes = answers.flatMap(({ rows }) => rows.map(({ outcome }: { outcome: string }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'CREATED')).toHaveLength(200);
    expect(outcomes.filter((outcome) => outcome === 'UNCHANGED')).toHaveLength(400);
    expect(await count(`account where firebase_id like 'race-%'`)).toBe(200);
  });

  it('applies 200 concurrent requests with one key once, and refuses another body [machines 6]', async () => {
    const key = { 'idempotency-key': 'sync-once' };
    const accounts = [{ firebaseId: 'once', countryCode: 'DE' }];
    const answers = await Promise.all(Array.from({ length: 200 }, () => sync(accounts, key)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => [200, 409, 503].includes(status))).toBe(true);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    const replay = await sync(accounts, key);
    expect([replay.headers['idempotent-replayed'], replay.rows[0].outcome]).toEqual(['true', 'CREATED']);
    expect((await sync([{ firebaseId: 'other', countryCode: 'DE' }], key)).status).toBe(409);
    expect(
      await count(`staff_audit_event e join account a on a.id::text = e.entity_id where a.firebase_id = 'once'`),
    ).toBe(1);
  });

  it('refuses a request with unknown fields, a prototype, too many rows or too many bytes [machines 6]', async () => {
    const one = { firebaseId: 'whole', countryCode: 'DE' };
    expect((await sync([{ ...one, isAdmin: true }])).rows).toBeUndefined();
    expect((await sync([{ ...one, state: 'ACTIVE' }])).rows).toBeUndefined();
    const polluted = JSON.stringify({ query: SYNC, variables: { accounts: [one] } }).replace(
      '"firebaseId"',
      '"__proto__":{"isAdmin":true},"firebaseId"',
    );
    expect((await test.post(polluted, machine)).status).toBe(400);
    expect((await sync(Array.from({ length: 1_001 }, () => one))).body.errors[0].extensions).toEqual({
      code: 'field.invalid',
      details: { fields: { accounts: [{ rule: 'too-large', params: { max: 1_000 } }] } },
    });
    expect((await sync([{ ...one, displayName: 'x'.repeat(2_000_001) }])).status).toBe(413);
    expect(await count(`account where firebase_id = 'whole'`)).toBe(0);
  });
});

describe('topic sync', () => {
  const decide = async (...decisions: readonly (readonly [string, string, boolean])[]) => {
    const rows = decisions.map(([firebaseId, topic, isSubscribed]) => ({ firebaseId, topic, isSubscribed }));
    return (await test.send(TOPICS, { decisions: rows }, machine)).body.data.syncAccountTopics.results;
  };
  const subscription = async () =>
    (
      await test.database.pool.query(
        `select s.is_subscribed, s.source, t.subscriber_count from account_topic_subscription s
         join account a on a.id = s.account_id join topic t on t.id = s.topic_id where a.firebase_id = 'topics' and t.id = $1`,
        [TOPIC],
      )
    ).rows[0];

  it('records decisions row by row and in the audit trail, and overrides those of staff [machines 7]', async () => {
    await sync([{ firebaseId: 'topics', countryCode: 'DE' }]);
    expect(
      await decide(
        ['topics', 'topic-1', true],
        ['topics', 'topic-2', true],
        ['nobody', 'topic-1', true],
        ['topics', 'nothing', false],
        ['topics', 'topic-1', false],
      ),
    ).toMatchObject([
      { outcome: 'CHANGED', problems: [] },
      { outcome: 'REFUSED', problems: [{ field: 'topic', rule: 'not-in-use' }] },
      { outcome: 'REFUSED', problems: [{ field: 'firebaseId', rule: 'unknown' }] },
      { outcome: 'REFUSED', problems: [{ field: 'topic', rule: 'unknown' }] },
      { outcome: 'REFUSED', problems: [{ field: 'topic', rule: 'repeated' }] },
    ]);
    expect(await subscription()).toEqual({ is_subscribed: true, source: 'APP', subscriber_count: 1 });
    expect(await decide(['topics', 'topic-1', true])).toMatchObject([{ outcome: 'UNCHANGED' }]);
    await test.database.pool.query(`update account_topic_subscription set is_subscribed = false, source = 'STAFF'`);
    expect(await decide(['topics', 'topic-1', false])).toMatchObject([{ outcome: 'CHANGED' }]);
    expect(await subscription()).toEqual({ is_subscribed: false, source: 'APP', subscriber_count: 0 });
    expect(await count(`staff_audit_event where action in ('account.subscribe', 'account.unsubscribe')`)).toBe(2);
  });
});

describe('device sync', () => {
  const tell = async (...devices: readonly object[]) =>
    (
      await test.send(
        'mutation D($devices: [DeviceSyncInput!]!) { syncAccountDevices(input: { devices: $devices }) { results { outcome problems { field rule } } } }',
        { devices },
        machine,
      )
    ).body.data.syncAccountDevices.results;

  it('adds, refreshes and revalidates push tokens, which move to the account that reported them last', async () => {
    await sync([
      { firebaseId: 'phone-a', countryCode: 'DE' },
      { firebaseId: 'phone-b', countryCode: 'DE' },
    ]);
    const device = { firebaseId: 'phone-a', platform: 'IOS', pushToken: 'token-1234', appVersion: '1.0' };
    expect(
      await tell(device, device, { ...device, firebaseId: 'nobody' }, { ...device, pushToken: 'a b c d e f' }),
    ).toMatchObject([
      { outcome: 'ADDED', problems: [] },
      { outcome: 'REFUSED', problems: [{ field: 'pushToken', rule: 'repeated' }] },
      { outcome: 'REFUSED', problems: [{ field: 'firebaseId', rule: 'unknown' }] },
      { outcome: 'REFUSED', problems: [{ field: 'pushToken', rule: 'invalid' }] },
    ]);
    const end = (reason: string) =>
      test.database.pool.query('update account_device set invalidated_at = now(), invalid_reason = $1', [reason]);
    await end('STAFF');
    expect(await tell(device)).toMatchObject([{ outcome: 'REFRESHED' }]);
    expect(await count(`account_device where invalid_reason = 'STAFF'`)).toBe(1);
    await end('UNREGISTERED');
    expect(await tell({ ...device, firebaseId: 'phone-b', appVersion: null })).toMatchObject([
      { outcome: 'REFRESHED' },
    ]);
    const { rows } = await test.database.pool.query(
      'select a.firebase_id, d.app_version, d.invalidated_at from account_device d join account a on a.id = d.account_id',
    );
    expect(rows).toEqual([{ firebase_id: 'phone-b', app_version: '1.0', invalidated_at: null }]);
  });
});
