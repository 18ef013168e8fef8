import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importSteps } from '../../imports/testing/import-steps.ts';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';

const CATEGORY = '01900000-0000-7000-8000-00000000c001';
const test = await fileApp();
const steps = importSteps(test);
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  for (const table of ['topic_category', 'badge_category']) {
    await test.database.ownerPool.query(
      `insert into ${table} (id, code, name_i18n, position, archived_at) values
        ($1, 'news', '{"en-US":"News"}', 1, null),
        ('01900000-0000-7000-8000-00000000c003', 'old', '{"en-US":"Old"}', 2, now())`,
      [CATEGORY],
    );
  }
});
startFileWorker(test);
beforeEach(() => test.database.ownerPool.query('truncate staff_audit_event'));

/** Returns a stored record without the columns that differ between any two. */
async function stored(table: string, code: string): Promise<Record<string, unknown>> {
  const { rows } = await test.database.ownerPool.query(`select * from ${table} where code = $1`, [code]);
  const { id: _id, code: _code, position: _position, created_at: _at, updated_at: _on, ...rest } = rows[0];
  return rest;
}

/** Returns the audit events of a record without the columns that differ between any two. */
async function trail(table: string, code: string): Promise<Record<string, unknown>[]> {
  const { rows } = await test.database.ownerPool.query(
    `select actor_sub, actor_roles, action, entity_type, outcome, reason, changes - 'code' as changes, personal_changes
     from staff_audit_event where entity_id = (select id::text from ${table} where code = $1) order by id`,
    [code],
  );
  return rows;
}

const KINDS = [
  {
    entity: 'TOPICS',
    type: 'Topic',
    table: 'topic',
    code: (kind: string) => `by-${kind}`,
    input: { categoryId: CATEGORY, kind: 'MARKETING', defaultSubscribed: true, descriptionI18n: { 'en-US': 'Text' } },
    heading: 'category,kind,defaultSubscribed,descriptionI18n',
    cells: 'news,marketing,yes,Text',
  },
  {
    entity: 'TOPIC_CATEGORIES',
    type: 'TopicCategory',
    table: 'topic_category',
    code: (kind: string) => `by-${kind}`,
    input: {},
    heading: '',
    cells: '',
  },
  {
    entity: 'BADGE_CATEGORIES',
    type: 'BadgeCategory',
    table: 'badge_category',
    code: (kind: string) => `by-${kind}`,
    input: {},
    heading: '',
    cells: '',
  },
  {
    entity: 'BADGES',
    type: 'Badge',
    table: 'badge',
    code: (kind: string) => `by-${kind}`,
    input: {
      categoryId: CATEGORY,
      descriptionI18n: { 'en-US': 'Text' },
      criteriaI18n: { 'en-US': 'Much' },
      awardMode: 'MANUAL',
      isRepeatable: false,
    },
    heading: 'category,descriptionI18n,criteriaI18n,awardMode,isRepeatable',
    cells: 'news,Text,Much,MANUAL,no',
  },
  {
    entity: 'AREAS',
    type: 'Area',
    table: 'area',
    code: (kind: string) => `DE-${kind.toUpperCase()}`,
    input: { countryCode: 'DE', timezone: 'Europe/Berlin' },
    heading: 'countryCode,timezone',
    cells: 'DE,Europe/Berlin',
  },
] as const;

describe.each(KINDS)('$entity', ({ entity, type, table, code, input, heading, cells }) => {
  const file = (name: string, german: string) =>
    `${heading ? `${heading},` : ''}code,nameI18n,nameI18n.de-DE\n${cells ? `${cells},` : ''}${code('file')},${name},${german}\n`;
  const ask = async (query: string, variables: Record<string, unknown>) => {
    const { body } = await test.send(query, variables);
    expect(body.errors).toBeUndefined();
    return body.data;
  };

  it('has the same result and audit trail from a file as in the form, created and changed [import 3]', async () => {
    const noun = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
    const create = `mutation M($input: Create${type}Input!) { create${type}(input: $input) { record: ${noun} { id version } } }`;
    const names = { 'en-US': 'Name', 'de-DE': 'Bezeichnung' };
    const made = (await ask(create, { input: { ...input, code: code('hand'), nameI18n: names } }))[`create${type}`]
      .record;
    const first = await steps.create(entity, file('Name', 'Bezeichnung'));
    expect(await steps.runAll(first.id)).toMatchObject({ check: { created: 1 }, run: { created: 1 } });
    expect(await stored(table, code('file'))).toEqual(await stored(table, code('hand')));

    // A value without a column in the file is kept: here the German name.
    await ask(`mutation M($input: Update${type}Input!) { update${type}(input: $input) { ${noun} { id } } }`, {
      input: { id: made.id, expectedVersion: 1, patch: { nameI18n: { ...names, 'en-US': 'Other' } } },
    });
    const second = await steps.create(entity, file('Other', ''));
    await steps.update({ id: second.id, missingRows: 'SKIP' });
    expect((await steps.runAll(second.id)).run).toEqual({ updated: 1 });
    expect(await stored(table, code('file'))).toEqual(await stored(table, code('hand')));
    const said = await trail(table, code('file'));
    expect(said).toEqual(await trail(table, code('hand')));
    expect(said).toHaveLength(2);

    const again = await steps.create(entity, file('Other', ''));
    expect((await steps.runAll(again.id)).run).toEqual({ unchanged: 1 });
    expect(await trail(table, code('file'))).toHaveLength(2);
  });
});

