import { zipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { importSteps } from '../../imports/testing/import-steps.ts';
import { workbook } from '../../imports/testing/workbook.ts';
import { fileApp } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';

const test = await fileApp();
const steps = importSteps(test);
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  // The first request loads code.
  await steps.create('ACCOUNTS', workbook({ A: [['firebaseId'], ['a']] }));
});

/** Processor time that this thread may use without a turn for others, which other load does not lengthen. */
const TURN_MS = 100;

/** The longest time that this thread worked without a turn for others. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuMs();
  let longest = 0;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

const sheet = (body: string) =>
  workbook({ A: [['a']] }, { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${body}</sheetData></worksheet>` });
const format = (code: string) =>
  workbook(
    { A: [['a']] },
    { 'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts></styleSheet>` },
  );
const parts = (count: number) =>
  Buffer.from(
    zipSync(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, Buffer.from('x')])), {
      level: 0,
    }),
  );
const strings = (body: string) => workbook({ A: [['a']] }, { 'xl/sharedStrings.xml': `<sst>${body}</sst>` });
const HEAD = 'firebaseId,displayName\n';

/** Files made to occupy or exhaust the server, and the broken rule; null if they can be read. */
const FILES: Record<string, readonly [content: () => string | Buffer, rule: string | null]> = {
  'brackets in a format': [() => format('['.repeat(50_000)), 'file-damaged'],
  'quotes in a format': [() => format('&quot;'.repeat(100_000)), 'file-damaged'],
  'a sheet that unpacks to 500 times its size': [() => sheet(' '.repeat(52_000_000)), 'file-too-dense'],
  '10,000 parts': [() => parts(10_000), 'file-too-dense'],
  '100,000 nested elements': [() => sheet('<a>'.repeat(100_000)), 'file-damaged'],
  'an element with 200,000 attributes': [
    () => sheet(`<row ${Array.from({ length: 200_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    'cell-size',
  ],
  'a million columns': [() => sheet(`<row>${'<c/>'.repeat(1_000_000)}</row>`), 'file-too-dense'],
  'a shared text of 10 MB': [() => strings(`<si><t>${'x'.repeat(10_000_000)}</t></si>`), 'cell-size'],
  '500,000 shared texts': [() => strings('<si><t>x</t></si>'.repeat(500_000)), null],
  '400,000 columns of text': [() => `${','.repeat(400_000)}a\n`, null],
  'a line of 100 MB': [() => Buffer.alloc(100_000_000, 'x'), 'row-size'],
  'a million quotes, never closed': [() => `${HEAD}"${'""'.repeat(1_000_000)}`, null],
  'a million blank lines': [() => '\n'.repeat(1_000_000), 'heading-missing'],
  'JSON nested 300,000 deep': [() => '{"a":'.repeat(300_000), 'file-damaged'],
  'JSON that is too large': [() => `{"a":"${'x'.repeat(50_000_000)}"}`, 'file-size'],
};

it.each(Object.entries(FILES))(
  'a file with %s does not occupy the server [import 4]',
  async (_name, [content, rule]) => {
    const file = content();
    const uploadId = await steps.upload(file);
    let answer = {} as Awaited<ReturnType<typeof steps.createFrom>>;
    const turn = await longestTurn(async () => {
      answer = await steps.createFrom('ACCOUNTS', uploadId);
    });
    const [problem] = answer.body.errors?.[0].extensions.details?.fields.file ?? [];
    expect(answer.body.errors?.[0].extensions.code).toBe(rule === null ? undefined : 'field.invalid');
    expect(problem?.rule ?? null).toBe(rule);
    expect(turn).toBeLessThan(TURN_MS);
  },
);
