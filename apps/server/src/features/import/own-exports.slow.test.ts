import { IMPORT_LISTS, type ImportList } from '@backcounter/domain';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../demo/seed.ts';
import { asShipped } from '../../embedded/translations/shipped-language.ts';
import { takeOverShipped } from '../../embedded/translations/take-over-shipped.ts';
import { COLUMN_LABELS } from '../../imports/column-labels.ts';
import { counts, importSteps } from '../../imports/testing/import-steps.ts';
import { csvLine } from '../../jobs/result/csv.ts';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { untilJob } from '../../testing/test-worker.ts';

const LANGUAGES = ['ar-EG', 'de-DE', 'en-US', 'es-ES', 'fr-FR'] as const;
const ACCOUNTS = 60;
const RESULT = 'id state errorCode result { url rows }';

/** Columns that the export dialog offers first: those on screen. */
const SHOWN: Readonly<Record<ImportList, readonly string[]>> = {
  ACCOUNTS: ['displayName', 'number', 'email', 'area', 'state', 'points', 'lastSeenAt'],
  AREAS: ['name', 'code', 'country', 'timezone', 'isActive', 'updatedAt'],
  BADGES: ['name', 'code', 'category', 'awardMode', 'state', 'awardCount', 'updatedAt'],
  BADGE_CATEGORIES: ['name', 'code', 'archivedAt', 'updatedAt'],
  COUNTRIES: ['name', 'code', 'currency', 'defaultTimezone', 'defaultLocale', 'minAge', 'updatedAt'],
  STORES: ['name', 'sid', 'country', 'area', 'state', 'balance', 'entriesLately'],
  TOPICS: ['name', 'code', 'category', 'kind', 'defaultSubscribed', 'subscriberCount', 'updatedAt'],
  TOPIC_CATEGORIES: ['name', 'code', 'archivedAt', 'updatedAt'],
  TRANSLATIONS: ['key', 'client', 'source', 'value', 'locale', 'state', 'reports', 'updatedAt'],
};

let languageId: string;
const test = await fileApp();
const steps = importSteps(test);
beforeAll(async () => {
  const { ownerUrl, ownerPool, db } = test.database;
  await seed({ ownerUrl, accounts: ACCOUNTS, now: new Date('2026-02-20T18:30:00.000Z') });
  const shipped = asShipped([
    {
      language: 'en',
      countryCode: 'US',
      texts: { 'a.title': 'Shop', 'a.rows': '{n, plural, other {#}}', 'b.add': 'Add' },
    },
    { language: 'de', countryCode: 'DE', texts: { 'a.title': 'Laden', 'a.rows': '{n, plural, one {# x} other {#}}' } },
  ]);
  // Two applications with the same keys.
  await takeOverShipped(db, 'console', shipped);
  await takeOverShipped(db, 'shop', shipped);
  await ownerPool.query(`
    update account set state = 'CLOSED', state_reason = 'r' where id = (select id from account order by id desc limit 1);
    update translation_message set created_at = '2026-01-01';
    update area set name_i18n = '{"en-US":"Twin"}' where id in (select id from area where country_code = 'DE' order by id limit 2);
    update account set state = 'ERASED', state_reason = null, suspended_until = null, privacy_requested_at = null, display_name = null,
      email = null, email_verified = false, phone_e164 = null, birth_date = null, firebase_id = null, area_id = null, push_consent = false,
      push_consent_at = null, has_picture = false, last_seen_at = null where state = 'CLOSED'`);
  languageId = (
    await ownerPool.query(`select id from translation_language where client_id = 'shop' and locale = 'de-DE'`)
  ).rows[0].id;
});
startFileWorker(test);

interface Wish {
  readonly list: ImportList;
  readonly format: 'CSV' | 'XLSX';
  readonly language: (typeof LANGUAGES)[number];
  readonly columns: readonly string[];
}

/** A file as the console's dialog orders it, with its number of rows. */
async function exported({ list, format, language, columns }: Wish) {
  const at = LANGUAGES.indexOf(language);
  const input = {
    list,
    format,
    columns: columns.map((key) => ({ key, heading: COLUMN_LABELS[list][key]?.[at] ?? key })),
    selection: list === 'TRANSLATIONS' ? { filter: { language: { in: [languageId] } } } : {},
    locale: language,
    timeZone: 'Europe/Berlin',
  };
  const { body } = await test.send(
    `mutation E($input: StartExportInput!) { startExport(input: $input) { job { ${RESULT} } } }`,
    { input },
  );
  expect(body.errors).toBeUndefined();
  const { id } = body.data.startExport.job;
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  const { job } = (await test.send(`query J($id: ID!) { job(id: $id) { ${RESULT} } }`, { id })).body.data;
  expect([job.state, job.errorCode]).toEqual(['SUCCEEDED', null]);
  const file = await test.app.inject({ method: 'GET', url: job.result.url });
  return { content: file.rawPayload, rows: job.result.rows as number };
}

