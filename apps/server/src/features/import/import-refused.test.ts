import { beforeAll, describe, expect, it } from 'vitest';
import { importSteps } from '../../imports/testing/import-steps.ts';
import { csvLine } from '../../jobs/result/csv.ts';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';

const test = await fileApp();
const steps = importSteps(test);
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await test.database.ownerPool.query(
    `insert into topic_category (code, name_i18n, position) values ('news', '{"en-US":"News"}', 1)`,
  );
});
startFileWorker(test);

describe('a row that only the database refuses', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_person, index) => [
      `many${index}`,
      index === 700 ? 'LOUD' : `Person ${index}`,
      'DE',
    ]);

  it('is one refused row with the rule, and the others are stored [import 5]', async () => {
    const pool = test.database.ownerPool;
    await pool.query(`alter table account add constraint account_not_loud check (display_name <> 'LOUD') not valid`);
    try {
      const lines = [['firebaseId', 'displayName', 'countryCode'], ...people(1_500)];
      const made = await steps.create('ACCOUNTS', lines.map((cells) => csvLine(cells)).join(''));
      const { done, run } = await steps.runAll(made.id);
      expect(run).toEqual({ created: 1_499, refused: 1 });
      expect(done.refusedRows).toEqual([
        {
          row: 702,
          problems: [
            { column: null, field: null, value: null, rule: 'not-stored', params: { rule: 'account_not_loud' } },
          ],
        },
      ]);
      expect(await steps.file(done.run.result.url)).toContain('cannot be stored: it breaks the rule account_not_loud');
    } finally {
      await pool.query('alter table account drop constraint account_not_loud');
    }
  });

  it('of an entity as well', async () => {
    const pool = test.database.ownerPool;
    await pool.query(
      `alter table topic add constraint topic_is_quiet check (name_i18n ->> 'en-US' <> 'LOUD') not valid`,
    );
    try {
      const made = await steps.create(
        'TOPICS',
        'category,code,nameI18n,descriptionI18n,kind\nnews,quiet-1,Quiet,D,SERVICE\nnews,loud-1,LOUD,D,SERVICE\nnews,quiet-2,Quiet,D,SERVICE\n',
      );
      const { check, run } = await steps.runAll(made.id);
      expect(check).toEqual({ created: 2, refused: 1 });
      expect(run).toEqual(check);
    } finally {
      await pool.query('alter table topic drop constraint topic_is_quiet');
    }
  });
});

describe('a birth date', () => {
  const rule = async (birthDate: string) => {
    const made = await steps.create('ACCOUNTS', `firebaseId,countryCode,birthDate\nborn,DE,${birthDate}\n`);
    const { check, done, run } = await steps.runAll(made.id);
    expect(run).toEqual(check);
    return done.refusedRows[0]?.problems[0].rule ?? 'fine';
  };
  const DAY_MS = 86_400_000;
  /** The clocks of this process and of the database may differ. */
  let days: Readonly<Record<'past' | 'future', string>>;
  beforeAll(async () => {
    const { rows } = await test.database.ownerPool.query('select now() as now');
    const clocks = [Date.now(), (rows[0].now as Date).getTime()];
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    days = { past: day(Math.min(...clocks)), future: day(Math.max(...clocks) + 2 * DAY_MS) };
  });

  it('is not before 1900 and not in the future, anywhere [import 5]', async () => {
    expect([await rule('1899-12-31'), await rule('0001-01-01'), await rule('2023-02-29')]).toEqual([
      'range',
      'range',
      'date',
    ]);
    expect([
      await rule(days.future),
      await rule('2999-01-01'),
      await rule(days.past),
      await rule('1900-01-01'),
    ]).toEqual(['past', 'past', 'fine', 'fine']);
  });

  it('in the future is refused by the API and by the database', async () => {
    const pool = test.database.ownerPool;
    const [account] = (await pool.query(`select id, version from account where firebase_id = 'born'`)).rows;
    const { body } = await test.send(
      `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }`,
      { input: { id: account.id, expectedVersion: account.version, patch: { birthDate: days.future } } },
    );
    expect(body.errors[0].extensions.details.fields).toEqual({ 'patch.birthDate': [{ rule: 'past' }] });
    const write = (text: string) =>
      pool.query(text).then(
        () => 'written',
        ({ constraint }) => constraint,
      );
    expect(await write(`update account set birth_date = '${days.future}' where firebase_id = 'born'`)).toBe(
      'account_birth_date_check',
    );
    expect(
      await write(
        `insert into account (country_code, locale, timezone, birth_date) values ('DE', 'de-DE', 'Europe/Berlin', '${days.future}')`,
      ),
    ).toBe('account_birth_date_check');
    // A row of an earlier time can still be changed.
    await pool.query(`set session_replication_role = replica; update account set birth_date = '${days.future}' where firebase_id = 'born';
      set session_replication_role = origin`);
    expect(
      await write(`update account set display_name = 'Born', birth_date = birth_date where firebase_id = 'born'`),
    ).toBe('written');
  });
});
