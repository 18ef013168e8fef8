import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { insertReferenceData } from '../testing/test-accounts.ts';
import { type Answer, insertCategories, newCode, referenceRecords, SUBJECTS } from './testing/reference-records.ts';

// The contract of reference data, the same for every entity, through the real application.

const MADE = SUBJECTS.filter(({ make }) => make !== null);
const FIELDS =
  'id name nameI18n version actions usedBy { kind count isLowerBound } updatedBy { sub name } createdAt updatedAt';

let records: ReturnType<typeof referenceRecords>;
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertCategories(test.database.ownerPool);
  records = referenceRecords(test);
});

describe.each(MADE)('making $noun', (subject) => {
  const input = () => subject.make?.(newCode()) ?? {};

  it('returns the record, and adds one audit row [reference 2]', async () => {
    const { data, error } = await records.create(subject, input());
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ version: 1, updatedBy: { sub: 'staff-admin' } });
    const history = await records.read(
      subject,
      data.id,
      'history { nodes { action actor { sub } changes { field before after } } }',
    );
    expect(history.history.nodes).toMatchObject([{ action: `${subject.noun}.create`, actor: { sub: 'staff-admin' } }]);
    expect(history.history.nodes[0].changes.map(({ field }: { field: string }) => field)).toContain('nameI18n');
  });

  it('refuses a second one with the same code, on the field', async () => {
    const one = input();
    await records.create(subject, one);
    expect((await records.create(subject, one)).error).toEqual({
      code: 'field.invalid',
      details: { fields: { code: [{ rule: 'taken' }] } },
    });
  });

  it('has one effect however often it is sent with its key', async () => {
    const request = { headers: { 'idempotency-key': `${subject.noun}-${newCode()}` } };
    const one = input();
    const answers = [await records.create(subject, one, request), await records.create(subject, one, request)];
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
    const { error } = await records.create(subject, { ...input(), nameI18n });
    // Text that no request may contain is rejected before the fields are checked.
    if (rule === null) expect(error.code).toBe('request.malformed');
    else expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { [path]: [{ rule }] } } });
  });

  it('stores any text unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((name) => name.trim() !== ''),
        async (name) => {
          const { data, error } = await records.create(subject, { ...input(), nameI18n: { 'en-US': name } });
          expect(error).toBeUndefined();
          expect(data.name).toBe(name.trim());
        },
      ),
      { numRuns: 10, examples: [[`'; --`], ['<b>&\\'], ['مرحبا'], ['__proto__'], ['%_\\']] },
    );
  });
});

describe.each(SUBJECTS)('changing $noun', (subject) => {
  it('changes the given fields, records before and after, and increments the version', async () => {
    const id = await records.made(subject);
    const before = await records.read(subject, id);
    const { data } = await records.update(subject, id, before.version, { nameI18n: { 'en-US': 'Renamed' } });
    expect(data).toMatchObject({ name: 'Renamed', nameI18n: { 'en-US': 'Renamed' }, version: before.version + 1 });
    const { history } = await records.read(
      subject,
      id,
      'history(first: 1) { nodes { action changes { field before after } } }',
    );
    expect(history.nodes[0]).toEqual({
      action: `${subject.noun}.update`,
      changes: [{ field: 'nameI18n', before: before.nameI18n, after: { 'en-US': 'Renamed' } }],
    });
    const same = await records.update(subject, id, data.version, { nameI18n: { 'en-US': 'Renamed' } });
    expect(same.data.version).toBe(data.version);
  });

  it('returns the current record in a conflict and overwrites nothing [reference 2]', async () => {
    const id = await records.made(subject);
    const { version } = await records.read(subject, id);
    await records.update(subject, id, version, { nameI18n: { 'en-US': 'First' } });
    const { error } = await records.update(subject, id, version, { nameI18n: { 'en-US': 'Second' } });
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
    expect((await records.read(subject, id)).name).toBe('First');
  });

  it('accepts one of two concurrent changes', async () => {
    const id = await records.made(subject);
    const { version } = await records.read(subject, id);
    const answers = await Promise.all(
      ['A', 'B'].map((name) => records.update(subject, id, version, { nameI18n: { 'en-US': name } })),
    );
    expect(answers.map(({ error }) => error?.code ?? 'done').sort()).toEqual(['done', 'record.conflict']);
  });

  it.each(['marketing', 'campaign-manager', 'nobody', 'machine'])(
    'is denied to %s, and audited [reference 1]',
    async (token) => {
      const id = await records.made(subject);
      const { version } = await records.read(subject, id);
      const { error } = await records.update(subject, id, version, { nameI18n: { 'en-US': 'Mine' } }, { token });
      expect(error).toMatchObject({ code: 'access.denied', details: { permission: `${subject.noun}.edit` } });
      expect((await records.read(subject, id)).version).toBe(version);
    },
  );

  it.each([['00000000-0000-7000-8000-000000000000'], ['none'], [''], [`' or true --`], ['\u0007']])(
    'returns that there is no record %j',
    async (id) => {
      expect((await records.update(subject, id, 1, {})).error.code).toBe('record.not-found');
      const { error } = await records.ask(`query Q($id: ID!) { ${subject.one}(id: $id) { id } }`, { id });
      expect(error.code).toBe('record.not-found');
    },
  );

  it('lists, finds, sorts and pages all of it [reference 2]', async () => {
    const id = await records.made(subject);
    await records.update(subject, id, (await records.read(subject, id)).version, {
      nameI18n: { 'en-US': '100%_\\ "Sure"' },
    });
    const page = (args: string) =>
      records
        .ask(
          `{ ${subject.many}(${args}) { nodes { id ${FIELDS} } pageInfo { hasNextPage endCursor } count { value } matchedBy } }`,
          {},
        )
        .then(({ data }) => data as Answer);
    const found = await page(`search: ${JSON.stringify('00%_\\ "su')}`);
    expect(found.nodes.map((row: Answer) => row.id)).toContain(id);
    expect(found).toMatchObject({ matchedBy: 'TEXT' });
    const { data } = await records.ask(
      `query Q($list: ListName!) { listCapabilities(list: $list) { sorts { key } filters { key kind } } }`,
      { list: subject.list },
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
