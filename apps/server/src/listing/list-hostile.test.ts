import { LIMITS } from '@backcounter/domain';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import type { TestAnswer } from '../testing/test-app.ts';
import { insertListedRows, NOW } from './testing/list-models.ts';

// Hostile and malformed list queries: each gets a typed error or a correct answer, never a server failure.

const LISTS = [
  {
    field: 'accounts',
    type: 'Account',
    filters: ['state', 'country', 'area', 'pushConsent', 'hasEmail', 'lastSeen', 'created', 'online'],
  },
  { field: 'topics', type: 'Topic', filters: ['archived', 'category', 'kind', 'defaultSubscribed'] },
  { field: 'areaRecords', type: 'AreaRecord', filters: ['archived', 'country', 'isActive'] },
  { field: 'countryRecords', type: 'CountryRecord', filters: ['isActive', 'currency'] },
] as const;
type List = (typeof LISTS)[number];

/** Error codes that a list query may return. */
const TYPED = [
  'filter.invalid',
  'request.malformed',
  'cursor.invalid',
  'operation.too-complex',
  'record.not-found',
  'request.too-large',
];

const test = await fileApp();
beforeAll(async () => {
  test.now = NOW;
  await insertListedRows(test.database.ownerPool);
});
afterEach(() => expect(test.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]));

function ask({ field, type }: List, variables: Record<string, unknown>, token = 'admin'): Promise<TestAnswer> {
  return test.send(
    `query L($first: Int, $after: String, $last: Int, $before: String, $filter: ${type}Filter, $sort: ${type}Sort, $search: String, $startAt: ListStart) {
      ${field}(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { id } pageInfo { startCursor endCursor } count { value } matchedBy } }`,
    variables,
    { token },
  );
}

const codeOf = ({ body }: TestAnswer): string | null => body.errors?.[0]?.extensions?.code ?? null;

/** Expects a correct answer or a typed error without data. */
function expectTyped({ status, body }: TestAnswer): void {
  expect(status).toBeLessThan(500);
  const codes = (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
  expect(TYPED).toEqual(expect.arrayContaining(codes));
  if (codes.length > 0) expect(body.data ?? null).toBeNull();
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '%',
    '_',
    '\\',
    '%_\\%',
    "'; drop table account; --",
    '__proto__',
    'constructor',
    '\u202e',
  ),
  fc.constantFrom(
    'x'.repeat(LIMITS.searchMaxLength + 1),
    '٣'.repeat(300),
    '1'.repeat(20),
    '+'.repeat(30),
    '9'.repeat(400),
  ),
);
const anything = fc.oneof(
  nasty,
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    [],
    {},
    [null],
    [[]],
    '9999-99-99',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
  ),
  fc.json().map((text) => JSON.parse(text) as unknown),
);

describe.each(LISTS)('$field', (list) => {
  it('answers any filter, order, start and size with rows or a typed error [lists 4]', async () => {
    const operator = fc.constantFrom(
      'in',
      'notIn',
      'from',
      'to',
      'withinDays',
      'olderThanDays',
      'nextDays',
      'isEmpty',
      'like',
      '__proto__',
    );
    const value = fc.oneof(
      anything,
      fc.dictionary(operator, fc.oneof(anything, fc.array(anything, { maxLength: 4 })), { maxKeys: 2 }),
    );
    const variables = fc.record(
      {
        filter: fc.oneof(
          fc.dictionary(fc.constantFrom(...list.filters, 'nonsense', '__proto__'), value, { maxKeys: 2 }),
          anything,
        ),
        sort: fc.oneof(
          fc.record({ key: fc.constantFrom('NAME', 'CODE', '__proto__', 'toString'), direction: anything }),
          anything,
        ),
        startAt: fc.oneof(fc.record({ id: anything }), fc.record({ date: anything }), anything),
        first: anything,
        last: anything,
        after: anything,
        before: anything,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(variables, async (asked) => expectTyped(await ask(list, asked))),
      { numRuns: 150 },
    );
  });

  it('accepts any well-formed filter value or reports it as invalid [lists 4]', async () => {
    const choice = fc.oneof(nasty, fc.constantFrom('DE', 'ACTIVE', 'EUR', '01900000-0000-7000-8000-0000000000A1'));
    const value = fc.record(
      { in: fc.array(choice, { maxLength: 3 }), notIn: fc.array(choice, { maxLength: 3 }) },
      { requiredKeys: [] },
    );
    const window = fc.record(
      {
        from: fc.date({ noInvalidDate: true }),
        to: fc.date({ noInvalidDate: true }),
        withinDays: fc.integer(),
        olderThanDays: fc.integer(),
        nextDays: fc.integer(),
        isEmpty: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const filter = fc.dictionary(fc.constantFrom(...list.filters), fc.oneof(value, window, fc.boolean()), {
      minKeys: 1,
      maxKeys: 2,
    });
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => expectTyped(await ask(list, { filter: asked }))),
      { numRuns: 150 },
    );
  });

  it('searches for any text', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, fc.constantFrom('admin', 'marketing'), async (search, token) => {
        const answer = await ask(list, { search }, list.field === 'accounts' ? token : 'admin');
        expectTyped(answer);
      }),
      { numRuns: 100 },
    );
  });
});

