import { describe, expect, it } from 'vitest';
import { importApp } from '../../imports/testing/import-steps.ts';
import { type TestCell, workbook } from '../../imports/testing/workbook.ts';

const { test, steps } = await importApp();

const HEAD = 'firebaseId;displayName;countryCode';
const CELLS = HEAD.split(';');
const names = async () =>
  (await test.database.ownerPool.query('select display_name from account order by firebase_id')).rows.map(
    ({ display_name: name }) => name,
  );
async function imported(content: string | Buffer) {
  const made = await steps.create('ACCOUNTS', content);
  return { made, ...(await steps.runAll(made.id)) };
}
/** Bytes of a text in an encoding of single bytes. */
function encoded(text: string, label: string): Buffer {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const signs = bytes.map((byte) => new TextDecoder(label).decode(Uint8Array.of(byte)));
  return Buffer.from([...text].map((sign) => signs.indexOf(sign)));
}

describe('an encoding that is not certain', () => {
  it.each([
    ['WINDOWS_1251', encoded(`${HEAD}\na;Ольга Смирнова;DE\n`, 'windows-1251'), 'Ольга Смирнова'],
    ['MACINTOSH', encoded(`${HEAD}\ra;Zoë Brönner;DE`, 'macintosh'), 'Zoë Brönner'],
    ['WINDOWS_1250', encoded(`${HEAD}\na;Żaneta Łęcka;DE\n`, 'windows-1250'), 'Żaneta Łęcka'],
    ['WINDOWS_1253', encoded(`${HEAD}\na;Ελένη Παππά;DE\n`, 'windows-1253'), 'Ελένη Παππά'],
    [
      'SHIFT_JIS',
      Buffer.concat([Buffer.from(`${HEAD}\na;`), Buffer.from('93fa967b8cea', 'hex'), Buffer.from(';JP\n')]),
      '日本語',
    ],
  ])('is asked for with sample lines, and %s is among the choices [import 7]', async (encoding, content, name) => {
    const made = await steps.create('ACCOUNTS', content);
    const choice = made.encodingChoices.find((each: { encoding: string }) => each.encoding === encoding);
    expect(choice.lines.join()).toContain(name);
    const early = await steps.start('checkImport', made.id);
    expect(early.body.errors[0].extensions.details).toEqual({ fields: { encoding: [{ rule: 'required' }] } });
    // Other settings leave the question open.
    const other = (await steps.update({ id: made.id, delimiter: made.delimiter })).body.data.updateImport.import;
    expect(other.encodingChoices).toEqual(made.encodingChoices);
    const chosen = (await steps.update({ id: made.id, encoding })).body.data.updateImport.import;
    expect(chosen).toMatchObject({ encoding, encodingChoices: [] });
    expect(chosen.columns[1].samples).toEqual([name]);
  });

  it('is not asked for where all readings are the same, or it is Unicode', async () => {
    for (const content of [
      Buffer.from(`${HEAD}\na;Jörg Größe;DE\n`, 'latin1'),
      `${HEAD}\na;Ольга;DE\n`,
      `${HEAD}\na;A;DE\n`,
    ])
      expect((await steps.create('ACCOUNTS', content)).encodingChoices).toEqual([]);
  });
});

describe('a delimited text', () => {
  it('may name its delimiter for Excel in a line before the heading [import 7]', async () => {
    const { run, made } = await imported('sep=|\r\nfirebaseId|displayName|countryCode\r\na|A;B;C;D|DE\r\n');
    expect([made.delimiter, run]).toEqual(['BAR', { created: 1 }]);
    expect(await names()).toEqual(['A;B;C;D']);
  });

  it('has the delimiter that most lines agree on, whatever the heading contains', async () => {
    const made = await steps.create(
      'ACCOUNTS',
      'Name, first, last, title;firebaseId;countryCode\n"A;B";a;DE\nC, D;b;DE\n',
    );
    expect([made.delimiter, made.columns.length]).toEqual(['SEMICOLON', 3]);
  });

  it('may have titles and blank lines above the heading, which can also be chosen [import 7]', async () => {
    const { run, made } = await imported(`\n"Customers, as of May";;\n;;\n${HEAD}\na;A;DE\nb;B;DE\n`);
    expect(made).toMatchObject({ headingRow: 4, mapping: CELLS, columns: [{ samples: ['a', 'b'] }, {}, {}] });
    expect(made.topRows[0]).toEqual({ row: 2, text: 'Customers, as of May' });
    expect(run).toEqual({ created: 2 });
    const narrow = await steps.create('ACCOUNTS', 'Customers;\nfirebaseId;countryCode\na;DE\n');
    expect(narrow.headingRow).toBe(2);
    const chosen = (await steps.update({ id: made.id, headingRow: 5 })).body.data.updateImport.import;
    expect(chosen.columns.map(({ header }: { header: string }) => header)).toEqual(['a', 'A', 'DE']);
  });

  it('may have stray quotes, which are read as Excel does [import 7]', async () => {
    const { run } = await imported(`${HEAD}\na;Ann "Bo" C;DE\nb;6" Nail;DE\nc;"D"x;DE\nd;"""Q"" r";DE\ne;"s;t";DE\n`);
    expect(run).toEqual({ created: 5 });
    expect(await names()).toEqual(['Ann "Bo" C', '6" Nail', 'Dx', '"Q" r', 's;t']);
  });
});

