import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveOf, patched, pictureOf } from '../../../imports/testing/archives.ts';
import { importSteps } from '../../../imports/testing/import-steps.ts';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { startTestWorker, type TestWorker } from '../../../testing/test-worker.ts';

const firebaseId = (index: number) => `firebase${String(index).padStart(20, '0')}`;

let test: TestApp;
let worker: TestWorker;
let steps: ReturnType<typeof importSteps>;
let red: Buffer;
let blue: Buffer;
let numbers: string[];
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  worker = startTestWorker(test);
  steps = importSteps(test);
  [red, blue] = await Promise.all([pictureOf('#c0392b'), pictureOf('#2980b9')]);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query('truncate file_garbage, staff_audit_event cascade');
  await insertAccounts(test.database.ownerPool, 12);
  numbers = (await rowsOf('select public_no from account order by id')).map(({ public_no: number }) => String(number));
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const withPicture = async () =>
  (await rowsOf('select id from account where has_picture order by id')).map(({ id }) => id);
const audit = () =>
  rowsOf(`select action, entity_id, changes from staff_audit_event where action like '%picture' order by entity_id`);
const stored = async (index: number) => (await test.files.pictures.address(firebaseId(index))) !== null;
const create = (files: Readonly<Record<string, Uint8Array>>) =>
  steps.create('ACCOUNT_PICTURES', archiveOf(files), 'pictures.zip');
const problemsOf = ({
  refusedRows,
}: {
  refusedRows: readonly { problems: readonly { value: string; rule: string }[] }[];
}) => Object.fromEntries(refusedRows.flatMap(({ problems }) => problems.map(({ value, rule }) => [value, rule])));
const no = (index: number) => numbers[index - 1] ?? '';

describe('a ZIP archive of pictures', () => {
  it('sets the picture of each account that a file is named by, as its check said [import 12]', async () => {
    await rowsOf(`update account set state = 'CLOSED', state_reason = 'test' where id = $1`, [accountId(4)]);
    await rowsOf('update account set firebase_id = $2 where id = $1', [accountId(5), no(6)]);
    const made = await create({
      [`photos/${no(1)}.JPG`]: red,
      [`${accountId(2).toUpperCase()}.png`]: blue,
      [`ä/ö/${firebaseId(3)}.jpeg`]: red,
      [`${no(4)}.jpg`]: red,
      [`again/${accountId(1)}.jpg`]: blue,
      [`${no(6)}.jpg`]: red,
      [`${no(7)}.jpg`]: red,
      'unknown.jpg': red,
      'notes.txt': Buffer.from('not a picture'),
      [`${no(8)}.svg`]: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      [`${no(9)}.jpg`]: red.subarray(0, 200),
      [`${no(10)}.jpg`]: Buffer.alloc(10_000_001),
      '__MACOSX/._1.jpg': Buffer.from('x'),
      '.DS_Store': Buffer.from('x'),
      'photos/Thumbs.db': Buffer.from('x'),
    });
    expect(made).toMatchObject({ format: 'ZIP', missingFields: [], unclearColumns: [] });
    const { checked, done, check, run } = await steps.runAll(made.id);
    expect(check).toEqual({ updated: 4, refused: 8, 'of-system': 3 });
    expect(run).toEqual(check);
    expect(done.refusedRows).toEqual(checked.refusedRows);
    expect(problemsOf(done)).toEqual({
      [`again/${accountId(1)}.jpg`]: 'repeated-file',
      [`${no(6)}.jpg`]: 'ambiguous-file',
      [`${no(7)}.jpg`]: 'firebase-id',
      'unknown.jpg': 'unknown',
      'notes.txt': 'unknown',
      [`${no(8)}.svg`]: 'picture-type',
      [`${no(9)}.jpg`]: 'picture-damaged',
      [`${no(10)}.jpg`]: 'file-size',
    });
    const ids = [1, 2, 3, 4].map(accountId);
    expect(await withPicture()).toEqual(ids);
    expect(await audit()).toEqual(
      ids.map((id) => ({ action: 'account.set-picture', entity_id: id, changes: { picture: [false, true] } })),
    );
    expect(await Promise.all([1, 2, 3, 4].map(stored))).toEqual([true, true, true, true]);
    const file = await steps.file(done.run.result.url);
    expect(file).toContain('unknown.jpg,file: does not exist');
  });

  it('changes nothing the second time, and nothing in a check [import 12]', async () => {
    const files = { [`${no(1)}.jpg`]: red, [`${no(2)}.jpg`]: blue };
    await steps.ended('check', (await create(files)).id);
    expect(await withPicture()).toEqual([]);
    expect(await stored(1)).toBe(false);
    expect((await steps.runAll((await create(files)).id)).run).toEqual({ updated: 2 });
    expect((await steps.runAll((await create(files)).id)).run).toEqual({ unchanged: 2 });
    expect(await audit()).toHaveLength(2);
    expect((await steps.runAll((await create({ ...files, [`${no(2)}.jpg`]: red })).id)).run).toEqual({
      unchanged: 1,
      updated: 1,
    });
    expect(await audit()).toHaveLength(3);
  });

  it('skips accounts that changed or vanished after the check, with the reason [import 12]', async () => {
    const made = await create({ [`${no(1)}.jpg`]: red, [`${firebaseId(2)}.jpg`]: red, [`${no(3)}.jpg`]: red });
    const checked = await steps.ended('check', made.id);
    expect(checked.refusedRows).toEqual([]);
    await rowsOf('update account set version = version + 1, updated_at = now() where id = $1', [accountId(1)]);
    await rowsOf(`update account set firebase_id = 'other' where id = $1`, [accountId(2)]);
    const done = await steps.ended('run', made.id);
    expect(problemsOf(done)).toEqual({ [`${no(1)}.jpg`]: 'changed-since', [`${firebaseId(2)}.jpg`]: 'unknown' });
    expect(await withPicture()).toEqual([accountId(3)]);
  });

  it('is written again if an earlier attempt wrote the file but not the record [import 12]', async () => {
    const files = { [`${no(1)}.jpg`]: red };
    await steps.runAll((await create({ [`${no(1)}.jpg`]: blue })).id);
    const content = await test.files.uploads.normalised('picture', red);
    await expect(
      test.database.db.transaction().execute(async (trx) => {
        await test.files.pictures.put(trx, firebaseId(1), content);
        throw new Error('the worker ends');
      }),
    ).rejects.toThrow();
    expect((await steps.runAll((await create(files)).id)).run).toEqual({ updated: 1 });
    expect(await rowsOf(`select key from file_garbage where key like 'profile%'`)).toEqual([]);
    expect(await audit()).toHaveLength(2);
  });

  it('needs the right to edit accounts, and to import [import 1]', async () => {
    for (const token of ['marketing', 'campaign-manager', 'nobody', 'machine']) {
      const uploadId = await steps.upload(archiveOf({ 'a.jpg': red }));
      const { body } = await importSteps(test, { token }).createFrom('ACCOUNT_PICTURES', uploadId);
      expect(body.errors?.[0].extensions.code, token).toBe('access.denied');
    }
  });
});

