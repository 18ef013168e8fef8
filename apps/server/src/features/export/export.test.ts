import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { BADGES, insertTopicsAndBadges } from '../../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../testing/test-worker.ts';

const JOB = 'id kind state done total summary canRetry errorCode result { rows sha256 url expiresAt }';
const START = `mutation E($input: StartExportInput!) { startExport(input: $input) { job { ${JOB} } } }`;
const READ = `query J($id: ID!) { job(id: $id) { ${JOB} } }`;
const OFFER = 'query O($list: ListName!) { exportOffer(list: $list) { columns rowsMax } }';
const ADA = accountId(1);

let test: TestApp;
let worker: TestWorker;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  worker = startTestWorker(test);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await query('truncate idempotency_key; truncate job cascade; truncate staff_audit_event');
  await query('update config_entry set value = default_value');
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
async function query(text: string): Promise<any[]> {
  return (await test.database.ownerPool.query(text)).rows;
}

async function lines(text: string): Promise<unknown[][]> {
  return (await test.database.ownerPool.query({ text, rowMode: 'array' })).rows;
}

interface Wish {
  readonly list?: string;
  readonly format?: 'CSV' | 'XLSX';
  readonly columns: readonly string[];
  readonly selection?: Record<string, unknown>;
  readonly sort?: unknown;
  readonly locale?: string;
  readonly timeZone?: string;
}

async function start({ columns, ...wish }: Wish, request?: TestRequest) {
  const input = {
    list: 'ACCOUNTS',
    format: 'CSV',
    selection: {},
    locale: 'en-US',
    timeZone: 'UTC',
    ...wish,
    columns: columns.map((key) => ({ key })),
  };
  const { body } = await test.send(START, { input }, request);
  return { id: body.data?.startExport?.job.id as string, error: body.errors?.[0]?.extensions };
}

async function exported(wish: Wish, request?: TestRequest) {
  const { id, error } = await start(wish, request);
  expect(error).toBeUndefined();
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  const { job } = (await test.send(READ, { id }, request)).body.data;
  expect([job.state, job.errorCode]).toEqual(['SUCCEEDED', null]);
  const file = await test.app.inject({ method: 'GET', url: job.result.url });
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(job.result.sha256);
  return { id, job, file };
}

const csvOf = (text: string): string[][] => parse(text, { bom: true, record_delimiter: '\r\n' });

describe('a CSV file', () => {
  it('has the columns and order of the list, and a descriptive file name [export 2]', async () => {
    await insertAccounts(test.database.ownerPool, 300);
    const columns = ['number', 'displayName', 'email', 'country', 'state', 'pushConsent', 'birthDate', 'createdAt'];
    const selection = { filter: { state: { in: ['ACTIVE'] } }, search: 'stone', exclusions: [ADA] };
    const sort = { key: 'NUMBER', direction: 'DESC' };
    const { job, file } = await exported({ columns, selection, sort, locale: 'de-DE', timeZone: 'Asia/Kolkata' });
    const rows = await lines(`select a.public_no::text, coalesce(a.display_name, ''), coalesce(a.email, ''),
      coalesce(c.name_i18n ->> 'de-DE', c.name_i18n ->> 'en-US'), a.state::text, a.push_consent::text, coalesce(a.birth_date::text, ''),
      to_char(a.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI:SS"+05:30"') as created
      from account a join country c on c.code = a.country_code
      where a.state = 'ACTIVE' and a.name_key like '%stone%' and a.id <> '${ADA}' order by a.public_no desc`);
    expect(rows.length).toBeGreaterThan(50);
    const read = csvOf(file.body);
    expect(read[0]).toEqual(columns);
    expect(read.slice(1).map((row) => row.join('|'))).toEqual(rows.map((row) => row.join('|')));
    expect(job).toMatchObject({ done: rows.length, total: rows.length, result: { rows: rows.length } });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="accounts-\d{4}-\d\d-\d\d-\d{4}\.csv"$/),
    });
    expect([...file.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const trail = await query(`select action, outcome from staff_audit_event where action = 'job.download'`);
    expect(trail).toEqual([{ action: 'job.download', outcome: 'DONE' }]);
  });

  it('has the selected rows, also of a list with text keys', async () => {
    const { file } = await exported({ list: 'COUNTRIES', columns: ['code', 'name'], selection: { ids: ['US'] } });
    expect(csvOf(file.body)).toEqual([
      ['code', 'name'],
      ['US', 'United States'],
    ]);
    expect(file.headers['content-disposition']).toContain('filename="countries-');
  });
});

