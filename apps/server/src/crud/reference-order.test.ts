import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { AREAS, insertReferenceData } from '../testing/test-accounts.ts';
import {
  type Answer,
  insertCategories,
  referenceRecords,
  SUBJECTS,
  type Subject,
} from './testing/reference-records.ts';

let records: ReturnType<typeof referenceRecords>;
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertCategories(test.database.ownerPool);
  records = referenceRecords(test);
});

describe.each(SUBJECTS.filter(({ isArchived }) => isArchived))('archiving $noun', (subject) => {
  it('archives and restores it, with a reason [reference 2]', async () => {
    const id = await records.made(subject);
    expect((await records.act(`archive${subject.name}`, id, 1, { reason: 'no longer used' })).data.version).toBe(2);
    expect(await records.read(subject, id, 'actions archivedAt')).toEqual({
      actions: ['RESTORE'],
      archivedAt: '2026-03-01T12:00:00.000Z',
    });
    for (const attempt of [
      await records.act(`archive${subject.name}`, id, 2),
      await records.update(subject, id, 2, { nameI18n: { 'en-US': 'x' } }),
    ]) {
      expect(attempt.error).toMatchObject({ code: 'state.invalid-transition', details: { allowed: ['RESTORE'] } });
    }
    expect((await records.act(`restore${subject.name}`, id, 2)).data.version).toBe(3);
    const { history } = await records.read(subject, id, 'history { nodes { action reason outcome } }');
    expect(history.nodes.filter(({ outcome }: Answer) => outcome === 'DONE')).toMatchObject([
      { action: `${subject.noun}.restore`, reason: null },
      { action: `${subject.noun}.archive`, reason: 'no longer used' },
      { action: `${subject.noun}.create` },
    ]);
  });

  it('shows in the filter', async () => {
    const id = await records.made(subject);
    await records.act(`archive${subject.name}`, id, 1);
    const ids = async (archived: boolean) =>
      (
        (await records.ask(`{ ${subject.many}(first: 100, filter: { archived: ${archived} }) { nodes { id } } }`, {}))
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
    const [first, second, third] = [
      await records.made(subject),
      await records.made(subject),
      await records.made(subject),
    ];
    await records.act(`move${subject.name}`, third, 1, { before: first });
    const moved = (await order()).filter((id) => [first, second, third].includes(id));
    expect(moved).toEqual([third, first, second]);
    expect((await records.act(`move${subject.name}`, third, 2, { before: null })).data.version).toBe(3);
    expect((await order()).at(-1)).toBe(third);
    // To its current position: nothing happens, and the versions of the others never changed.
    expect((await records.act(`move${subject.name}`, third, 3, { before: null })).data.version).toBe(3);
    expect((await records.read(subject, first)).version).toBe(1);
    expect((await records.act(`move${subject.name}`, first, 1, { before: 'nothing' })).error).toMatchObject({
      code: 'field.invalid',
      details: { fields: { before: [{ rule: 'unknown' }] } },
    });
  });

  it('is one order without gaps after any concurrent moves [reference 3]', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => records.made(subject)));
    const place = fc.nat({ max: ids.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(place, fc.option(place)), { minLength: 2, maxLength: 5 }), async (moves) => {
        const before = await order();
        const answers = await Promise.all(
          moves.map(async ([from, to]) => {
            const id = ids[from] ?? '';
            const { version } = await records.read(subject, id);
            return records.act(`move${subject.name}`, id, version, { before: to === null ? null : (ids[to] ?? null) });
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
  it('is counted before a change that people would notice [ux 28]', async () => {
    const pool = test.database.ownerPool;
    await pool.query(
      `insert into account (country_code, area_id, locale, timezone) select 'DE', $1, 'de-DE', 'Europe/Berlin' from generate_series(1, 3)`,
      [AREAS.bavaria],
    );
    const area = SUBJECTS.find(({ noun }) => noun === 'area') as Subject;
    expect((await records.read(area, AREAS.bavaria)).usedBy).toEqual([
      { kind: 'account', count: 3, isLowerBound: false },
    ]);
    const country = SUBJECTS.find(({ noun }) => noun === 'country') as Subject;
    expect((await records.read(country, 'DE')).usedBy[0]).toEqual({ kind: 'account', count: 3, isLowerBound: false });
  });
});