/** Counts of a check, and its first problems. */
async function checked(list: ImportList, content: Buffer | string) {
  const made = await steps.create(list, content);
  expect(made.missingFields).toEqual([]);
  const done = await steps.ended('check', made.id);
  expect(done.check.state).toBe('SUCCEEDED');
  return { made, counts: counts(done.check), problems: done.refusedRows.slice(0, 3) };
}

/** All columns that an export may have. */
const whole = (list: ImportList) => Object.keys(COLUMN_LABELS[list]);

describe.each(IMPORT_LISTS)('an export of %s', (list) => {
  // Which columns are in which file alternates; a mapping does not depend on the format.
  const ways = LANGUAGES.flatMap((language, index) =>
    (['CSV', 'XLSX'] as const).map((format, at) => {
      const set = (index + at) % 2 === 0 ? 'all' : 'the shown';
      return { list, format, language, set, columns: set === 'all' ? whole(list) : SHOWN[list] };
    }),
  );

  it.each(ways)(
    'in $language as $format with $set columns matches and changes nothing when imported as it is [import 6]',
    async (wish) => {
      const { content, rows } = await exported(wish);
      expect(rows).toBeGreaterThan(0);
      const { counts: found, problems } = await checked(list, content);
      expect(problems).toEqual([]);
      expect(found).toEqual({ unchanged: rows });
    },
  );

  it('changes one record for one cell changed by hand, whichever column [import 6]', async () => {
    const { content } = await exported({ list, format: 'CSV', language: 'de-DE', columns: whole(list) });
    const lines: string[][] = parse(content, { bom: true, record_delimiter: '\r\n' });
    const { made } = await checked(list, content);
    const columns = whole(list);
    const tried: string[] = [];
    for (const [at, field] of (made.mapping as (string | null)[]).entries()) {
      if (field === null || made.matchBy.includes(field) || FIXED.has(field) || FIXED.has(`${list}.${field}`)) continue;
      const place = await changeOf(field, columns, lines, at);
      expect(place, field).not.toBeNull();
      const [row, value] = place as readonly [number, string];
      const changed = lines.map((cells, index) => (index === row ? cells.with(at, value) : cells));
      const { counts: found, problems } = await checked(list, changed.map((cells) => csvLine(cells)).join(''));
      expect(problems, field).toEqual([]);
      expect(found, field).toEqual({ updated: 1, ...(lines.length > 2 && { unchanged: lines.length - 2 }) });
      tried.push(field);
    }
    expect(tried.length).toBeGreaterThan(0);
  });
});

/** Never change, or only together with others. */
const FIXED = new Set(['firebaseId', 'awardMode', 'STORES.countryCode']);

const NEW: Readonly<Record<string, string>> = {
  displayName: 'Changed By Hand',
  email: 'changed.by.hand@example.org',
  contactEmail: 'changed.by.hand@example.org',
  phone: '+4915112345678',
  contactPhone: '+4915112345678',
  locale: 'pt-PT',
  defaultLocale: 'pt-PT',
  timezone: 'Pacific/Auckland',
  defaultTimezone: 'Pacific/Auckland',
  birthDate: '1971-03-04',
  openedOn: '2001-03-04',
  currency: 'XAF',
  dialCode: '9',
  minAge: '7',
  ruleThreshold: '77',
  validityDays: '77',
  kind: 'SERVICE',
  ruleKind: 'GIVEAWAYS_WON',
};

/** A row that can be changed in a column, with its new cell. */
async function changeOf(
  field: string,
  columns: readonly string[],
  lines: readonly (readonly string[])[],
  at: number,
): Promise<readonly [number, string] | null> {
  const cell = (row: readonly string[], column: string) => row[columns.indexOf(column)] ?? '';
  for (const [index, row] of lines.entries()) {
    if (index === 0 || cell(row, 'archivedAt') !== '') continue;
    if (['ERASED', 'CLOSED', 'ARCHIVED', 'RETIRED', 'MISSING'].includes(cell(row, 'state'))) continue;
    const now = row[at] ?? '';
    if (field === 'areaCode') {
      const { rows } = await test.database.ownerPool.query(
        'select code from area where country_code = $1 and code <> $2 and is_active and archived_at is null limit 1',
        [cell(row, 'countryCode'), now],
      );
      if (rows.length > 0) return [index, rows[0].code];
    } else if (field === 'countryCode') {
      if (cell(row, 'areaCode') === '') return [index, now === 'PT' ? 'DE' : 'PT'];
    } else if (field === 'category') {
      const other = lines.find((each, place) => place > 0 && each[at] !== now);
      if (other !== undefined) return [index, other[at] ?? ''];
    } else if (['true', 'false'].includes(now)) return [index, now === 'true' ? 'false' : 'true'];
    else if (field.startsWith('rule') && now === '') continue;
    else {
      const value = NEW[field] ?? `${now} changed`.trim();
      if (value !== now && !now.includes('{')) return [index, value];
    }
  }
  return null;
}
