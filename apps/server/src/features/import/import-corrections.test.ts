import { beforeEach, describe, expect, it } from 'vitest';
import { counts, importApp } from '../../imports/testing/import-steps.ts';

const { test, steps } = await importApp();

const HEAD = 'firebaseId,displayName,countryCode,birthDate';
const FILE = `${HEAD}\na,Ada,DE,1990-12-31\nb,Bo,DE,yesterday\nc,Cy,Germny,1990-01-01\nd,Di,Germny,1991-01-01\ne,Ed,Germny,soon\nf,Fay,DE,\n`;
const PARTS = `progress { rows ready toCorrect corrected leftOut imported }
  mistakes { rows firstRow problem { field rule } values { value rows } }
  open: rows(state: REFUSED, first: 50) { row cells corrected { column value } mistake problems { at field rule } }
  corrected: rows(state: CORRECTED, first: 50) { row corrected { column value } }`;

async function look(id: string) {
  const { body } = await test.send(`query ($id: ID!) { import(id: $id) { ${PARTS} } }`, { id });
  expect(body.errors).toBeUndefined();
  return body.data.import;
}
const correct = async (input: object, token?: string) =>
  (
    await test.send(
      'mutation ($input: CorrectImportRowsInput!) { correctImportRows(input: $input) { changed } }',
      { input },
      token === undefined ? {} : { token },
    )
  ).body;
const leaveOut = async (input: object) =>
  (
    await test.send('mutation ($input: LeaveOutImportRowsInput!) { leaveOutImportRows(input: $input) { changed } }', {
      input,
    })
  ).body.data.leaveOutImportRows.changed;
const people = async () =>
  (
    await test.database.ownerPool.query(
      `select firebase_id as id, country_code as country, birth_date::text as born, version from account order by 1`,
    )
  ).rows.map(({ id, country, born, version }) => `${id} ${country} ${born} v${version}`);
const GERMANY = { column: 2, value: 'DE' };
const COUNTRY = { field: 'countryCode', rule: 'unknown', value: 'Germny' };

