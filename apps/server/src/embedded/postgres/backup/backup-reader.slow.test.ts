import { createCipheriv, createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Entry, fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { unpackFixture } from '../testing/backup-fixture.ts';
import { SEAL_DIGEST_BYTES, writeArchive } from './backup-archive.ts';
import { ABOUT, BLOCK_BYTES, MANIFEST } from './backup-manifest.ts';
import { verifyBackup } from './backup-reader.ts';
import type { CopiedPart } from './cluster-copy.ts';

const SAMPLES = 500;
const REAL_SAMPLES = inject('isLong') ? 500 : 3;
const TRUNCATIONS = 60;
const LOG = {
  startedAt: '2026-11-26T12:00:00.000001Z',
  takenAt: '2026-11-26T12:00:01.000001Z',
  timeline: 1,
  startLsn: '0/2000028',
  stopLsn: '0/2000120',
};
const ABOUT_TEXT = JSON.stringify({ format: 'backcounter-backup', version: 2, product: '0.2.0', postgres: 18 });

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-backup-'));
  file = path.join(folder, 'small.backup');
  await write(file, {
    'postgres/PG_VERSION': '18\n',
    'postgres/base/5/1249': noise(20_000).toString('hex'),
    'postgres/pg_wal/000000010000000000000002': '\0'.repeat(30_000),
    'data/files/empty': '',
    'data/files/Grüße.txt': 'ä'.repeat(200),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The same bytes in every run. */
function noise(bytes: number, seed = 'noise'): Buffer {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
}

const drawn = (seed: string, below: number): number => noise(4, seed).readUInt32LE() % below;

async function write(
  target: string,
  texts: Readonly<Record<string, string | Readable>>,
  about = ABOUT_TEXT,
): Promise<void> {
  async function* parts(): AsyncGenerator<CopiedPart> {
    yield { name: ABOUT, content: about };
    yield { name: 'postgres/pg_stat', content: null };
    for (const [name, content] of Object.entries(texts)) yield { name, content };
  }
  await writeArchive(target, parts(), (files) => ({
    name: MANIFEST,
    content: JSON.stringify({ product: '0.2.0', postgres: '18.4', ...LOG, files }),
  }));
}

async function writeFormat1(target: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const zip = new ZipFile();
  const about = '{"format":"backcounter-backup","version":1,"postgres":18}\n';
  for (const [name, text] of Object.entries({ [ABOUT]: about, ...texts })) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  await writeFile(target, await buffer(zip.outputStream));
}

const refusalOf = (target: string): Promise<string> =>
  verifyBackup(target).then(
    () => 'intact',
    (error: Error) => error.message,
  );

/** The refusal after changing one byte of the file. */
async function refusalWithFlip(target: string, offset: number, mask: number): Promise<string> {
  const handle = await open(target, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, offset);
  const flip = () => {
    byte[0] = (byte[0] ?? 0) ^ mask;
    return handle.write(byte, 0, 1, offset);
  };
  await flip();
  try {
    return await refusalOf(target);
  } finally {
    await flip();
    await handle.close();
  }
}

interface Layout {
  readonly bytes: Buffer;
  readonly entries: readonly (Entry & { dataStart: number; record: number })[];
  /** Start of the directory. */
  readonly directory: number;
}

async function layoutOf(target: string): Promise<Layout> {
  const bytes = await readFile(target);
  const zip = await fromBufferPromise(bytes);
  const entries: (Entry & { dataStart: number; record: number })[] = [];
  const directory = bytes.indexOf('PK\x01\x02');
  let record = directory;
  for await (const entry of zip.eachEntry()) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    entries.push(Object.assign(entry, { dataStart: fileDataStart, record }));
    record += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
  }
  return { bytes, entries, directory };
}

/** An offset in each header field of an entry (APPNOTE 4.3.7, 4.3.9, 4.3.12, 4.5.3), before and after its data. */
function fieldsOf(entry: Layout['entries'][number]): number[] {
  const local = [0, 4, 6, 8, 10, 12, 14, 18, 22, 26, 28, 30].map((at) => entry.relativeOffsetOfLocalHeader + at);
  const hasDescriptor = !entry.fileName.endsWith('/');
  const descriptor = hasDescriptor ? [0, 4, 8, 16].map((at) => entry.dataStart + entry.compressedSize + at) : [];
  const central = [0, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 30, 32, 34, 36, 38, 42, 46].map((at) => entry.record + at);
  const extra = Array.from(
    { length: entry.extraFieldLength },
    (_, at) => entry.record + 46 + entry.fileNameLength + at,
  );
  return [...local, ...descriptor, ...central, ...extra];
}

describe('a backup with one changed byte', () => {
  it('is refused for each field of each header, directory record and end record', async () => {
    const { bytes, entries } = await layoutOf(file);
    const end = bytes.lastIndexOf('PK\x06\x06');
    const ends = Array.from({ length: bytes.length - end }, (_, at) => end + at);
    const offsets = [...entries.flatMap(fieldsOf), ...ends];
    expect(offsets.length).toBeGreaterThan(500);
    for (const offset of offsets) {
      const refusal = await refusalWithFlip(file, offset, 1 << drawn(`bit ${offset}`, 8));
      expect(refusal, `offset ${offset}`).toMatch(
        new RegExp(`^The backup ${file} is damaged: .+\\. Use another backup\\.$`),
      );
    }
    expect(await refusalOf(file)).toBe('intact');
  });

  it('is refused at sampled offsets, naming the file of the byte', async () => {
    const { bytes, entries, directory } = await layoutOf(file);
    for (let n = 0; n < SAMPLES; n += 1) {
      const offset = drawn(`sample ${n}`, bytes.length);
      const refusal = await refusalWithFlip(file, offset, 1 + drawn(`mask ${n}`, 255));
      const hit = entries.find(
        ({ dataStart, compressedSize }) => offset >= dataStart && offset < dataStart + compressedSize,
      );
      expect(refusal, `offset ${offset}`).toMatch(/ is damaged: /);
      if (hit !== undefined)
        expect(
          [hit.fileName, 'its files are intact'].some((each) => refusal.includes(each)),
          refusal,
        ).toBe(true);
      else if (offset < directory) expect(refusal, `offset ${offset}`).toMatch(/its files are intact|the header of /);
    }
  });

  it('is refused at sampled offsets of the backup of an installation', async () => {
    const real = path.join(folder, 'real.backup');
    await unpackFixture('0.2.0', real);
    const { size } = await stat(real);
    for (let n = 0; n < REAL_SAMPLES; n += 1) {
      const offset = drawn(`real ${n}`, size);
      expect(await refusalWithFlip(real, offset, 1 + drawn(`mask ${n}`, 255)), `offset ${offset}`).toMatch(
        / is damaged: /,
      );
    }
    expect(await refusalOf(real)).toBe('intact');
    await rm(real);
  });

  it('names the block of a large file', async () => {
    const large = path.join(folder, 'large.backup');
    const content = noise(BLOCK_BYTES * 2.5, 'large');
    await write(large, { 'postgres/base/5/2619': Readable.from([content]) });
    const { bytes } = await layoutOf(large);
    const inSecond = bytes.indexOf(content.subarray(BLOCK_BYTES + 100, BLOCK_BYTES + 132));
    expect(await refusalWithFlip(large, inSecond, 1)).toBe(
      `The backup ${large} is damaged: postgres/base/5/2619 differs from what was written in block 2 of 3. Use another backup.`,
    );
    expect(await refusalOf(large)).toBe('intact');
  });
});

it('refuses a truncated backup and says where it ends', async () => {
  const { bytes, entries } = await layoutOf(file);
  const cut = path.join(folder, 'cut.backup');
  for (let n = 0; n < TRUNCATIONS; n += 1) {
    const size = drawn(`cut ${n}`, bytes.length);
    await writeFile(cut, bytes.subarray(0, size));
    const refusal = await refusalOf(cut);
    const nameEnds = (entry: Entry) => entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength;
    const begun = entries.filter((entry) => nameEnds(entry) <= size).at(-1);
    if (begun === undefined) expect(refusal).toBe(`The file ${cut} is not a backup of Backcounter.`);
    else
      expect(refusal).toContain(
        `it ends after ${size} bytes, and the last file that starts in it is ${begun.fileName}`,
      );
  }
  await writeFile(cut, Buffer.concat([bytes, Buffer.from('more')]));
  expect(await refusalOf(cut)).toMatch(/ is damaged: its directory cannot be read/);
});

describe('a file that is something else', () => {
  it('is reported as not a backup of Backcounter', async () => {
    const other = path.join(folder, 'other');
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('{}'), 'backup.txt');
    zip.end();
    for (const content of ['', 'PK', 'nothing of the kind', noise(5000), await buffer(zip.outputStream)]) {
      await writeFile(other, content);
      expect(await refusalOf(other)).toBe(`The file ${other} is not a backup of Backcounter.`);
    }
    expect(await refusalOf(path.join(folder, 'none'))).toBe(`The file ${folder}/none cannot be read (ENOENT).`);
  });

  it('is reported as written by a newer version', async () => {
    const newer = path.join(folder, 'newer.backup');
    await write(newer, {}, ABOUT_TEXT.replace('"version":2', '"version":3').replace('0.2.0', '0.9.0'));
    expect(await refusalOf(newer)).toBe(
      `The backup ${newer} was written by Backcounter 0.9.0; use that version or a later one.`,
    );
  });
});

describe('a hostile archive', () => {
  /** Replaces bytes by others of the same length and corrects the digest at the end. */
  async function forge(texts: Record<string, string>, from: string, to: string): Promise<string> {
    const forged = path.join(folder, 'forged.backup');
    await write(forged, texts);
    const bytes = Buffer.from((await readFile(forged)).toString('latin1').replaceAll(from, to), 'latin1');
    const body = bytes.subarray(0, -SEAL_DIGEST_BYTES);
    await writeFile(forged, Buffer.concat([body, Buffer.from(createHash('sha256').update(body).digest('hex'))]));
    return refusalOf(forged);
  }

  it('is refused for unsafe, repeated or unknown names', async () => {
    expect(await forge({ 'data/ab/evil': 'x' }, 'data/ab/evil', 'data/../evil')).toContain(
      'invalid relative path: data/../evil',
    );
    expect(await forge({ 'data/ab/evil': 'x' }, 'data/ab/evil', '/etc/ab/evil')).toContain(
      'absolute path: /etc/ab/evil',
    );
    expect(await forge({ 'data/a': 'x', 'data/b': 'x' }, 'data/b', 'data/a')).toContain('it contains data/a twice');
    expect(await forge({ 'data/a': 'x' }, 'data/a', 'date/a')).toContain(
      'it contains date/a, which does not belong in a backup',
    );
  });

  it('is refused for files missing from its manifest or directory', async () => {
    expect(await forge({ 'data/a': 'x' }, 'data/a', 'data/b')).toMatch(/ data\/a is missing\./);
  });

  it('is refused for a file larger or smaller than declared', async () => {
    const bomb = path.join(folder, 'bomb.backup');
    await writeFormat1(bomb, { 'data/zeros': '\0'.repeat(1_000_000) });
    const { bytes, entries } = await layoutOf(bomb);
    const record = entries.at(-1)?.record ?? 0;
    for (const [declared, than] of [
      [1000, 'more'],
      [2_000_000, 'less'],
    ] as const) {
      bytes.writeUInt32LE(declared, record + 24);
      await writeFile(bomb, bytes);
      expect(await refusalOf(bomb)).toContain(`data/zeros contains ${than} than the ${declared} bytes it declares`);
    }
  });

  it('is refused for files that share bytes', async () => {
    const twice = path.join(folder, 'twice.backup');
    await writeFormat1(twice, { 'data/a': 'a'.repeat(100), 'data/b': 'a'.repeat(100) });
    const { bytes, entries } = await layoutOf(twice);
    bytes.writeUInt32LE(entries[1]?.relativeOffsetOfLocalHeader ?? 0, (entries[2]?.record ?? 0) + 42);
    await writeFile(twice, bytes);
    expect(await refusalOf(twice)).toContain('its directory places data/b inside another file');
  });
});

describe('a backup of version 0.1.0, which has no digests', () => {
  it('is read, and refused if a file does not match its CRC-32', async () => {
    const old = path.join(folder, 'old.backup');
    await writeFormat1(old, { 'postgres/PG_VERSION': '18\n', 'data/files/a': noise(3000).toString('latin1') });
    expect(await verifyBackup(old)).toEqual({
      format: 1,
      postgresMajor: 18,
      manifest: null,
      files: 3,
      bytes: expect.any(Number),
    });
    const { entries } = await layoutOf(old);
    const { dataStart = 0, compressedSize = 0 } = entries[2] ?? {};
    expect(await refusalWithFlip(old, dataStart + compressedSize - 200, 1)).toMatch(/ data\/files\/a /);
    await truncate(old, 200);
    expect(await refusalOf(old)).toContain(
      'it ends after 200 bytes, and the last file that starts in it is data/files/a',
    );
  });
});
