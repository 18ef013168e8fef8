import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.ownerPool.query(`
    INSERT INTO country (code, name_i18n, currency, dial_code, default_timezone, default_locale) VALUES
      ('DE', '{"en-US":"Germany"}', 'EUR', '49', 'Europe/Berlin', 'de-DE'),
      ('JP', '{"en-US":"Japan"}', 'JPY', '81', 'Asia/Tokyo', 'ja-JP');
    INSERT INTO area (country_code, code, name_i18n, timezone, is_active) VALUES ('DE', 'DE-BY', '{"en-US":"Bavaria"}', 'Europe/Berlin', true)`);
});
afterAll(() => database.drop());

type Row = Record<string, unknown>;

async function insert(row: Row): Promise<string> {
  const full: Row = { country_code: 'DE', locale: 'de-DE', timezone: 'Europe/Berlin', ...row };
  const names = Object.keys(full);
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO account (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(full),
  );
  return rows[0]?.id ?? '';
}

async function setState(id: string, state: string): Promise<void> {
  await database.pool.query(
    `UPDATE account SET state = $2::account_state, state_reason = CASE WHEN $2 IN ('SUSPENDED', 'CLOSED') THEN 'reason' END WHERE id = $1`,
    [id, state],
  );
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; n: number }>(
    'SELECT state, sum(accounts)::bigint AS n FROM account_count GROUP BY state',
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
}

const unique = (): string => String(++serial);

describe('the database refuses', () => {
  const refused: readonly (readonly [string, Row, string])[] = [
    ['name of 81 characters', { display_name: 'x'.repeat(81) }, '23514'],
    ['empty name', { display_name: '' }, '23514'],
    ['e-mail without @', { email: 'nobody' }, '23514'],
    ['e-mail with a space', { email: 'a b@example.com' }, '23514'],
    ['e-mail of 255 characters', { email: `${'x'.repeat(243)}@example.com` }, '23514'],
    ['verified without e-mail', { email_verified: true }, '23514'],
    ['phone without +', { phone_e164: '4915112345678' }, '23514'],
    ['phone with 16 digits', { phone_e164: '+1234567890123456' }, '23514'],
    ['firebase id of 129 characters', { firebase_id: 'x'.repeat(129) }, '23514'],
    ['unknown country', { country_code: 'ZZ' }, '23503'],
    ['locale in another form', { locale: 'de_DE' }, '23514'],
    ['zone with a blank', { timezone: 'Europe/ Berlin' }, '23514'],
    ['birth in 1899', { birth_date: '1899-12-31' }, '23514'],
    ['consent without its instant', { push_consent: true }, '23514'],
    ['suspended without reason', { state: 'SUSPENDED' }, '23514'],
    ['closed without reason', { state: 'CLOSED' }, '23514'],
    ['end of a suspension on an active account', { suspended_until: '2030-01-01' }, '23514'],
    ['reason of 301 characters', { state: 'CLOSED', state_reason: 'x'.repeat(301) }, '23514'],
    ['erased with a name', { state: 'ERASED', display_name: 'Anna' }, '23514'],
    ['erased with a phone', { state: 'ERASED', phone_e164: '+4915112345678' }, '23514'],
    ['unknown state', { state: 'IN_REVIEW' }, '22P02'],
    ['version 0', { version: 0 }, '23514'],
    ['seen before 1970', { last_seen_at: '1969-12-31' }, '23514'],
  ];
  it.each(refused)('%s', async (_name, row, code) => {
    await expect(insert(row)).rejects.toMatchObject({ code });
  });

  it('an area of another country', async () => {
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM area');
    const area_id = rows[0]?.id;
    await expect(insert({ area_id })).resolves.toBeTruthy();
    await expect(insert({ area_id, country_code: 'JP' })).rejects.toMatchObject({ code: '23503' });
  });

  it('the same e-mail in other capitalisation', async () => {
    await insert({ email: 'Anna@Example.com' });
    await expect(insert({ email: 'anna@example.COM' })).rejects.toMatchObject({
      code: '23505',
      constraint: 'account_email',
    });
  });

  it('deleting an account, and writing the counters, as the application', async () => {
    await expect(database.pool.query('DELETE FROM account')).rejects.toMatchObject({ code: '42501' });
    await expect(database.pool.query('UPDATE account_count SET accounts = 0')).rejects.toMatchObject({ code: '42501' });
    await expect(
      database.pool.query("SELECT account_count_add('ACTIVE', 'DE', gen_random_uuid(), 1)"),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('states of an account', () => {
  const states = ['ACTIVE', 'SUSPENDED', 'CLOSED', 'ERASED'] as const;
  const legal = new Set([
    'ACTIVE>SUSPENDED',
    'ACTIVE>CLOSED',
    'SUSPENDED>ACTIVE',
    'SUSPENDED>CLOSED',
    'CLOSED>ACTIVE',
    'CLOSED>ERASED',
  ]);
  const pairs = states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const));

  it.each(pairs)('%s to %s', async (from, to) => {
    const id = await insert({
      state: from,
      ...(from === 'SUSPENDED' || from === 'CLOSED' ? { state_reason: 'r' } : {}),
    });
    const attempt = setState(id, to);
    if (legal.has(`${from}>${to}`)) await expect(attempt).resolves.toBeUndefined();
    else await expect(attempt).rejects.toMatchObject({ code: 'BC001' });
  });

  it('a closed account can reopen within 30 days only', async () => {
    const late = await insert({
      state: 'CLOSED',
      state_reason: 'r',
      state_changed_at: new Date(Date.now() - 31 * 86_400_000),
    });
    const early = await insert({
      state: 'CLOSED',
      state_reason: 'r',
      state_changed_at: new Date(Date.now() - 29 * 86_400_000),
    });
    await expect(setState(late, 'ACTIVE')).rejects.toMatchObject({ code: 'BC001' });
    await expect(setState(early, 'ACTIVE')).resolves.toBeUndefined();
  });

  it('are counted exactly under concurrent writers', async () => {
    const before = await counts();
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const id = await insert({ email: `count-${unique()}@example.com` });
        await setState(id, 'SUSPENDED');
      }),
    );
    const after = await counts();
    expect((after['SUSPENDED'] ?? 0) - (before['SUSPENDED'] ?? 0)).toBe(30);
    expect(after['ACTIVE'] ?? 0).toBe(before['ACTIVE'] ?? 0);
    const { rows } = await database.pool.query<{ n: number }>('SELECT count(*) AS n FROM account');
    expect(Object.values(after).reduce((sum, n) => sum + n, 0)).toBe(rows[0]?.n);
    const slots = await database.pool.query<{ n: number }>('SELECT count(*) AS n FROM account_count');
    expect(slots.rows[0]?.n).toBeLessThanOrEqual(40);
  });

  it('do not wait for a writer that has not committed', async () => {
    const [slow, quick] = await Promise.all([database.pool.connect(), database.pool.connect()]);
    try {
      await slow.query('BEGIN');
      await slow.query("INSERT INTO account (country_code, locale, timezone) VALUES ('DE', 'de-DE', 'Europe/Berlin')");
      await quick.query("INSERT INTO account (country_code, locale, timezone) VALUES ('DE', 'de-DE', 'Europe/Berlin')");
      await slow.query('ROLLBACK');
    } finally {
      slow.release();
      quick.release();
    }
  });
});