describe('a reference to another record', () => {
  it('has its code and its name in the language of the file', async () => {
    await insertTopicsAndBadges(test.database.ownerPool);
    await query(`update topic_category set name_i18n = '{"en-US":"News","de-DE":"Neues"}'`);
    // Older than the fixed clock of the tests.
    await query(`update topic set created_at = '2026-01-01Z'`);
    await query(`update badge set created_at = '2026-01-01Z'`);
    const wish = { columns: ['code', 'category', 'categoryCode'], sort: { key: 'CODE', direction: 'ASC' } };
    const topics = await exported({ list: 'TOPICS', ...wish, locale: 'de-DE' });
    expect(csvOf(topics.file.body).slice(1)).toEqual([
      ['archived', 'Neues', 'first'],
      ['offers', 'Neues', 'first'],
    ]);
    const badges = await exported({ list: 'BADGES', ...wish, selection: { ids: [BADGES.single] } });
    expect(csvOf(badges.file.body).slice(1)).toEqual([['single', 'Text', 'first']]);
    await insertAccounts(test.database.ownerPool, 20);
    const columns = ['areaCode', 'area', 'countryCode', 'country'];
    const { file } = await exported({ columns, sort: { key: 'NUMBER', direction: 'ASC' } });
    expect(csvOf(file.body).slice(1)).toEqual(
      await lines(`select coalesce(r.code, ''), coalesce(r.name_i18n ->> 'en-US', ''), a.country_code::text, c.name_i18n ->> 'en-US'
        from account a join country c on c.code = a.country_code left join area r on r.id = a.area_id order by a.public_no`),
    );
  });
});

const HOSTILE = [
  '=1+1',
  '+4',
  '-4',
  '@SUM(A1)',
  'a"b',
  'a,b',
  "'quoted'",
  'مرحبا ‏بك',
  '👩‍👩‍👧 é',
  '_x0041_',
  '\\N',
  '\\.',
  '<b>&amp;',
];

describe('hostile texts', () => {
  it.each(['CSV', 'XLSX'] as const)(
    'are exported to a %s file unchanged, and never as formulas [export 3]',
    async (format) => {
      await insertAccounts(test.database.ownerPool, HOSTILE.length);
      for (const [index, name] of HOSTILE.entries()) {
        await test.database.ownerPool.query('update account set display_name = $1, state_reason = $2 where id = $3', [
          name,
          `${name}\n${name}`,
          accountId(index + 1),
        ]);
      }
      const { file } = await exported({
        format,
        columns: ['number', 'displayName', 'stateReason'],
        sort: { key: 'NUMBER', direction: 'ASC' },
      });
      const guard = (text: string) => (format === 'CSV' && /^[=+\-@]/.test(text) ? `'${text}` : text);
      const unescaped = (text: unknown) => String(text).replaceAll('_x005F_', '_');
      const rows = format === 'CSV' ? csvOf(file.body) : ((await readXlsx(file.rawPayload))[0]?.data ?? []);
      expect(rows.slice(1).map(([, name, reason]) => [name, reason].map(unescaped))).toEqual(
        HOSTILE.map((name) => [guard(name), guard(`${name}\n${name}`)]),
      );
      if (format === 'XLSX') expect(file.body).not.toContain('<f>');
    },
  );
});

