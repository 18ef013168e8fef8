import { setTimeout as sleep } from 'node:timers/promises';
import { archiveOf, type Packed, rowOf, sheetOf, workbookParts } from '../archive.ts';
import { type AttackClass, each, must, mustBeClean } from '../attack.ts';
import { PASSWORD, type Target } from '../target.ts';

const MARKED = { 'x-backcounter-mutation': '1' };
const LONGEST_MS = 120_000;
/** Of the whole process, which uses a third of it when idle. */
const MEMORY_MAX_BYTES = 900_000_000;
const MANY = 300_000;

const HEADING = rowOf('firebaseId', 'countryCode');
const ENTITIES = (root: string) =>
  `<!DOCTYPE ${root} [<!ENTITY a "${'x'.repeat(100)}">${Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`,
  ).join('')}]>`;
const OUTSIDE = (root: string) => `<!DOCTYPE ${root} [<!ENTITY a SYSTEM "file:///etc/passwd">]>`;
const book = (sheet: string | Buffer, parts: Readonly<Record<string, string | Buffer>> = {}) =>
  archiveOf(workbookParts(sheet, parts));
const relation = (target: string) => ({
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s" Target="${target}"/></Relationships>`,
});
const shared = (content: string) => ({ 'xl/sharedStrings.xml': content });
const plain = sheetOf(HEADING);

/** Workbooks to send, created on demand since some are large. */
const WORKBOOKS: Readonly<Record<string, () => Buffer>> = {
  '60 MB of nothing': () => book(Buffer.alloc(60_000_000, ' ')),
  '60 MB that say they are 1 kB': () =>
    archiveOf(
      workbookParts(Buffer.alloc(60_000_000, ' ')).map((part) =>
        part.name.includes('sheet.') ? { ...part, claimedBytes: 1_000 } : part,
      ),
    ),
  '300,000 empty rows': () => book(sheetOf('<row/>'.repeat(MANY))),
  'a heading above 300,000 empty rows': () => book(sheetOf(HEADING + '<row/>'.repeat(MANY))),
  'a row of 1,000,000 empty cells': () => book(sheetOf(`${HEADING}<row>${'<c/>'.repeat(1_000_000)}</row>`)),
  'a heading of 20,000 columns': () => book(sheetOf(rowOf(...Array.from({ length: 20_000 }, (_, at) => `c${at}`)))),
  'a cell at column 4,000,000,000': () => book(sheetOf(`${HEADING}<row><c r="ZZZZZZZ1"><v>1</v></c></row>`)),
  'a row with the number 4,000,000,000': () => book(sheetOf(`${HEADING}<row r="4000000000"><c><v>1</v></c></row>`)),
  'a cell of 5 MB': () => book(sheetOf(HEADING + rowOf('x'.repeat(5_000_000)))),
  'an attribute of 5 MB': () => book(sheetOf(`<row x="${'x'.repeat(5_000_000)}"/>`)),
  '100,000 attributes': () =>
    book(sheetOf(`<row ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`)),
  'elements 2,000,000 deep': () => book(`<worksheet>${'<a>'.repeat(2_000_000)}`),
  'elements 2,000,000 deep in a row': () => book(sheetOf(`${HEADING}<row>${'<a>'.repeat(2_000_000)}`)),
  'entities of entities in the sheet': () => book(`${ENTITIES('worksheet')}${sheetOf(rowOf('&j;'))}`),
  'entities of entities in the workbook': () =>
    book(plain, {
      'xl/workbook.xml': `${ENTITIES('workbook')}<workbook><sheets><sheet name="&j;"/></sheets></workbook>`,
    }),
  'entities of entities in the strings': () => book(plain, shared(`${ENTITIES('sst')}<sst><si><t>&j;</t></si></sst>`)),
  'entities of files': () => book(`${OUTSIDE('worksheet')}${sheetOf(rowOf('&a;', 'countryCode'))}`),
  'entities of files in the strings': () => book(plain, shared(`${OUTSIDE('sst')}<sst><si><t>&a;</t></si></sst>`)),
  '1,000,000 shared strings': () =>
    book(sheetOf('<row><c t="s"><v>999999</v></c></row>'), shared(`<sst>${'<si/>'.repeat(1_000_000)}</sst>`)),
  'a shared string that there is not': () =>
    book(sheetOf('<row><c t="s"><v>99999999999</v></c></row>'), shared('<sst/>')),
  'a million styles': () => book(plain, { 'xl/styles.xml': `<styleSheet>${'<xf/>'.repeat(1_000_000)}</styleSheet>` }),
  'a sheet above its folder': () => book(plain, relation('../../../../../../etc/passwd')),
  'a sheet at the root': () => book(plain, relation('/etc/passwd')),
  'a sheet elsewhere': () => book(plain, relation('https://evil.example/sheet.xml')),
  'a sheet in a file of the server': () => book(plain, relation('file:///etc/passwd')),
  'parts above their folder': () =>
    archiveOf([{ name: '../../../../etc/cron.d/x', content: 'x' }, ...workbookParts('')]),
  'parts with backslashes': () => archiveOf([{ name: '..\\..\\x', content: 'x' }, ...workbookParts('')]),
  'parts at the root': () => archiveOf([{ name: '/etc/passwd', content: 'x' }, ...workbookParts('')]),
  'parts named as a prototype': () => archiveOf([{ name: '__proto__', content: 'x' }, ...workbookParts('')]),
  'a part of a part': () => book(plain, { 'xl/worksheets/sheet.xml': book(plain) }),
  '6,000 parts': () =>
    archiveOf([...Array.from({ length: 6_000 }, (_, at) => ({ name: `${at}`, content: '' })), ...workbookParts(plain)]),
  'a part that is encrypted': () => archiveOf(workbookParts(plain).map((part) => ({ ...part, flags: 1 }))),
  'a part in an unknown coding': () => archiveOf(workbookParts(plain).map((part) => ({ ...part, method: 99 }))),
  'half a workbook': () => book(plain).subarray(0, 300),
  'an archive of nothing': () => archiveOf([]),
  'the signature only': () => Buffer.from('PK\x03\x04'),
};

