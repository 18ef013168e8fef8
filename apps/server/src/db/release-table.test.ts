import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() =>
  database.ownerPool.query(
    'ALTER TABLE release DISABLE TRIGGER USER; TRUNCATE release CASCADE; ALTER TABLE release ENABLE TRIGGER USER',
  ),
);

async function draft(version: string, changes = 1): Promise<string> {
  const id = await one<string>('INSERT INTO release (number, date) VALUES ($1, now()) RETURNING id', version);
  const list = await one<string>(
    `INSERT INTO change_list (release_id, title, position) VALUES ($1, 'List', 1) RETURNING id`,
    id,
  );
  for (let position = 1; position <= changes; position += 1)
    await one(
      `INSERT INTO change (change_list_id, type, title, description, position) VALUES ($1, 'BUG', 'Title', 'Text', $2) RETURNING id`,
      list,
      position,
    );
  return id;
}

async function one<Value>(statement: string, ...values: readonly unknown[]): Promise<Value> {
  const { rows } = await database.pool.query<Record<string, Value>>(statement, [...values]);
  return Object.values(rows[0] ?? {})[0] as Value;
}

const setState = (id: string, state: string) =>
  one<string>(
    `UPDATE release SET state = $2::release_state, state_reason = 'Said' WHERE id = $1 RETURNING state`,
    id,
    state,
  );

