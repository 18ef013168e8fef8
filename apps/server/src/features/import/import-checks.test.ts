import {
  accountRecord,
  areaRecord,
  badgeProblems,
  badgeRecord,
  countryRecord,
  IMPORT_LISTS,
  type ImportList,
  plainRecord,
  storeProblems,
  storeRecord,
  topicRecord,
  translationValue,
} from '@backcounter/domain';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { storedFields } from '../../crud/record-fields.ts';
import { counts, importSteps } from '../../imports/testing/import-steps.ts';
import { csvLine } from '../../jobs/result/csv.ts';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';

interface Imported {
  readonly table: string;
  /** Rules of the domain, by column. */
  readonly rules: Readonly<Record<string, z.ZodType>>;
  /** Headings with the cells of a valid row. */
  readonly row: Readonly<Record<string, string>>;
  /** Heading whose cell makes a row unique. */
  readonly key: string;
  /** Statement for the new records before a second file. */
  readonly afterwards?: string;
}

type Recorded = Parameters<typeof storedFields>[0];
const rulesOf = (record: Recorded, columns: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    storedFields(record, columns).map(({ name, column }) => [column, record.rules[name] as z.ZodType]),
  );
const CODED = { code: 'made', nameI18n: 'Name' };
const category = (noun: 'badge-category' | 'topic-category'): Imported => ({
  table: noun.replace('-', '_'),
  rules: rulesOf(plainRecord(noun)),
  row: CODED,
  key: 'code',
});

const IMPORTED: Readonly<Record<ImportList, Imported>> = {
  ACCOUNTS: {
    table: 'account',
    rules: rulesOf(accountRecord, { phone: 'phone_e164' }),
    row: {
      firebaseId: 'made',
      displayName: 'Ada Stone',
      email: 'ada@example.org',
      phone: '+4930123456',
      countryCode: 'DE',
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
      birthDate: '1990-12-31',
      pushConsent: 'yes',
    },
    key: 'firebaseId',
  },
  AREAS: {
    table: 'area',
    rules: rulesOf(areaRecord),
    row: { countryCode: 'DE', code: 'MADE', nameI18n: 'Name', timezone: 'Europe/Berlin' },
    key: 'code',
  },
  BADGES: {
    table: 'badge',
    rules: rulesOf(badgeRecord),
    row: {
      ...CODED,
      category: 'news',
      descriptionI18n: 'Text',
      criteriaI18n: 'Text',
      awardMode: 'RULE',
      ruleKind: 'COUPONS_REDEEMED',
      ruleThreshold: '5',
      validityDays: '30',
    },
    key: 'code',
  },
  BADGE_CATEGORIES: category('badge-category'),
  COUNTRIES: {
    table: 'country',
    rules: rulesOf(countryRecord),
    row: {
      code: 'DE',
      nameI18n: 'Germany',
      currency: 'EUR',
      dialCode: '49',
      defaultTimezone: 'Europe/Berlin',
      defaultLocale: 'de-DE',
      minAge: '18',
    },
    key: '',
  },
  STORES: {
    table: 'store',
    rules: rulesOf(storeRecord),
    row: {
      sid: 'MADE0000',
      name: 'Isar',
      countryCode: 'DE',
      areaCode: 'BY',
      timezone: 'Europe/Berlin',
      addressLine: 'Main Street 1',
      city: 'Munich',
      postalCode: '80331',
      contactEmail: 'isar@example.org',
      contactPhone: '+4989123456',
      openedOn: '2019-05-04',
    },
    key: 'sid',
    afterwards: `update store set state = 'ACTIVE' where opened_on is not null`,
  },
  TOPICS: {
    table: 'topic',
    rules: rulesOf(topicRecord),
    row: { ...CODED, category: 'news', descriptionI18n: 'Text', kind: 'MARKETING' },
    key: 'code',
  },
  TOPIC_CATEGORIES: category('topic-category'),
  TRANSLATIONS: {
    table: 'translation_message',
    rules: { value: translationValue },
    row: { key: 'shop.title', 'value.en-US': 'Shop', 'value.de-DE': 'Laden' },
    key: '',
  },
};

/** Rules between fields, which the domain has as a function. */
const BETWEEN: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => object>> = {
  badge_rule_is_whole: badgeProblems,
  store_draft_or_opened: storeProblems,
};