describe('rules of the form', () => {
  it('apply to rows as well, and errors name the column of the file [import 3]', async () => {
    const rows = [
      'news,Bad Code,marketing,N,D',
      'old,fine-1,marketing,N,D',
      'nowhere,fine-2,marketing,N,D',
      'news,fine-3,other,N,D',
      'news,fine-4,marketing,,D',
      'news,fine-5,marketing,N,D',
      'news,fine-5,marketing,N,D',
    ];
    const made = await steps.create('TOPICS', `category,code,kind,name,description\n${rows.join('\n')}\n`);
    const { run, done } = await steps.runAll(made.id);
    expect(run).toEqual({ created: 1, refused: 6 });
    const said = done.refusedRows.map(({ row, problems }: { row: number; problems: Record<string, unknown>[] }) => [
      row,
      problems[0]?.['column'],
      problems[0]?.['rule'],
    ]);
    expect(said).toEqual([
      [2, 'code', 'code'],
      [3, 'category', 'not-in-use'],
      [4, 'category', 'unknown'],
      [5, 'kind', 'one-of'],
      [6, 'name', 'required'],
      [8, 'code', 'repeated'],
    ]);
  });

  it('allow changing countries but not creating them, and no change to an archived record [import 3]', async () => {
    const countries = await steps.create('COUNTRIES', 'code,nameI18n,minAge\nDE,Federal Germany,21\nZZ,Nowhere,18\n');
    expect((await steps.runAll(countries.id)).run).toEqual({ updated: 1, missing: 1 });
    const wish = await steps.update({ id: countries.id, missingRows: 'CREATE' });
    expect(wish.body.errors[0].extensions.details.fields).toEqual({ missingRows: [{ rule: 'invalid' }] });
    const archived = await steps.create('TOPIC_CATEGORIES', 'code,nameI18n\nold,New name\n');
    const { run, done } = await steps.runAll(archived.id);
    expect(run).toEqual({ refused: 1 });
    expect(done.refusedRows).toMatchObject([{ row: 2, problems: [{ rule: 'not-editable' }] }]);
  });
});

describe('areas of stores', () => {
  it('are codes within the country of the row or else of the store; a code of another country has its own error', async () => {
    const first = await steps.create(
      'STORES',
      'sid,name,countryCode,areaCode\nMUC00001,Isar,DE,BY\nMUC00002,Elsewhere,DE,TX\nMUC00003,Nowhere,DE,ZZ\n',
    );
    const { checked, run } = await steps.runAll(first.id);
    expect(run).toEqual({ created: 1, refused: 2 });
    const rules = checked.refusedRows.map((row: { problems: { column: string; rule: string }[] }) => row.problems[0]);
    expect(rules).toMatchObject([
      { field: 'areaCode', rule: 'not-in-country' },
      { field: 'areaCode', rule: 'unknown' },
    ]);
    // The same code in two countries: a row without a country uses that of the store.
    await test.database.ownerPool.query(
      `insert into area (country_code, code, name_i18n, timezone) values ('US', 'BE', '{"en-US":"Another"}', 'America/Chicago')`,
    );
    const second = await steps.create('STORES', 'sid,name,areaCode\nMUC00001,Isar,BE\n');
    await steps.update({ id: second.id, missingRows: 'SKIP' });
    expect((await steps.runAll(second.id)).run).toEqual({ updated: 1 });
    const { rows } = await test.database.ownerPool.query(
      `select s.country_code, a.code, a.country_code as of from store s join area a on a.id = s.area_id where s.sid = 'MUC00001'`,
    );
    expect(rows).toEqual([{ country_code: 'DE', code: 'BE', of: 'DE' }]);
    const third = await steps.create('STORES', 'sid,name,countryCode\nMUC00001,Isar,US\n');
    await steps.update({ id: third.id, missingRows: 'SKIP' });
    const left = await steps.runAll(third.id);
    expect(left.checked.refusedRows[0].problems[0]).toMatchObject({ field: 'areaCode', rule: 'not-in-country' });
  });
});
