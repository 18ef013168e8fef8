import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest } from '../testing/test-app.ts';

// The contract of reference data, the same for every entity, through the real application.

interface Subject {
  readonly noun: string;
  readonly name: string;
  readonly one: string;
  readonly many: string;
  /** Input of a new record with a code of its own; null: records are given. */
  readonly make: ((code: string) => Record<string, unknown>) | null;
  /** Id of a record that is there; null: one is made. */
  readonly given: string | null;
  readonly isArchived: boolean;
  readonly isOrdered: boolean;
}

const CATEGORY = { topic: '01900000-0000-7000-8000-00000000c001', badge: '01900000-0000-7000-8000-00000000c002' };
const text = (value: string) => ({ 'en-US': value, 'de-DE': `${value} (de)` });
const MANUAL = { awardMode: 'MANUAL', descriptionI18n: text('d'), criteriaI18n: text('c') };
const SUBJECTS: readonly Subject[] = [
  {
    noun: 'topic-category',
    name: 'TopicCategory',
    one: 'topicCategory',
    many: 'topicCategories',
    make: (code) => ({ code, nameI18n: text(code) }),
    given: null,
    isArchived: true,
    isOrdered: true,
  },
  {
    noun: 'badge-category',
    name: 'BadgeCategory',
    one: 'badgeCategory',
    many: 'badgeCategories',
    make: (code) => ({ code, nameI18n: text(code) }),
    given: null,
    isArchived: true,
    isOrdered: true,
  },
  {
    noun: 'topic',
    name: 'Topic',
    one: 'topic',
    many: 'topics',
    make: (code) => ({
      code,
      nameI18n: text(code),
      descriptionI18n: text('d'),
      categoryId: CATEGORY.topic,
      kind: 'MARKETING',
    }),
    given: null,
    isArchived: true,
    isOrdered: true,
  },
  {
    noun: 'badge',
    name: 'Badge',
    one: 'badge',
    many: 'badges',
    make: (code) => ({ ...MANUAL, code, nameI18n: text(code), categoryId: CATEGORY.badge }),
    given: null,
    isArchived: false,
    isOrdered: false,
  },
  {
    noun: 'area',
    name: 'Area',
    one: 'area',
    many: 'areaRecords',
    make: (code) => ({
      countryCode: 'DE',
      code: code.toUpperCase(),
      nameI18n: text(code),
      timezone: 'Europe/Berlin',
    }),
    given: null,
    isArchived: true,
    isOrdered: false,
  },
  {
    noun: 'country',
    name: 'Country',
    one: 'country',
    many: 'countryRecords',
    make: null,
    given: 'DE',
    isArchived: false,
    isOrdered: false,
  },
];
const MADE = SUBJECTS.filter(({ make }) => make !== null);
const FIELDS =
  'id name nameI18n version actions usedBy { kind count isLowerBound } updatedBy { sub name } createdAt updatedAt';

let test: TestApp;
let serial = 0;
beforeAll(async () => {
  test = await createTestApp();
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await pool.query(
    `insert into topic_category (id, code, name_i18n, position) values ($1, 'first', '{"en-US":"First"}', 1)`,
    [CATEGORY.topic],
  );
  await pool.query(
    `insert into badge_category (id, code, name_i18n, position) values ($1, 'first', '{"en-US":"First"}', 1)`,
    [CATEGORY.badge],
  );
});
afterAll(() => test.close());

async function ask(query: string, variables: Record<string, unknown>, request?: TestRequest) {
  const answer = await test.send(query, variables, request);
  return {
    ...answer,
    data: answer.body.data && Object.values(answer.body.data)[0],
    error: answer.body.errors?.[0]?.extensions,
  };
}
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
type Answer = any;

const create = (subject: Subject, input: object, request?: TestRequest): Promise<Answer> =>
  ask(
    `mutation M($input: Create${subject.name}Input!) { create${subject.name}(input: $input) { ${FIELDS} } }`,
    { input },
    request,
  );
const update = (
  subject: Subject,
  id: string,
  expectedVersion: number,
  input: object,
  request?: TestRequest,
): Promise<Answer> =>
  ask(
    `mutation M($id: ID!, $expectedVersion: Int!, $input: Update${subject.name}Input!) {
      update${subject.name}(id: $id, expectedVersion: $expectedVersion, input: $input) { ${FIELDS} } }`,
    { id, expectedVersion, input },
    request,
  );