describe('an XLSX file', () => {
  it('has typed cells for text, numbers, booleans and dates, with the time zone in the heading [export 2]', async () => {
    await insertAccounts(test.database.ownerPool, 30);
    await query(`update account set birth_date = '1980-02-29'`);
    const columns = ['id', 'number', 'phone', 'emailVerified', 'birthDate', 'createdAt'];
    const { file, job } = await exported({
      format: 'XLSX',
      columns,
      sort: { key: 'NUMBER', direction: 'ASC' },
      timeZone: 'Europe/Berlin',
    });
    const [sheet] = await readXlsx(file.rawPayload);
    expect(sheet?.sheet).toBe('accounts');
    expect(sheet?.data[0]).toEqual([...columns.slice(0, 5), 'createdAt (Europe/Berlin)']);
    const rows =
      await lines(`select id::text, public_no::int, phone_e164, email_verified, timestamptz '1980-02-29Z' as birth,
      (created_at at time zone 'Europe/Berlin') at time zone 'UTC' as created from account order by public_no`);
    // Spreadsheets store instants as floating-point days, which can lose the last digit of a millisecond.
    const rounded = (cell: unknown) => (cell instanceof Date ? Math.round(cell.getTime() / 100) : cell);
    expect(sheet?.data.slice(1).map((row) => row.map(rounded))).toEqual(rows.map((row) => row.map(rounded)));
    expect(job.result.rows).toBe(30);
    expect(file.headers['content-type']).toContain('spreadsheetml.sheet');
  });
});

describe('permission to export', () => {
  const LISTS = [
    'ACCOUNTS',
    'AUDIT',
    'JOBS',
    'AREAS',
    'BADGES',
    'BADGE_CATEGORIES',
    'CONFIG_ENTRIES',
    'COUNTRIES',
    'TOPICS',
    'TOPIC_CATEGORIES',
  ];
  const PEOPLE = [
    'admin',
    'marketing',
    'campaign-viewer',
    'campaign-manager',
    'campaign-streamer',
    'nobody',
    'machine',
  ];

  it('covers the columns that the role sees in the list [export 1]', async () => {
    const matrix: Record<string, Record<string, string>> = {};
    for (const token of PEOPLE) {
      for (const list of LISTS) {
        const { body } = await test.send(OFFER, { list }, { token });
        const columns = body.data?.exportOffer?.columns.join(' ') ?? body.errors[0].extensions.code;
        matrix[list] = { ...matrix[list], [token]: columns };
      }
    }
    expect(matrix).toMatchSnapshot();
    expect(matrix['ACCOUNTS']?.['admin']).toContain('email phone');
    expect(matrix['ACCOUNTS']?.['marketing']).not.toMatch(/email |phone/);
  });

  it('covers every column of every list, in both formats', async () => {
    await insertAccounts(test.database.ownerPool, 5);
    for (const list of LISTS) {
      const { columns } = (await test.send(OFFER, { list })).body.data.exportOffer;
      const { file } = await exported({ list, columns });
      expect([list, csvOf(file.body)[0]]).toEqual([list, columns]);
      const workbook = await exported({ list, columns, format: 'XLSX' });
      expect((await readXlsx(workbook.file.rawPayload))[0]?.data[0]).toHaveLength(columns.length);
    }
  });

  it('treats a hidden column like an unknown one [export 1]', async () => {
    const hidden = await start({ columns: ['email'] }, { token: 'marketing' });
    const unknown = await start({ columns: ['nothing'] }, { token: 'marketing' });
    expect(hidden.error).toMatchObject({
      code: 'field.invalid',
      details: { fields: { columns: [{ rule: 'invalid' }] } },
    });
    expect({ ...hidden.error, reference: null }).toEqual({ ...unknown.error, reference: null });
    const byEmail = await start(
      { columns: ['number'], selection: { filter: { hasEmail: true } } },
      { token: 'marketing' },
    );
    expect(byEmail.error.code).toBe('access.denied');
    const search = await exported(
      { columns: ['number'], selection: { search: 'person1@example.org' } },
      { token: 'marketing' },
    );
    expect(search.job.result.rows).toBe(0);
  });

  it('is checked again in the job and at the download [export 1]', async () => {
    await insertAccounts(test.database.ownerPool, 3);
    const { job } = await exported({ columns: ['email'] });
    await query(`update staff_user set last_roles = '{MARKETING}' where sub = 'staff-admin'`);
    expect((await test.app.inject({ method: 'GET', url: job.result.url })).statusCode).toBe(404);
    expect(
      await query(`select outcome from staff_audit_event where action = 'job.download' order by id desc limit 1`),
    ).toEqual([{ outcome: 'DENIED' }]);
    await query(`update staff_user set last_roles = '{ADMIN}' where sub = 'staff-admin'`);
    expect((await test.app.inject({ method: 'GET', url: job.result.url })).statusCode).toBe(200);
  });

  it('limits marketing to its own exports', async () => {
    await exported({ columns: ['number'] });
    await exported({ columns: ['number'] }, { token: 'marketing' });
    const before = test.now;
    test.now = new Date(Date.now() + 60_000);
    const { file } = await exported({ list: 'JOBS', columns: ['requester'] }, { token: 'marketing' });
    test.now = before;
    const [own] = await query(`select display_name from staff_user where sub = 'staff-marketing'`);
    expect(new Set(csvOf(file.body).slice(1).flat())).toEqual(new Set([own.display_name]));
  });
});

