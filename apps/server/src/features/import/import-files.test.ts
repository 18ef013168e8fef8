import { describe, expect, it } from 'vitest';
import { importApp } from '../../imports/testing/import-steps.ts';
import { workbook } from '../../imports/testing/workbook.ts';

const { test, steps } = await importApp();

const HEAD = 'firebaseId,displayName,countryCode\n';
const names = async () =>
  (await test.database.ownerPool.query('select display_name from account order by firebase_id')).rows.map(
    ({ display_name: name }) => name,
  );
const ruleOf = async (content: string | Buffer) => {
  const answer = await steps.tryCreate('ACCOUNTS', content);
  return answer.body.errors?.[0].extensions.details?.fields.file[0].rule ?? answer.text;
};

describe('a text file', () => {
  it.each([
    ['UTF_8 with a byte order mark', Buffer.from(`\ufeff${HEAD}a,Ж,DE\n`)],
    ['UTF_16LE with a byte order mark', Buffer.from(`\ufeff${HEAD}a,Ж,DE\n`, 'utf16le')],
    ['UTF_16LE without one', Buffer.from(`${HEAD}a,Ж,DE\n`, 'utf16le')],
    ['UTF_16BE with a byte order mark', Buffer.from(`\ufeff${HEAD}a,Ж,DE\n`, 'utf16le').swap16()],
  ])('is read as %s [import 4]', async (encoding, content) => {
    const made = await steps.create('ACCOUNTS', content);
    expect(made).toMatchObject({ encoding: encoding.split(' ')[0], delimiter: 'COMMA' });
    expect((await steps.runAll(made.id)).run).toEqual({ created: 1 });
    expect(await names()).toEqual(['Ж']);
  });

  it.each([
    ['TAB', '\t'],
    ['SEMICOLON', ';'],
    ['BAR', '|'],
  ])('may use %s as delimiter, and any line ending', async (delimiter, sign) => {
    const made = await steps.create(
      'ACCOUNTS',
      `firebaseId${sign}"display${sign === '|' ? '' : ' '}Name"${sign}countryCode\r\na${sign}A${sign}DE\nb${sign}"B\r\nC"${sign}DE\r\n\r\n`,
    );
    expect(made).toMatchObject({ delimiter, mapping: ['firebaseId', 'displayName', 'countryCode'] });
    const { run } = await steps.runAll(made.id);
    expect(run).toEqual({ created: 2 });
    // A line break in a cell is one character, however the file writes it.
    expect(await names()).toEqual(['A', 'B\nC']);
  });

  it('in mixed encodings is refused at invalid bytes, unless a person chooses the encoding', async () => {
    // The invalid bytes follow the part that is used to detect the encoding.
    const long = `a${'x'.repeat(500_000)}`;
    const content = Buffer.concat([
      Buffer.from(`firebaseId,displayName,countryCode,note\na,Ж,DE,${long}\n`),
      Buffer.from('b,\xfc,DE,\n', 'latin1'),
    ]);
    const made = await steps.create('ACCOUNTS', content);
    const { run, done } = await steps.runAll(made.id);
    expect(run).toEqual({ created: 1, refused: 1 });
    expect(done.refusedRows).toMatchObject([{ problems: [{ column: 'displayName', rule: 'encoding' }] }]);
    const read = await steps.update({ id: made.id, encoding: 'WINDOWS_1252', existingRows: 'SKIP' });
    expect(read.body.data.updateImport.import.columns[1].samples[0]).toBe('Ð–');
    expect((await steps.runAll(made.id)).run).toEqual({ created: 1, exists: 1 });
    expect(await names()).toEqual(['Ж', 'ü']);
  });

  it.each([
    ['a quote that is never closed', `${HEAD}a,A,DE\nb,"B,DE\nc,C,DE\n`, 'csv-quotes'],
    ['a row of ten megabytes', `${HEAD}a,A,DE\nb,${'B'.repeat(10_000_000)},DE\nc,C,DE\n`, 'row-size'],
  ])('with %s is checked up to there and not imported', async (_what, content, rule) => {
    const made = await steps.create('ACCOUNTS', content);
    const checked = await steps.ended('check', made.id);
    expect(checked.broken).toEqual({ rule, row: 3 });
    expect(checked.check.done).toBe(1);
    expect((await steps.start('runImport', made.id)).body.errors[0].extensions.code).toBe('state.invalid-transition');
    expect(await names()).toEqual([]);
  });

  it('may have duplicate or empty headings, and rows with fewer cells than headings', async () => {
    const made = await steps.create('ACCOUNTS', 'firebaseId,displayName,displayName,,countryCode\na,A,B,x,DE\nb\n');
    expect(made.mapping).toEqual(['firebaseId', 'displayName', null, null, 'countryCode']);
    const { run, done } = await steps.runAll(made.id);
    expect(run).toEqual({ created: 1, refused: 1 });
    expect(done.refusedRows).toMatchObject([{ row: 3, problems: [{ field: 'countryCode', rule: 'required' }] }]);
  });

  it.each([
    ['nothing', '', 'file-empty'],
    ['blank lines only', '\n\n ,\n', 'heading-missing'],
    ['a PDF', '%PDF-1.7 ...', 'file-type'],
    ['a workbook of before 2007', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'file-type'],
  ])('that is %s is refused at once', async (_what, content, rule) => {
    expect(await ruleOf(content)).toBe(rule);
  });
});