it('limits the number of values of a filter [lists 4]', async () => {
  const [accounts] = LISTS;
  const codes = (count: number) => ({ filter: { country: { in: Array.from({ length: count }, (_, n) => `C${n}`) } } });
  expect(codeOf(await ask(accounts, codes(LIMITS.filterValuesMax)))).toBeNull();
  expect(codeOf(await ask(accounts, codes(LIMITS.filterValuesMax + 1)))).toBe('filter.invalid');
  expectTyped(await ask(accounts, codes(50_000)));
  const far = await ask(accounts, codes(200_000));
  expect(far.status).toBe(413);
});

describe('a cursor', () => {
  const QUESTIONS: readonly {
    readonly list: List;
    readonly variables: Record<string, unknown>;
    readonly token?: string;
  }[] = [
    ...LISTS.map((list) => ({ list, variables: {} })),
    ...LISTS.map((list) => ({ list, variables: { sort: { key: 'NAME', direction: 'DESC' } } })),
    { list: LISTS[0], variables: { sort: { key: 'NUMBER', direction: 'ASC' } } },
    { list: LISTS[0], variables: { filter: { state: { in: ['ACTIVE'] } } } },
    { list: LISTS[0], variables: { filter: { state: { notIn: ['SUSPENDED'] } } } },
    { list: LISTS[0], variables: { search: 'ada' } },
    { list: LISTS[0], variables: {}, token: 'marketing' },
    { list: LISTS[1], variables: { filter: { archived: false } } },
    { list: LISTS[2], variables: { filter: { archived: false } } },
  ];
  let cursors: string[];
  beforeAll(async () => {
    cursors = await Promise.all(
      QUESTIONS.map(async ({ list, variables, token }) => {
        const { body } = await ask(list, { ...variables, first: 1 }, token);
        return body.data[list.field].pageInfo.endCursor as string;
      }),
    );
    expect(cursors.every((cursor) => typeof cursor === 'string')).toBe(true);
  });

  const goOn = async (at: number, cursor: string, isBackward: boolean): Promise<TestAnswer> => {
    const question = QUESTIONS[at];
    if (question === undefined) throw new Error('no such query');
    const { list, variables, token } = question;
    return ask(
      list,
      { ...variables, ...(isBackward ? { last: 5, before: cursor } : { first: 5, after: cursor }) },
      token,
    );
  };

  it('continues its own query only, not another list, order, filter, search or role [lists 3] [security 8]', async () => {
    for (const [at] of QUESTIONS.entries())
      for (const [from, cursor] of cursors.entries())
        expect([at, from, codeOf(await goOn(at, cursor, from % 2 === 0))]).toEqual([
          at,
          from,
          at === from ? null : 'cursor.invalid',
        ]);
  });

  it('is refused with one uninformative error if altered, truncated, extended or invented [lists 3]', async () => {
    const position = fc.nat();
    const of = (kind: Forgery['kind'], text: fc.Arbitrary<string>) =>
      fc.record({ kind: fc.constant(kind), position, text });
    const signed = fc
      .array(fc.string(), { minLength: 3, maxLength: 3 })
      .map((parts) => Buffer.from(`0123456789abcdef${JSON.stringify(parts)}`).toString('base64url'));
    const forged = fc.oneof(
      of('cut', fc.constant('')),
      of('character', fc.constantFrom(...'Aa0-_=+/ é\u0000')),
      of('longer', fc.string({ minLength: 1, maxLength: 2_000 })),
      of('own', fc.string({ unit: 'binary', maxLength: 80 })),
      of('own', signed),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), forged, fc.boolean(), async (which, forgery, isBackward) => {
        const at = which % QUESTIONS.length;
        const cursor = cursors[at] ?? '';
        const changed = forge(cursor, forgery);
        fc.pre(changed !== cursor);
        const answer = await goOn(at, changed, isBackward);
        // Characters that no request may contain are refused before the cursor is read.
        const isText = changed.isWellFormed() && !changed.includes('\u0000');
        expect(codeOf(answer)).toBe(isText ? 'cursor.invalid' : 'request.malformed');
        expect(answer.body.data ?? null).toBeNull();
        expect(answer.body.errors).toHaveLength(1);
        if (isText) expect(answer.body.errors[0].message).toBe('The cursor is not valid for this list.');
      }),
      { numRuns: 250 },
    );
  });
});

/** An altered cursor: truncated, changed at a position, extended, or replaced. */
interface Forgery {
  readonly kind: 'cut' | 'character' | 'longer' | 'own';
  readonly position: number;
  readonly text: string;
}

function forge(cursor: string, { kind, position, text }: Forgery): string {
  if (kind === 'own') return text;
  if (kind === 'longer') return cursor + text;
  const index = position % cursor.length;
  return cursor.slice(0, index) + (kind === 'cut' ? '' : text + cursor.slice(index + 1));
}