describe('limits', () => {
  it('are settings: rows per file, concurrent exports, hours until a file expires', async () => {
    await insertAccounts(test.database.ownerPool, 1_001);
    await query(`update config_entry set value = '1000' where key = 'export.max_rows'`);
    const { id } = await start({ columns: ['number'] });
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    const { job } = (await test.send(READ, { id })).body.data;
    expect(job).toMatchObject({ state: 'FAILED', errorCode: 'export.too-large', result: null });
    await query(`update config_entry set value = '3' where key = 'export.ttl_hours'`);
    const kept = await exported({ columns: ['number'], selection: { filter: { country: { in: ['US'] } } } });
    const hours = (new Date(kept.job.result.expiresAt).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(2.9);
    expect(hours).toBeLessThan(3.1);
  });

  it('a double click starts one export', async () => {
    // Otherwise the first export could finish before the second request.
    await worker.stop();
    const [first, second] = await Promise.all([start({ columns: ['id'] }), start({ columns: ['id'] })]);
    const ids = new Set([first, second].flatMap(({ id }) => id ?? []));
    expect(ids.size).toBe(1);
    worker = startTestWorker(test);
  });

  it.each([
    ['no column', { columns: [] }, 'columns'],
    ['a column twice', { columns: ['id', 'id'] }, 'columns'],
    ['an abbreviation as a zone', { columns: ['id'], timeZone: 'AET' }, 'timeZone'],
    ['an offset as a zone', { columns: ['id'], timeZone: '+02:00' }, 'timeZone'],
    ['a zone that does not exist', { columns: ['id'], timeZone: "UTC'; drop table job" }, 'timeZone'],
    ['a language that is none', { columns: ['id'], locale: "x' or 1" }, 'locale'],
    ['a filter that the list does not have', { columns: ['id'], selection: { filter: { nothing: true } } }, 'filter'],
    [
      'a value that the filter does not take',
      { columns: ['id'], selection: { filter: { state: { in: ['NO'] } } } },
      'filter.state',
    ],
    ['an id that is none', { columns: ['id'], selection: { ids: ["'"] } }, 'selection.ids'],
  ])('%s is refused by its field', async (_case, wish, field) => {
    const { error } = await start(wish as Wish);
    expect(Object.keys(error.details.fields)).toEqual([field]);
  });
});