describe('a workbook', () => {
  it('is refused at once if it is damaged or not a workbook [import 4]', async () => {
    const whole = workbook({ A: [['firebaseId'], ['a']] });
    expect(await ruleOf(whole.subarray(0, whole.length - 40))).toBe('file-damaged');
    expect(await ruleOf(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]))).toBe('file-damaged');
    expect(await ruleOf(workbook({ A: [['a']] }, { 'xl/workbook.xml': '<workbook><sheets>' }))).toBe('file-damaged');
    const entities = '<!DOCTYPE a [<!ENTITY b "bbbb">]><workbook>&b;</workbook>';
    expect(await ruleOf(workbook({ A: [['a']] }, { 'xl/workbook.xml': entities }))).toBe('file-damaged');
  });

  it('is refused if it was made to exhaust memory: too dense, or one endless cell [import 4]', async () => {
    const dense = workbook({ A: [['a']] }, { 'xl/worksheets/sheet1.xml': ' '.repeat(52_000_000) });
    expect(dense.length).toBeLessThan(200_000);
    expect(await ruleOf(dense)).toBe('file-too-dense');
    const cell = `<worksheet><sheetData><row r="1"><c t="str"><v>${'x'.repeat(6_000_000)}</v></c></row></sheetData></worksheet>`;
    const before = process.memoryUsage().rss;
    expect(await ruleOf(workbook({ A: [['a']] }, { 'xl/worksheets/sheet1.xml': cell }))).toBe('cell-size');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('is refused unread if its heading is behind more rows, columns, elements or bytes than any spreadsheet has [import 4]', async () => {
    const sheet = (body: string) =>
      workbook({ A: [['a']] }, { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${body}</sheetData></worksheet>` });
    const named = '<row><c t="str"><v>Name</v></c></row>';
    expect(await ruleOf(sheet(`${'<row/>'.repeat(2_000)}${named}`))).toBe('heading-missing');
    expect(await ruleOf(sheet(`<x/><!--${' '.repeat(1_900_000)}-->`.repeat(4) + named))).toBe('heading-missing');
    expect(await ruleOf(sheet(`<row>${'<c/>'.repeat(20_000)}</row>${named}`))).toBe('file-too-dense');
    expect(await ruleOf(sheet(`<row r="1048577"><c t="str"><v>Name</v></c></row>`))).toBe('file-too-dense');
    expect(await ruleOf(sheet(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}${named}`))).toBe('file-damaged');
    const wordy = `<workbook>${' '.repeat(11_000_000)}</workbook>`;
    expect(await ruleOf(workbook({ A: [['a']] }, { 'xl/workbook.xml': wordy }))).toBe('file-too-dense');
  });
});