const act = (
  name: string,
  id: string,
  expectedVersion: number,
  rest: object = {},
  request?: TestRequest,
): Promise<Answer> =>
  ask(
    `mutation M($id: ID!, $expectedVersion: Int!${'before' in rest ? ', $before: ID' : ''}${'reason' in rest ? ', $reason: String' : ''}) {
      ${name}(id: $id, expectedVersion: $expectedVersion${'before' in rest ? ', before: $before' : ''}${'reason' in rest ? ', reason: $reason' : ''}) { id version } }`,
    { id, expectedVersion, ...rest },
    request,
  );
const read = async (subject: Subject, id: string, fields = FIELDS): Promise<Answer> =>
  (await ask(`query Q($id: ID!) { ${subject.one}(id: $id) { ${fields} } }`, { id })).data;
const newCode = () => `code-${(serial++).toString(36)}`;

async function made(subject: Subject): Promise<string> {
  if (subject.make === null) return subject.given ?? '';
  return (await create(subject, subject.make(newCode()))).data.id;
}

describe.each(MADE)('making $noun', (subject) => {
  const input = () => subject.make?.(newCode()) ?? {};

  it('answers with the record, and leaves one audit row', async () => {
    const { data, error } = await create(subject, input());
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ version: 1, updatedBy: { sub: 'staff-admin' } });
    const history = await read(
      subject,
      data.id,
      'history { nodes { action actor { sub } changes { field before after } } }',
    );
    expect(history.history.nodes).toMatchObject([{ action: `${subject.noun}.create`, actor: { sub: 'staff-admin' } }]);
    expect(history.history.nodes[0].changes.map(({ field }: { field: string }) => field)).toContain('nameI18n');
  });

  it('refuses a second one with the same code, on the field', async () => {
    const one = input();
    await create(subject, one);
    expect((await create(subject, one)).error).toEqual({
      code: 'field.invalid',
      details: { fields: { code: [{ rule: 'taken' }] } },
    });
  });

  it('has one effect however often it is sent with its key', async () => {
    const request = { headers: { 'idempotency-key': `${subject.noun}-${newCode()}` } };
    const one = input();
    const answers = [await create(subject, one, request), await create(subject, one, request)];
    expect(answers[1].text).toBe(answers[0].text);
    expect(answers[0].error).toBeUndefined();
  });

  it.each([
    [{ 'de-DE': 'Nur deutsch' }, 'nameI18n.en-US', 'required'],
    [{ 'en-US': '   ' }, 'nameI18n.en-US', 'required'],
    [{ 'en-US': 'x'.repeat(121) }, 'nameI18n.en-US', 'too-long'],
    [{ 'en-US': 'ok', english: 'no locale' }, 'nameI18n.english', 'locale'],
    [{ 'en-US': 'bell \u0007' }, 'nameI18n.en-US', 'characters'],
    [{ 'en-US': 'half \ud800 character' }, 'nameI18n.en-US', null],
    [{ 'en-US': 'nul \u0000' }, 'nameI18n.en-US', null],
    [{ 'en-US': 5 }, 'nameI18n.en-US', 'invalid'],
    ['text', 'nameI18n', 'invalid'],
    [null, 'nameI18n', null],
    [[], 'nameI18n', 'invalid'],
  ])('refuses the name %j on its field', async (nameI18n, path, rule) => {
    const { error } = await create(subject, { ...input(), nameI18n });
    // What no request may carry never gets as far as the fields.
    if (rule === null) expect(error.code).toBe('request.malformed');
    else expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { [path]: [{ rule }] } } });
  });

  it('keeps any text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((name) => name.trim() !== ''),
        async (name) => {
          const { data, error } = await create(subject, { ...input(), nameI18n: { 'en-US': name } });
          expect(error).toBeUndefined();
          expect(data.name).toBe(name.trim());
        },
      ),
      { numRuns: 10, examples: [[`'; --`], ['<b>&\\'], ['مرحبا'], ['__proto__'], ['%_\\']] },
    );
  });
});