describe('keys of an account', () => {
  it('hold milliseconds, so that an instant is returned as it was written', async () => {
    const seen = new Date('2026-03-01T10:11:12.345Z');
    const id = await insert({ last_seen_at: seen });
    const row = await database.db
      .selectFrom('account')
      .select(['last_seen_at', 'last_seen_sort', 'created_at'])
      .where('id', '=', id)
      .where('last_seen_sort', '=', seen)
      .executeTakeFirstOrThrow();
    expect(row.last_seen_at).toEqual(seen);
    expect(row.created_at.getTime() % 1).toBe(0);
  });

  it('order names in every script, with unnamed accounts last', async () => {
    const names = ['émile', 'Eva', 'Zoë', 'Åsa', 'أحمد', '김민준', '佐藤 陽菜', null, 'Eric'];
    const ids = await Promise.all(names.map((display_name) => insert({ display_name })));
    const rows = await database.db
      .selectFrom('account')
      .select('display_name')
      .where('id', 'in', ids)
      .orderBy('name_sort')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.display_name)).toEqual([
      'Åsa',
      'émile',
      'Eric',
      'Eva',
      'Zoë',
      'أحمد',
      '김민준',
      '佐藤 陽菜',
      null,
    ]);
  });

  it.each([
    ['佐藤 陽菜子', '藤 陽菜'],
    ['Nguyễn Thị Hương', 'THỊ H'],
    ['محمد عبد الله', 'عبد'],
    ['Jürgen Größe', 'RÖSS'.replace('SS', 'ß')],
  ])('find a fragment of %s', async (display_name, fragment) => {
    const id = await insert({ display_name });
    const { rows } = await database.ownerPool.query<{ id: string; trigrams: string[] }>(
      `SELECT id, show_trgm($1) AS trigrams FROM account WHERE name_key LIKE '%' || lower($1) || '%'`,
      [fragment],
    );
    expect(rows.map((row) => row.id)).toContain(id);
    // An empty list would mean that the index can't be used.
    expect(rows[0]?.trigrams.length).toBeGreaterThan(0);
  });

  it('are ordered by time', async () => {
    const { rows } = await database.pool.query<{ sorted: boolean; version: string }>(`
      SELECT bool_and(id > before) IS TRUE AS sorted, max(substring(id::text, 15, 1)) AS version
      FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM (SELECT uuid_v7() AS id, n FROM generate_series(1, 1000) AS n) AS made) AS pairs
      WHERE before IS NOT NULL`);
    expect(rows[0]).toEqual({ sorted: true, version: '7' });
  });
});