const shown = (code: string) => ({
  'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
});

describe('a workbook', () => {
  it('is read from the sheet with the table: not from a cover or an empty one [import 7]', async () => {
    const content = workbook({
      Empty: [],
      Cover: [['Customers'], ['May']],
      Data: [CELLS, ['a', 'A', 'DE'], ['b', 'B', 'DE']],
    });
    const { run, made } = await imported(content);
    expect([made.sheet, run]).toEqual(['Data', { created: 2 }]);
  });

  it('may use any prefix for its namespaces', async () => {
    const content = workbook(
      {},
      {
        'xl/workbook.xml':
          '<q:workbook xmlns:q="m" xmlns:z="r"><q:sheets><q:sheet name="S" z:id="k1"/></q:sheets></q:workbook>',
        'xl/_rels/workbook.xml.rels':
          '<p:Relationships xmlns:p="p"><p:Relationship Id="k1" Target="worksheets/s.xml"/></p:Relationships>',
        'xl/worksheets/s.xml': `<q:worksheet xmlns:q="m"><q:sheetData>${[CELLS, ['a', 'A', 'DE']]
          .map(
            (row) =>
              `<q:row>${row.map((cell) => `<q:c t="inlineStr"><q:is><q:t>${cell}</q:t></q:is></q:c>`).join('')}</q:row>`,
          )
          .join('')}</q:sheetData></q:worksheet>`,
      },
    );
    expect((await imported(content)).run).toEqual({ created: 1 });
  });

  it('has characters that XML lacks as escapes', async () => {
    const content = workbook({ A: [CELLS, ['a', 'One_x000D_\nTwo_x0009_!', 'DE'], ['b', 'Kept _x005F_x0041_', 'DE']] });
    expect((await imported(content)).run).toEqual({ created: 2 });
    expect(await names()).toEqual(['One\nTwo\t!', 'Kept _x0041_']);
  });

  it.each([
    ['00000', 1067, '01067'],
    ['&quot;+&quot;0', 4930123456, '+4930123456'],
    ['000\\-00', 1234, '012-34'],
    ['0', 5, '5'],
    ['#,##0', 1234, '1234'],
  ])('shows a number formatted as %s like its program', async (code, number, text) => {
    const cell: TestCell = { xml: `<c r="$REF" s="1"><v>${number}</v></c>` };
    const made = await steps.create('ACCOUNTS', workbook({ A: [CELLS, ['a', cell, 'DE']] }, shown(code)));
    expect(made.columns[1].samples).toEqual([text]);
  });

  it('has the days of early 1900 as Excel shows them', async () => {
    const days = [1, 59, 60, 61].map((day) => [`d${day}`, { day }, 'DE']);
    const made = await steps.create('ACCOUNTS', workbook({ A: [['firebaseId', 'birthDate', 'countryCode'], ...days] }));
    expect(made.columns[1].samples).toEqual(['1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01']);
  });
});

it.each([
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'file-type', 'Excel 97–2003 (.xls)'],
  ['a web page', '\ufeff\n<HTML><table><tr><td>a</td></tr></table></HTML>', 'file-type', 'HTML'],
  ['a web page with XML', '<?xml version="1.0"?>\n<html xmlns="x"></html>', 'file-type', 'HTML'],
  [
    'an XML spreadsheet',
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>',
    'file-type',
    'XML',
  ],
  ['UTF-16 XML', Buffer.from('\ufeff<?xml version="1.0"?><a/>', 'utf16le'), 'file-type', 'XML'],
  ['an OpenDocument sheet', workbook({ A: [['a']] }, { 'content.xml': '<a/>' }), 'file-type', 'OpenDocument (.ods)'],
  ['a binary workbook', workbook({ A: [['a']] }, { 'xl/workbook.bin': 'x' }), 'file-type', 'Excel Binary (.xlsb)'],
  [
    'a workbook with a password',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'file-type',
    'XLSX (password)',
  ],
])('%s is refused by name [import 7]', async (_what, content, rule, kind) => {
  const { body } = await steps.tryCreate('ACCOUNTS', content, 'customers.csv');
  const [problem] = body.errors[0].extensions.details.fields.file;
  expect([problem.rule, problem.params.kind]).toEqual([rule, kind]);
});

it('a refused file does not count as an unused upload [import 7]', async () => {
  await test.database.ownerPool.query('truncate file_upload');
  const uploadId = await steps.upload('<!doctype html><p>no table</p>');
  expect((await steps.createFrom('ACCOUNTS', uploadId)).body.errors[0].extensions.code).toBe('field.invalid');
  expect((await test.database.ownerPool.query('select from file_upload where expires_at > now()')).rowCount).toBe(0);
  expect((await steps.createFrom('ACCOUNTS', uploadId)).body.errors[0].extensions.code).toBe('record.not-found');
});