describe.each(SUBJECTS)('changing $noun', (subject) => {
  it('changes what is given, writes before and after, and bumps the version', async () => {
    const id = await made(subject);
    const before = await read(subject, id);
    const { data } = await update(subject, id, before.version, { nameI18n: { 'en-US': 'Renamed' } });
    expect(data).toMatchObject({ name: 'Renamed', nameI18n: { 'en-US': 'Renamed' }, version: before.version + 1 });
    const { history } = await read(
      subject,
      id,
      'history(first: 1) { nodes { action changes { field before after } } }',
    );
    expect(history.nodes[0]).toEqual({
      action: `${subject.noun}.update`,
      changes: [{ field: 'nameI18n', before: before.nameI18n, after: { 'en-US': 'Renamed' } }],
    });
    const same = await update(subject, id, data.version, { nameI18n: { 'en-US': 'Renamed' } });
    expect(same.data.version).toBe(data.version);
  });

  it('shows the present record in a conflict and overwrites nothing', async () => {
    const id = await made(subject);
    const { version } = await read(subject, id);
    await update(subject, id, version, { nameI18n: { 'en-US': 'First' } });
    const { error } = await update(subject, id, version, { nameI18n: { 'en-US': 'Second' } });
    expect(error).toMatchObject({
      code: 'record.conflict',
      details: {
        current: {
          nameI18n: { 'en-US': 'First' },
          version: version + 1,
          updatedBy: { sub: 'staff-admin', name: 'Test admin' },
        },
      },
    });
    expect((await read(subject, id)).name).toBe('First');
  });

  it('lets one of two at once through', async () => {
    const id = await made(subject);
    const { version } = await read(subject, id);
    const answers = await Promise.all(
      ['A', 'B'].map((name) => update(subject, id, version, { nameI18n: { 'en-US': name } })),
    );
    expect(answers.map(({ error }) => error?.code ?? 'done').sort()).toEqual(['done', 'record.conflict']);
  });

  it.each(['marketing', 'campaign-manager', 'nobody', 'machine'])(
    'is denied to %s, who leaves a trace',
    async (token) => {
      const id = await made(subject);
      const { version } = await read(subject, id);
      const { error } = await update(subject, id, version, { nameI18n: { 'en-US': 'Mine' } }, { token });
      expect(error).toMatchObject({ code: 'access.denied', details: { permission: `${subject.noun}.edit` } });
      expect((await read(subject, id)).version).toBe(version);
    },
  );

  it.each([['00000000-0000-7000-8000-000000000000'], ['none'], [''], [`' or true --`], ['\u0007']])(
    'answers that there is no record %j',
    async (id) => {
      expect((await update(subject, id, 1, {})).error.code).toBe('record.not-found');
      const { error } = await ask(`query Q($id: ID!) { ${subject.one}(id: $id) { id } }`, { id });
      expect(error.code).toBe('record.not-found');
    },
  );

  it('lists, finds, sorts and pages all of it', async () => {
    const id = await made(subject);
    await update(subject, id, (await read(subject, id)).version, { nameI18n: { 'en-US': '100%_\\ "Sure"' } });
    const page = (args: string) =>
      ask(
        `{ ${subject.many}(${args}) { nodes { id ${FIELDS} } pageInfo { hasNextPage endCursor } count { value } matchedBy } }`,
        {},
      ).then(({ data }) => data as Answer);
    const found = await page(`search: ${JSON.stringify('00%_\\ "su')}`);
    expect(found.nodes.map((row: Answer) => row.id)).toContain(id);
    expect(found).toMatchObject({ matchedBy: 'TEXT' });
    const { data } = await ask(
      `query Q($list: ListName!) { listCapabilities(list: $list) { sorts { key } filters { key kind } } }`,
      { list: LIST_NAMES[subject.noun] },
    );
    for (const { key } of (data as Answer).sorts) {
      for (const direction of ['ASC', 'DESC']) {
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const part: Answer = await page(
            `first: 7, sort: { key: ${key}, direction: ${direction} }${after === null ? '' : `, after: "${after}"`}`,
          );
          seen.push(...part.nodes.map((row: Answer) => row.id));
          after = part.pageInfo.hasNextPage ? part.pageInfo.endCursor : null;
          if (!part.pageInfo.hasNextPage) expect(seen).toHaveLength(part.count.value);
        } while (after !== null);
        expect(new Set(seen).size).toBe(seen.length);
      }
    }
  });
});

const LIST_NAMES: Readonly<Record<string, string>> = {
  'topic-category': 'TOPIC_CATEGORIES',
  'badge-category': 'BADGE_CATEGORIES',
  topic: 'TOPICS',
  badge: 'BADGES',
  area: 'AREAS',
  country: 'COUNTRIES',
};