/** CHECKs that no file can violate, by reason. */
const REASONS: Readonly<Record<string, RegExp>> = {
  'the server writes who and which version': /_(created_by|updated_by|version)_check$/,
  'the server numbers, counts and orders': /_(position|public_no|(award|badge|subscriber)_count)_check$/,
  'an identity from sign-in, which the import itself measures': /^account_firebase_id_check$/,
  'the server sets both together': /^account_(consent_has_instant|email_verified_has_email)$/,
  'states are not in files, and rows of erased accounts are refused':
    /^(account|store)_(state_|until_only|privacy_only|erased_is|closed_has)/,
  'pictures are not in files': /^(account_picture_has_firebase_id|badge_image_path_check|badge_shown_has_image)$/,
  'apps report it': /^account_last_seen_at_check$/,
  'keys of existing records': /^(country_code_check)$/,
  'the server derives it from the text and the product’s own':
    /^translation_message_(base_value_check|check1?|has_source|problems_check|shipped_value_check|source_value_check)$/,
};

interface Check {
  readonly entity: ImportList;
  readonly name: string;
  readonly columns: readonly string[];
  readonly type: string;
  readonly expression: string;
}

const DAY_MS = 86_400_000;
/** The earlier and the later clock of this process and of the database. */
let clocks: readonly number[];
const test = await fileApp();
const steps = importSteps(test);
beforeAll(async () => {
  const { rows } = await test.database.ownerPool.query('select now() as now');
  clocks = [Date.now(), (rows[0].now as Date).getTime()].sort((one, other) => one - other);
  await insertReferenceData(test.database.ownerPool);
  for (const table of ['topic_category', 'badge_category']) {
    await test.database.ownerPool.query(
      `insert into ${table} (code, name_i18n, position) values ('news', '{"en-US":"News"}', 1)`,
    );
  }
});
startFileWorker(test);

async function checksOf(entity: ImportList): Promise<readonly Check[]> {
  const { rows } = await test.database.ownerPool.query(
    `select c.conname as name, pg_get_expr(c.conbin, c.conrelid) as expression,
       array(select attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns,
       (select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1]) as type
     from pg_constraint c where c.contype = 'c' and c.conrelid = $1::regclass order by c.conname`,
    [IMPORTED[entity].table],
  );
  return rows.map((row) => ({ ...row, entity }));
}

const ruleOf = ({ entity, columns: [column = '', ...others] }: Check) =>
  others.length > 0 ? undefined : IMPORTED[entity].rules[column];
const isReasoned = ({ name }: Check) => Object.values(REASONS).some((names) => names.test(name));
const allChecks = async () => (await Promise.all(IMPORT_LISTS.map(checksOf))).flat();