describe('the order of versions', () => {
  it('is that of semver.org [spec 1.14]', async () => {
    const ordered = [
      '0.9.10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.2.0',
      '1.10.0',
      '1.10.1',
      '2.0.0-1',
      '2.0.0-10',
      '2.0.0-9a',
      '2.0.0--',
      '2.0.0',
      '99999999999999999999.0.0',
    ];
    // 9a has a letter, so it sorts after numbers; - sorts before digits in ASCII.
    const expected = [...ordered];
    expected.splice(14, 2, '2.0.0--', '2.0.0-9a');
    const shuffled = [...ordered].sort((a, b) => a.length - b.length || b.localeCompare(a));
    const { rows } = await database.pool.query<{ version: string }>(
      'SELECT version FROM unnest($1::text[]) AS version ORDER BY semver_key(version) COLLATE "C"',
      [shuffled],
    );
    expect(rows.map(({ version }) => version)).toEqual(expected);
  });

  it('ignores build metadata', async () => {
    expect(await one<boolean>(`SELECT semver_key('1.2.3+a-b.5') = semver_key('1.2.3')`)).toBe(true);
  });

  it.each([
    '1.2',
    'v1.2.3',
    '01.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3-a..b',
    '1.2.3+',
    '',
    `1.0.0-${'a'.repeat(60)}`,
    '1.0.0\n',
  ])('rejects the version %j', async (version) => {
    await expect(draft(version)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a release', () => {
  it('keeps its first publication time when withdrawn and published again', async () => {
    const id = await draft('1.0.0');
    expect(await setState(id, 'PUBLISHED')).toBe('PUBLISHED');
    const published = await one<Date>('SELECT published_at FROM release WHERE id = $1', id);
    expect(published).toBeInstanceOf(Date);
    await setState(id, 'WITHDRAWN');
    await setState(await draft('1.1.0'), 'PUBLISHED');
    expect(await setState(id, 'PUBLISHED')).toBe('PUBLISHED');
    expect(await one<Date>('SELECT published_at FROM release WHERE id = $1', id)).toEqual(published);
  });

  it.each([
    [
      'begins as anything but a draft',
      `INSERT INTO release (number, date, state, published_at) VALUES ('9.0.0', now(), 'PUBLISHED', now())`,
    ],
    ['goes back to being a draft', `UPDATE release SET state = 'DRAFT', published_at = NULL WHERE number = '1.0.0'`],
    [
      'is withdrawn before it was published',
      `UPDATE release SET state = 'WITHDRAWN', published_at = now() WHERE number = '1.1.0'`,
    ],
    ['gets another version once published', `UPDATE release SET number = '1.0.1' WHERE number = '1.0.0'`],
    ['gets another date once published', `UPDATE release SET date = '2026-01-01' WHERE number = '1.0.0'`],
    [
      'gets another instant once published',
      `UPDATE release SET published_at = now() + interval '1 day' WHERE number = '1.0.0'`,
    ],
    ['is removed once published', `DELETE FROM release WHERE number = '1.0.0'`],
    ['is published without a list', `UPDATE release SET state = 'PUBLISHED' WHERE number = '1.2.0'`],
    ['is published with an empty list', `UPDATE release SET state = 'PUBLISHED' WHERE number = '1.3.0'`],
    ['is published below a greater one', `UPDATE release SET state = 'PUBLISHED' WHERE number = '0.9.0'`],
    [
      'is published beside one of the same precedence',
      `UPDATE release SET state = 'PUBLISHED' WHERE number = '1.0.0+again'`,
    ],
    ['loses its changes once published', `DELETE FROM change`],
    [
      'loses its lists once published',
      `DELETE FROM change_list WHERE release_id = (SELECT id FROM release WHERE number = '1.0.0')`,
    ],
    [
      'gets more changes once published',
      `INSERT INTO change SELECT uuid_v7(), change_list_id, type, title, description, 9 FROM change`,
    ],
    ['has a change of another type once published', `UPDATE change SET type = 'FEATURE'`],
    [
      'takes over a change once published',
      `UPDATE change SET change_list_id = (SELECT id FROM change_list WHERE title = 'Published')`,
    ],
  ])('never %s', async (_what, statement) => {
    const published = await draft('1.0.0');
    await one(`UPDATE change_list SET title = 'Published' WHERE release_id = $1`, published);
    await setState(published, 'PUBLISHED');
    await draft('1.1.0');
    await one(`INSERT INTO release (number, date) VALUES ('1.2.0', now())`);
    await draft('1.3.0', 0);
    await draft('0.9.0');
    await draft('1.0.0+again');
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: 'BC001' });
  });

  it('is withdrawn only with a reason', async () => {
    const id = await draft('1.0.0');
    await setState(id, 'PUBLISHED');
    await expect(
      one(`UPDATE release SET state = 'WITHDRAWN', state_reason = NULL WHERE id = $1`, id),
    ).rejects.toMatchObject({ code: '23514', constraint: 'release_withdrawn_has_reason' });
  });

  it('records when its state changed', async () => {
    const id = await draft('1.0.0');
    const changedAt = () => one<Date>('SELECT state_changed_at FROM release WHERE id = $1', id);
    const made = await changedAt();
    await setState(id, 'PUBLISHED');
    const published = await changedAt();
    expect(published.getTime()).toBeGreaterThan(made.getTime());
    await one('UPDATE release SET updated_by = $2 WHERE id = $1', id, 'another');
    expect(await changedAt()).toEqual(published);
  });

  it('can have its texts corrected after publication', async () => {
    await setState(await draft('1.0.0'), 'PUBLISHED');
    await database.pool.query(
      `UPDATE change SET title = 'Better', description = 'Better'; UPDATE change_list SET title = 'Better'`,
    );
    expect(await one<string>('SELECT title FROM change')).toBe('Better');
  });

  it('can be deleted with its changes while a draft', async () => {
    const id = await draft('1.0.0', 2);
    await database.pool.query('DELETE FROM release WHERE id = $1', [id]);
    expect(await one<number>('SELECT count(*) FROM change')).toBe(0);
  });

  it('limits its texts [spec 3.2]', async () => {
    const id = await draft('1.0.0');
    for (const title of ['', '  ', 'x'.repeat(121)])
      await expect(one(`UPDATE change_list SET title = $2 WHERE release_id = $1`, id, title)).rejects.toMatchObject({
        code: '23514',
      });
    for (const description of ['', '\n', 'x'.repeat(4001)])
      await expect(one('UPDATE change SET description = $1', description)).rejects.toMatchObject({ code: '23514' });
  });

  it('is published in order of versions when two are published concurrently [spec 1.14]', async () => {
    const [low, high] = [await draft('1.0.0'), await draft('2.0.0')];
    const first = await database.pool.connect();
    const second = await database.pool.connect();
    try {
      const publish = `UPDATE release SET state = 'PUBLISHED' WHERE id = $1`;
      await first.query('BEGIN');
      await first.query(publish, [high]);
      const waiting = expect(second.query(publish, [low])).rejects.toMatchObject({ code: 'BC001' });
      await first.query('COMMIT');
      await waiting;
    } finally {
      first.release();
      second.release();
    }
  });

  it('cannot be emptied during publication', async () => {
    const id = await draft('1.0.0');
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE release SET state = 'PUBLISHED' WHERE id = $1`, [id]);
      const emptied = expect(database.pool.query('DELETE FROM change')).rejects.toMatchObject({ code: 'BC001' });
      await client.query('COMMIT');
      await emptied;
    } finally {
      client.release();
    }
  });
});