describe('refused rows', () => {
  let id: string;
  beforeEach(async () => {
    id = (await steps.create('ACCOUNTS', FILE)).id;
    await steps.ended('check', id);
  });
  /** The rule of a country is that of the file's reader. */
  const country = async () => {
    const { mistakes } = await look(id);
    const { rule } = mistakes.find(
      ({ problem }: { problem: { field: string } }) => problem.field === 'countryCode',
    ).problem;
    return { ...COUNTRY, rule };
  };

  it('are counted by their first mistake, largest first; the numbers add up to the rows of the file', async () => {
    const { progress, mistakes, open } = await look(id);
    expect(progress).toEqual({ rows: 6, ready: 2, toCorrect: 4, corrected: 0, leftOut: 0, imported: 0 });
    const kinds = mistakes.map(({ rows, problem: { field }, values }: never) => [field, rows, values] as unknown);
    expect(mistakes.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0)).toBe(4);
    expect(kinds.flat()).toContain('countryCode');
    expect(open.map(({ row }: { row: number }) => row)).toEqual([3, 4, 5, 6]);
    expect(open[0].cells).toEqual(['b', 'Bo', 'DE', 'yesterday']);
  });

  it('are corrected one by one and all alike, checked again and imported; the others stay', async () => {
    expect((await correct({ id, rows: [3], column: 3, value: '1980-05-06' })).data.correctImportRows.changed).toBe(1);
    expect(
      (await correct({ id, mistake: await country(), ...GERMANY })).data.correctImportRows.changed,
    ).toBeGreaterThan(1);
    const half = await look(id);
    expect(half.progress).toEqual({ rows: 6, ready: 2, toCorrect: 1, corrected: 3, leftOut: 0, imported: 0 });
    expect(half.corrected[0]).toEqual({ row: 3, corrected: [{ column: 3, value: '1980-05-06' }] });
    const checked = await steps.ended('check', id);
    expect(counts(checked.recheck)).toEqual({ created: 3 });
    // The check of the file is still that of all its rows.
    expect(checked.check.done).toBe(6);
    expect((await look(id)).progress).toEqual({
      rows: 6,
      ready: 5,
      toCorrect: 1,
      corrected: 0,
      leftOut: 0,
      imported: 0,
    });
    const done = await steps.ended('run', id);
    expect(counts(done.run)).toEqual({ created: 5, refused: 1 });
    expect(await people()).toEqual([
      'a DE 1990-12-31 v1',
      'b DE 1980-05-06 v1',
      'c DE 1990-01-01 v1',
      'd DE 1991-01-01 v1',
      'f DE null v1',
    ]);
    expect((await look(id)).progress).toEqual({
      rows: 6,
      ready: 0,
      toCorrect: 1,
      corrected: 0,
      leftOut: 0,
      imported: 5,
    });
    // The download has the rest.
    const rest = await steps.file(done.run.result.url);
    expect(rest.trim().split('\r\n')).toHaveLength(2);
    expect(rest).toContain('e,Ed,');
  });

  it('can be corrected after the others were imported, which never run twice', async () => {
    await steps.ended('run', id);
    await test.database.ownerPool.query(
      `update account set display_name = 'Changed since', version = 7 where firebase_id = 'a'`,
    );
    await correct({ id, mistake: await country(), ...GERMANY });
    await correct({ id, rows: [6], column: 2, value: 'DE' });
    await correct({ id, rows: [6], column: 3, value: '' });
    await correct({ id, rows: [3], column: 3, value: '1980-05-06' });
    await steps.ended('check', id);
    const [first, second] = await Promise.all([steps.start('runImport', id), steps.start('runImport', id)]);
    const jobs = [first, second].map(({ body }) => body.data?.runImport.import.run.id);
    expect(new Set(jobs).size).toBe(1);
    const done = await steps.ended('run', id);
    expect(counts(done.run)).toEqual({ created: 4 });
    expect(counts((await steps.ended('run', id)).run)).toEqual({});
    expect(await people()).toEqual([
      'a DE 1990-12-31 v7',
      'b DE 1980-05-06 v1',
      'c DE 1990-01-01 v1',
      'd DE 1991-01-01 v1',
      'e DE null v1',
      'f DE null v1',
    ]);
    expect((await look(id)).progress).toMatchObject({ rows: 6, ready: 0, toCorrect: 0, imported: 6 });
  });

  it('are not accepted as repetitions of other rows, whichever comes first', async () => {
    await correct({ id, rows: [3], column: 3, value: '' });
    // The key of a later row of the file.
    await correct({ id, rows: [3], column: 0, value: 'f' });
    const checked = await steps.ended('check', id);
    expect(counts(checked.recheck)).toEqual({ refused: 1 });
    const { open } = await look(id);
    expect(open[0]).toMatchObject({
      row: 3,
      cells: ['f', 'Bo', 'DE', ''],
      problems: [{ field: 'firebaseId', rule: 'repeated' }],
    });
    const done = await steps.ended('run', id);
    expect(counts(done.run)).toEqual({ created: 2, refused: 4 });
  });

  it('are refused at once by the field if the new text cannot be read, and keep what they had', async () => {
    const { errors } = await correct({ id, rows: [3], column: 3, value: 'tomorrow' });
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('birthDate'),
      extensions: { code: 'field.invalid', details: { fields: { birthDate: [{ rule: 'date' }] } } },
    });
    expect((await look(id)).progress).toMatchObject({ toCorrect: 4, corrected: 0 });
    const other = await correct({ id, rows: [3], column: 9, value: 'x' });
    expect(other.errors[0].extensions.details.fields).toEqual({ column: [{ rule: 'unknown' }] });
  });

  it('become what they were when their text is typed again', async () => {
    await correct({ id, rows: [3], column: 3, value: '1980-05-06' });
    await correct({ id, rows: [3], column: 3, value: 'yesterday' });
    expect((await look(id)).progress).toMatchObject({ toCorrect: 4, corrected: 0 });
  });

  it('can be skipped and included again', async () => {
    const mistake = await country();
    const left = await leaveOut({ id, mistake, isLeftOut: true });
    expect(left).toBeGreaterThan(1);
    expect((await look(id)).progress).toMatchObject({ rows: 6, ready: 2, leftOut: left, toCorrect: 4 - left });
    expect(await leaveOut({ id, rows: [4], isLeftOut: false })).toBe(1);
    expect((await look(id)).progress).toMatchObject({ leftOut: left - 1, toCorrect: 5 - left });
    const done = await steps.ended('run', id);
    expect(done.run.done).toBe(6);
    expect(counts(done.run)).toEqual({ created: 2, refused: 5 - left, 'left-out': left - 1 });
  });

  it('stay corrected when columns change, and are gone with another reading', async () => {
    await correct({ id, rows: [3], column: 3, value: '1980-05-06' });
    await steps.update({ id, emptyCells: 'CLEAR' });
    expect(await look(id)).toMatchObject({ progress: null, corrected: [{ row: 3 }] });
    const checked = await steps.ended('check', id);
    expect(checked.check.done).toBe(6);
    expect((await look(id)).progress).toEqual({
      rows: 6,
      ready: 3,
      toCorrect: 3,
      corrected: 0,
      leftOut: 0,
      imported: 0,
    });
    await steps.update({ id, delimiter: 'SEMICOLON' });
    expect((await look(id)).corrected).toEqual([]);
  });

  it('belong to the person who sent the file, and go with it and with an erased account', async () => {
    await correct({ id, rows: [3], column: 1, value: 'typed@example.org' });
    const pool = test.database.ownerPool;
    const code = async (token?: string) =>
      (await correct({ id, rows: [3], column: 1, value: 'x' }, token)).errors[0].extensions.code;
    expect(await code('marketing')).toBe('access.denied');
    const { rows: owners } = await pool.query(
      `update import set owner_sub = 'another' returning (select owner_sub from import limit 1)`,
    );
    expect(await code()).toBe('record.not-found');
    await pool.query('update import set owner_sub = $1', [owners[0].owner_sub]);
    await pool.query(
      `insert into account (email, country_code, locale, timezone) values ('typed@example.org', 'DE', 'de-DE', 'Europe/Berlin')`,
    );
    await pool.query(`select forget_mentions(a) from account a where email = 'typed@example.org'`);
    const { rows } = await pool.query(
      'select state, cells, corrected from import_problem where import_id = $1 and row_no = 3',
      [id],
    );
    expect(rows).toEqual([{ state: 'LEFT_OUT', cells: null, corrected: null }]);
    expect(await leaveOut({ id, rows: [3], isLeftOut: false })).toBe(0);
    await test.send('mutation ($id: ID!) { discardImport(input: { id: $id }) { importId } }', { id });
    expect((await pool.query('select from import_problem where import_id = $1', [id])).rows).toEqual([]);
  });

  it('never store a number of a payment card, in the file or typed [import 10]', async () => {
    const card = '4111 1111-1111 1111';
    const columns = 'firebaseId;displayName;phone;Note;countryCode;birthDate';
    const made = await steps.create(
      'ACCOUNTS',
      `${columns}\n4111111111111111;Bo ${card};;${card};DE;\nc;Cy;;${card};DE;soon;${card}\n`,
    );
    await steps.ended('check', made.id);
    const { open } = await look(made.id);
    expect(open.map(({ cells }: { cells: string[] }) => cells)).toEqual([
      ['4111111111111111', 'Bo ••••', '', '••••', 'DE', ''],
      ['c', 'Cy', '', '••••', 'DE', 'soon', '••••'],
    ]);
    const refused = async (column: number, value: string) =>
      (await correct({ id: made.id, rows: [3], column, value })).errors[0].extensions.details.fields;
    const rule = [expect.objectContaining({ rule: 'card-number' })];
    expect(await refused(1, `Cy ${card}`)).toEqual({ displayName: rule });
    expect(await refused(2, '4111111111111111')).toEqual({ phone: rule });
    expect(await refused(3, `as before ${card}`)).toEqual({ value: rule });
    const typed = await correct({ id: made.id, rows: [3], column: 0, value: '5500005555555559' });
    expect(typed.errors).toBeUndefined();
    const { rows } = await test.database.ownerPool.query(
      'select count(*)::int as n from import_problem where concat_ws($1, problems, cells, corrected) like $2',
      [' ', '%4111 1111-%'],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('are wrong in the column with the mistake, where two are one field', async () => {
    const made = await steps.create('ACCOUNTS', 'firebaseId;Vorname;Nachname;countryCode\na;Ada;#N/A;DE\n');
    expect(made.mapping.slice(1, 3)).toEqual(['displayName', 'displayName']);
    await steps.ended('check', made.id);
    const { open } = await look(made.id);
    expect(open[0].problems).toEqual([{ at: 2, field: 'displayName', rule: 'cell-error' }]);
    await correct({ id: made.id, rows: [2], column: 2, value: 'Stone' });
    expect(counts((await steps.ended('check', made.id)).recheck)).toEqual({ created: 1 });
  });
});