const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex');
const named = (name: string, more: Partial<Packed> = {}) => archiveOf([{ name, content: PICTURE, ...more }]);
const bomb = Buffer.alloc(9_000_000);

/** Archives of pictures. */
const PICTURES: Readonly<Record<string, () => Buffer>> = {
  '60,000 files': () => archiveOf(Array.from({ length: 60_000 }, (_, at) => ({ name: `${at}`, content: '' }))),
  '450 MB of nothing': () =>
    archiveOf(Array.from({ length: 50 }, (_, at) => ({ name: `${1_000 + at}.png`, content: bomb }))),
  'a file that says it is 1 kB': () => named('1001.png', { content: bomb, claimedBytes: 1_000 }),
  'a path above its folder': () => named('../../../../etc/cron.d/1001.png'),
  'a path at the root': () => named('/etc/1001.png'),
  'a path with backslashes': () => named('..\\..\\1001.png'),
  'an encrypted picture': () => named('1001.png', { flags: 1 }),
  'an unknown coding': () => named('1001.png', { method: 99 }),
  'an archive in an archive': () => named('1001.png', { content: named('1001.png') }),
  'a page': () => named('1001.svg', { content: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' }),
  'a name with a NUL': () => named('1001\0.png'),
  'a name as a statement': () => named("1' or true --.png"),
  'a name of 60,000 characters': () => named('1'.repeat(60_000)),
  'a RAR file': () => Buffer.from('Rar!\x1a\x07\x00'),
  'half an archive': () => named('1001.png').subarray(0, 50),
};

const TEXTS: Readonly<Record<string, () => Buffer>> = {
  'a line of 20 MB': () => Buffer.alloc(20_000_000, 'x'),
  'a quote that is never closed': () =>
    Buffer.concat([Buffer.from('firebaseId,countryCode\n"'), Buffer.alloc(30_000_000, 'x')]),
  '20,000 columns': () => Buffer.from(Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(',')),
  '300,000 empty lines': () => Buffer.alloc(MANY, '\n'),
  'a heading above 300,000 empty lines': () =>
    Buffer.concat([Buffer.from('firebaseId,countryCode\n'), Buffer.alloc(MANY, '\n')]),
  NULs: () => Buffer.alloc(100_000),
  'brackets 1,000,000 deep': () => Buffer.alloc(1_000_000, '['),
  'an object 500,000 deep': () => Buffer.from('{"a":'.repeat(500_000)),
  'a prototype': () => Buffer.from('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'),
  'a page': () => Buffer.from('<html><script>alert(1)</script>'),
  'a program': () => Buffer.from('7f454c4602010100', 'hex'),
  'a document': () => Buffer.from('%PDF-1.7'),
  nothing: () => Buffer.alloc(0),
};

const TYPES = ['text/html', 'multipart/form-data; boundary=x', 'application/json', 'image/svg+xml', 'x', ''];
const NAMES = [
  '../../etc/passwd',
  '/etc/passwd',
  'a\0.csv',
  '<img src=x onerror=alert(1)>',
  'x'.repeat(5_000),
  '',
  '\u202Ecod.csv',
];

const upload = (target: Target, token: string, body: Buffer, type = 'application/octet-stream') =>
  target.send('/files/uploads?kind=import', { method: 'POST', token, body, headers: { 'content-type': type } });

/** Imports a file as far as possible; returns the messages, and the number of records it would create. */
async function tryImport(target: Target, token: string, entity: string, body: Buffer, fileName = 'file.xlsx') {
  const send = (document: string, variables: Readonly<Record<string, unknown>>) =>
    target.graphql(token, document, variables, MARKED);
  const sent = await upload(target, token, body);
  mustBeClean(sent);
  if (sent.json?.uploadId === undefined) return { told: sent.text, created: 0, changed: 0 };
  const made = await send(
    'mutation($i:CreateImportInput!){createImport(input:$i) { import {id columns{header samples}} }}',
    {
      i: { entity, uploadId: sent.json.uploadId, fileName },
    },
  );
  mustBeClean(made);
  const id = made.json?.data?.createImport?.import.id as string | undefined;
  if (id === undefined) return { told: made.text, created: 0, changed: 0 };
  mustBeClean(await send('mutation($i:ID!){checkImport(input: { id:$i }) { import {id} }}', { i: id }));
  const deadline = Date.now() + LONGEST_MS;
  for (;;) {
    const { json, text } = await send('query($i:ID!){import(id:$i){check{state outcomes{reason count}}}}', { i: id });
    const check = json?.data?.import?.check as
      | { state: string; outcomes: readonly { reason: string; count: number }[] }
      | null
      | undefined;
    if (check == null || ['SUCCEEDED', 'FAILED', 'CANCELED'].includes(check.state))
      return {
        told: made.text + text,
        created: check?.outcomes.find(({ reason }) => reason === 'created')?.count ?? 0,
        changed: check?.outcomes.find(({ reason }) => reason === 'updated')?.count ?? 0,
      };
    must(Date.now() < deadline, `The check is still ${check.state}`);
    await sleep(100);
  }
}

async function mustFit(target: Target): Promise<void> {
  const { text } = await target.send('/metrics', { headers: { authorization: `Bearer ${PASSWORD}` } });
  const bytes = Number(/^process_resident_memory_bytes ([\d.e+]+)/m.exec(text)?.[1]);
  must(bytes < MEMORY_MAX_BYTES, `The process has ${Math.round(bytes / 1_000_000)} MB`);
}

const files: AttackClass = {
  name: 'files that are bombs',
  covers:
    'CWE-409, CWE-776, CWE-611, CWE-22: archives and XML that grow or reach out (Apache POI, openpyxl, SheetJS, Nextcloud advisories)',
  settings: 'open-documents',
  attempts: async (target) => {
    const token = await target.token('admin');
    return [
      ...each(
        [...Object.entries(WORKBOOKS), ...Object.entries(TEXTS)],
        ([name]) => name,
        async ([, make]) => {
          const { told, created } = await tryImport(target, token, 'ACCOUNTS', make());
          must(created === 0, `${created} records would be made`);
          must(!/root:x/.test(told), 'A file of the server was read');
          await mustFit(target);
        },
      ),
      ...each(
        Object.entries(TEXTS),
        ([name]) => `${name} for texts`,
        async ([, make]) => {
          const { created } = await tryImport(target, token, 'TRANSLATIONS', make(), 'file.json');
          must(created === 0, `${created} records would be made`);
          await mustFit(target);
        },
      ),
      ...each(
        Object.entries(PICTURES),
        ([name]) => `${name} for pictures`,
        async ([, make]) => {
          const { changed } = await tryImport(target, token, 'ACCOUNT_PICTURES', make(), 'pictures.zip');
          must(changed === 0, `${changed} pictures would be set`);
          await mustFit(target);
        },
      ),
      ...each(
        TYPES,
        (type) => `the type ${type}`,
        async (type) => {
          const answer = await upload(target, token, Buffer.from('<script>alert(1)</script>'), type);
          mustBeClean(answer);
          must(!/text\/html|svg/.test(answer.headers['content-type'] ?? ''), 'The type is given back', answer);
        },
      ),
      ...each(
        NAMES,
        (name) => `the name ${JSON.stringify(name.slice(0, 30))}`,
        async (name) => {
          const { created } = await tryImport(target, token, 'ACCOUNTS', Buffer.from('firebaseId,countryCode\n'), name);
          must(created === 0, `${created} records would be made`);
        },
      ),
    ];
  },
};

/** Classes about import files. */
export const ATTACKS: readonly AttackClass[] = [files];