describe.each(SUBJECTS.filter(({ isArchived }) => isArchived))('archiving $noun', (subject) => {
  it('puts it away and takes it out again, with a reason', async () => {
    const id = await made(subject);
    expect((await act(`archive${subject.name}`, id, 1, { reason: 'no longer used' })).data.version).toBe(2);
    expect(await read(subject, id, 'actions archivedAt')).toEqual({
      actions: ['RESTORE'],
      archivedAt: '2026-03-01T12:00:00.000Z',
    });
    for (const attempt of [
      await act(`archive${subject.name}`, id, 2),
      await update(subject, id, 2, { nameI18n: { 'en-US': 'x' } }),
    ]) {
      expect(attempt.error).toMatchObject({ code: 'state.invalid-transition', details: { allowed: ['RESTORE'] } });
    }
    expect((await act(`restore${subject.name}`, id, 2)).data.version).toBe(3);
    const { history } = await read(subject, id, 'history { nodes { action reason outcome } }');
    expect(history.nodes.filter(({ outcome }: Answer) => outcome === 'DONE')).toMatchObject([
      { action: `${subject.noun}.restore`, reason: null },
      { action: `${subject.noun}.archive`, reason: 'no longer used' },
      { action: `${subject.noun}.create` },
    ]);
  });

  it('shows in the filter', async () => {
    const id = await made(subject);
    await act(`archive${subject.name}`, id, 1);
    const ids = async (archived: boolean) =>
      (
        (await ask(`{ ${subject.many}(first: 100, filter: { archived: ${archived} }) { nodes { id } } }`, {}))
          .data as Answer
      ).nodes.map((row: Answer) => row.id);
    expect(await ids(true)).toContain(id);
    expect(await ids(false)).not.toContain(id);
  });
});

describe.each(SUBJECTS.filter(({ isOrdered }) => isOrdered))('the order of $noun', (subject) => {
  const order = async (): Promise<string[]> => {
    const table = subject.noun.replace('-', '_');
    const { rows } = await test.database.pool.query(`select id, position from ${table} order by position`);
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_row, at) => at + 1));
    return rows.map(({ id }) => id);
  };

  it('moves a record before another one or to the end', async () => {
    const [first, second, third] = [await made(subject), await made(subject), await made(subject)];
    await act(`move${subject.name}`, third, 1, { before: first });
    const moved = (await order()).filter((id) => [first, second, third].includes(id));
    expect(moved).toEqual([third, first, second]);
    expect((await act(`move${subject.name}`, third, 2, { before: null })).data.version).toBe(3);
    expect((await order()).at(-1)).toBe(third);
    // Where it is already: nothing happens, and the versions of the others never changed.
    expect((await act(`move${subject.name}`, third, 3, { before: null })).data.version).toBe(3);
    expect((await read(subject, first)).version).toBe(1);
    expect((await act(`move${subject.name}`, first, 1, { before: 'nothing' })).error).toMatchObject({
      code: 'field.invalid',
      details: { fields: { before: [{ rule: 'unknown' }] } },
    });
  });

  it('is one order without gaps after any moves at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => made(subject)));
    const place = fc.nat({ max: ids.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(place, fc.option(place)), { minLength: 2, maxLength: 5 }), async (moves) => {
        const before = await order();
        const answers = await Promise.all(
          moves.map(async ([from, to]) => {
            const id = ids[from] ?? '';
            const { version } = await read(subject, id);
            return act(`move${subject.name}`, id, version, { before: to === null ? null : (ids[to] ?? null) });
          }),
        );
        for (const { error } of answers) if (error !== undefined) expect(error.code).toBe('record.conflict');
        expect((await order()).toSorted()).toEqual(before.toSorted());
      }),
      { numRuns: 5 },
    );
  });
});

describe('usage', () => {
  it('is counted before a change that people would notice', async () => {
    const pool = test.database.ownerPool;
    await pool.query(
      `insert into account (country_code, area_id, locale, timezone) select 'DE', $1, 'de-DE', 'Europe/Berlin' from generate_series(1, 3)`,
      [AREAS.bavaria],
    );
    const area = SUBJECTS.find(({ noun }) => noun === 'area') as Subject;
    expect((await read(area, AREAS.bavaria)).usedBy).toEqual([{ kind: 'account', count: 3, isLowerBound: false }]);
    const country = SUBJECTS.find(({ noun }) => noun === 'country') as Subject;
    expect((await read(country, 'DE')).usedBy[0]).toEqual({ kind: 'account', count: 3, isLowerBound: false });
  });
});