const one = () => archiveOf({ [`${no(1)}.jpg`]: red }, 6);
const many = (count: number) =>
  archiveOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, red.subarray(0, 1)])));
const size = (bytes: number) => {
  const value = Buffer.alloc(4);
  value.writeUInt32LE(bytes);
  return value;
};
const repeated = () => {
  const archive = one();
  const at = archive.indexOf('PK\x01\x02');
  const end = archive.lastIndexOf('PK\x05\x06');
  // 2,000 names of the same bytes, each said to be 1 MB.
  const entry = patched(archive, 22, 24, size(1_000_000)).subarray(at, end);
  const tail = Buffer.from(archive.subarray(end));
  tail.writeUInt16LE(2_000, 8);
  tail.writeUInt16LE(2_000, 10);
  tail.writeUInt32LE(entry.length * 2_000, 12);
  return Buffer.concat([archive.subarray(0, at), ...Array.from({ length: 2_000 }, () => entry), tail]);
};

/** Files that are refused as a whole, with the rule. */
const REFUSED: Record<string, readonly [content: () => Buffer, rule: string, kind?: string]> = {
  'a RAR file': [() => Buffer.from('Rar!\x1a\x07\x00xxxx'), 'file-type', 'RAR'],
  'a table': [() => Buffer.from('number,file\n1,2\n'), 'zip-damaged'],
  'half an archive': [() => one().subarray(0, 100), 'zip-damaged'],
  'an empty archive': [() => archiveOf({}), 'zip-damaged'],
  'files of the system only': [() => archiveOf({ '__MACOSX/a': red, '.DS_Store': red }), 'file-empty'],
  'the same bytes 2,000 times': [repeated, 'zip-too-dense'],
  '60,000 files': [() => many(60_000), 'zip-too-many'],
  nothing: [() => Buffer.alloc(0), 'file-empty'],
};

it.each(Object.entries(REFUSED))('refuses %s for pictures [import 4]', async (_name, [content, rule, kind]) => {
  const { body } = await steps.tryCreate('ACCOUNT_PICTURES', content(), 'pictures.zip');
  expect(body.errors?.[0].extensions.details?.fields.file).toMatchObject([
    { rule, ...(kind !== undefined && { params: { kind } }) },
  ]);
});

/** Archives one of whose files is refused. */
const REFUSED_FILES: Record<string, readonly [content: () => Buffer, rule: string]> = {
  'a path above its folder': [() => archiveOf({ [`../../${no(1)}.jpg`]: red }), 'zip-path'],
  'a name with a NUL': [() => archiveOf({ [`${no(1)}\0.jpg`]: red }), 'zip-path'],
  'a path at the root': [() => archiveOf({ [`/etc/${no(1)}.jpg`]: red }), 'zip-path'],
  'an encrypted file': [() => patched(one(), 6, 8, Buffer.from([1, 0])), 'zip-encrypted'],
  'an unknown compression': [() => patched(one(), 8, 10, Buffer.from([99, 0])), 'picture-damaged'],
  'a file that is longer than it says': [() => patched(one(), 22, 24, size(10)), 'picture-damaged'],
  'an archive in the archive': [() => archiveOf({ [`${no(1)}.jpg`]: one() }), 'picture-type'],
  'a page that starts as a picture': [
    () => archiveOf({ [`${no(1)}.jpg`]: Buffer.concat([red.subarray(0, 4), Buffer.from('<svg onload="x">')]) }),
    'picture-damaged',
  ],
};

it.each(Object.entries(REFUSED_FILES))('refuses %s in an archive [import 4]', async (_name, [content, rule]) => {
  const made = await steps.create('ACCOUNT_PICTURES', content(), 'pictures.zip');
  const checked = await steps.ended('check', made.id);
  expect(checked.refusedRows.map(({ problems }: { problems: { rule: string }[] }) => problems[0]?.rule)).toEqual([
    rule,
  ]);
});

it('reads names in the code page of old programs', async () => {
  const made = await steps.create(
    'ACCOUNT_PICTURES',
    patched(archiveOf({ 'AB.jpg': red }), 30, 46, Buffer.from([0x84, 0x94])),
  );
  expect(made.columns[0].samples).toEqual(['äö.jpg']);
});