/** Cells on both sides of every limit that a CHECK states, and around a valid one. */
function cellsAt({ type, expression }: Check, valid: string): fc.Arbitrary<string> {
  const numbers = [...expression.matchAll(/(?<![\w'^-])-?\d+(?![\w-])/g)].map(([text]) => BigInt(text));
  const beside = fc.constantFrom(0n, ...numbers).chain((number) => fc.constantFrom(number - 1n, number, number + 1n));
  if (type === 'date') {
    const days = [...expression.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => Date.parse(day));
    // The database may have another clock than this process.
    const today = clocks.map((now, at) => [now + at * 3 * DAY_MS, at === 0 ? -1 : 1] as const);
    const beside = days.flatMap((at) => [-2, -1, 0, 1, 2].map((more) => [at, more] as const));
    const day = fc
      .constantFrom(...beside, ...today)
      .map(([at, days]) => new Date(at + days * DAY_MS).toISOString().slice(0, 10));
    return fc.oneof(day, fc.constantFrom('0000-01-01', '0001-01-01', '0090-12-31', '2023-02-29', '9999-12-31'));
  }
  if (/int/.test(type)) return beside.map(String);
  const unit = fc.constantFrom('a', 'Z', '0', '-', '+', '_', '.', '/', '@', ' ', '\u00a0', 'é', '😀', '‏');
  const long = fc
    .tuple(beside, fc.constantFrom('a', 'é', '😀', '+1', `a${'b'.repeat(60)}.`))
    .map(([length, unit]) => unit.repeat(500).slice(0, Number(length < 0n ? 0n : length > 2_100n ? 2_100n : length)));
  const touched = fc
    .tuple(fc.nat(valid.length), fc.nat(2), fc.string({ unit, maxLength: 3 }))
    .map(([at, gone, put]) => valid.slice(0, at) + put + valid.slice(at + gone));
  return fc.oneof(long, touched, fc.string({ unit, maxLength: 14 }));
}

/** The cell of a valid row for a column, with its heading. */
function cellOf({ entity, columns: [column = ''] }: Check): readonly [string, string] {
  const { row } = IMPORTED[entity];
  const name = column.replace(/_e164$/, '').replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const heading = [name, `${name}.i18n`, 'value.de-DE'].find((each) => each in row) ?? '';
  return [heading, row[heading] ?? ''];
}

/** The value that the rule makes of a cell; undefined if it refuses it. */
function accepted(check: Check, cell: string): unknown {
  const text = cell.trim();
  const given = /int/.test(check.type) ? Number(text) : check.type === 'jsonb' ? { 'en-US': text } : text;
  const parsed = ruleOf(check)?.safeParse(given);
  return parsed?.success === true ? parsed.data : undefined;
}

describe('a CHECK on a table that files fill', () => {
  it('has its twin in the domain, or a reason why no file can violate it [import 5]', async () => {
    const open = (await allChecks()).filter(
      (check) => ruleOf(check) === undefined && !(check.name in BETWEEN) && !isReasoned(check),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('has no reason besides a twin, and no reason without a CHECK', async () => {
    const checks = await allChecks();
    expect(checks.filter((check) => isReasoned(check) && ruleOf(check) !== undefined)).toEqual([]);
    for (const names of Object.values(REASONS)) expect(checks.some(({ name }) => names.test(name))).toBe(true);
    for (const name of Object.keys(BETWEEN)) expect(checks.some((check) => check.name === name)).toBe(true);
  });

  it('accepts what its twin accepts, at every limit', async () => {
    for (const check of (await allChecks()).filter((check) => ruleOf(check) !== undefined)) {
      const [column = ''] = check.columns;
      const [, valid] = cellOf(check);
      const cells = fc.sample(cellsAt(check, valid), 400);
      const values = cells.flatMap((cell) => {
        const value = accepted(check, cell);
        return value == null ? [] : [typeof value === 'object' ? JSON.stringify(value) : String(value)];
      });
      expect(values.length, check.name).toBeGreaterThan(0);
      const { rows } = await test.database.ownerPool.query(
        `select v.text from unnest($1::text[]) v (text) cross join lateral (select v.text::${check.type} as "${column}") r
         where not (${check.expression})`,
        [values],
      );
      expect(rows, check.name).toEqual([]);
    }
  });

  it('a new CHECK without a twin is detected, also one that the rule of its field does not know', async () => {
    await test.database.ownerPool.query('alter table store add check (char_length(name) + char_length(city) < 500)');
    const open = (await allChecks()).filter(
      (check) => ruleOf(check) === undefined && !(check.name in BETWEEN) && !isReasoned(check),
    );
    await test.database.ownerPool.query('alter table store drop constraint store_check');
    expect(open.map(({ name }) => name)).toEqual(['store_check']);
  });
});

describe('a file with cells at every limit', () => {
  const problems = async (importId: string) =>
    (
      await test.database.ownerPool.query(
        'select row_no, state, problems from import_problem where import_id = $1 order by 1',
        [importId],
      )
    ).rows;

  /** Checks and runs a file, and returns the counts, which must be the same. */
  async function runAlike(entity: ImportList, lines: readonly (readonly string[])[], settings: object = {}) {
    const made = await steps.create(entity, lines.map((cells) => csvLine([...cells])).join(''));
    if (Object.keys(settings).length > 0) await steps.update({ id: made.id, ...settings });
    const checked = await steps.ended('check', made.id);
    const refused = await problems(made.id);
    const done = await steps.ended('run', made.id);
    expect([checked.check.state, done.run.state], done.run.errorCode).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(await problems(made.id)).toEqual(refused);
    expect(counts(done.run)).toEqual(counts(checked.check));
    return counts(done.run);
  }

  it.each(IMPORT_LISTS)('of %s is checked as it runs [import 5]', async (entity) => {
    const { row, key, afterwards } = IMPORTED[entity];
    const checks = (await checksOf(entity)).filter((check) => ruleOf(check) !== undefined);
    const cell = fc.constantFrom(...checks).chain((check) => {
      const [heading, valid] = cellOf(check);
      return fc.tuple(fc.constant(heading), cellsAt(check, valid));
    });
    const rows = fc.sample(cell, 80).map(([heading, value], index): Record<string, string> => {
      const cells = Object.entries(row).map(([name, cell]) => [
        name,
        name === key ? `${cell}${index}` : cell.replace('@', `${index}@`),
      ]);
      return { ...Object.fromEntries(cells), [heading]: value };
    });
    const lines = [Object.keys(row), ...rows.map((cells) => Object.keys(row).map((heading) => cells[heading] ?? ''))];
    const found = await runAlike(entity, lines, key === '' ? {} : { missingRows: 'CREATE' });
    expect(found['refused']).toBeGreaterThan(0);
    if (afterwards !== undefined) await test.database.ownerPool.query(afterwards);
    // Again, for the records that exist now, with cells that are cleared.
    const cleared = lines.map((cells, at) =>
      cells.map((value, column) => (at > 0 && (at + column) % 3 === 0 ? '' : value)),
    );
    await runAlike(entity, cleared, { emptyCells: 'CLEAR' });
  });
});
