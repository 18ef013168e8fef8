import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../files.ts';

/** An open store and the cleanup for its backend. */
export interface ContractStore {
  readonly store: FileStore;
  end(): Promise<void>;
  /** Its clock; by default that of files. */
  now?(): Promise<number>;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Now by the clock that dates files, which is real also where the tests have another one. */
async function nowOfFiles(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'now-'));
  const { mtimeMs } = await stat(folder);
  await rmdir(folder);
  return mtimeMs;
}

/** The contract suite of every file store. `isAtomic` is false if the backend may interleave concurrent writes. */
export function describeFileStore(name: string, open: () => Promise<ContractStore>, isAtomic = true): void {
  describe(`the file store on ${name}`, () => {
    let opened: ContractStore;
    let store: FileStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(async () => {
      await store.close();
      await opened.end();
    });
    const content = async (key: string) => buffer((await store.read(key)).content);

    it('returns written content and metadata [spec 1.13]', async () => {
      const bytes = randomBytes(70_000);
      await store.write('profile_pictures/AbC-1_2.png', bytes);
      const file = await store.read('profile_pictures/AbC-1_2.png');
      expect(sha256(await buffer(file.content))).toBe(sha256(bytes));
      expect(file).toMatchObject({ sizeBytes: 70_000, contentType: 'image/png' });
      expect(file.etag).toMatch(/^[\w-]+$/);
      expect(Math.abs(file.modifiedAt.getTime() - (await (opened.now ?? nowOfFiles)()))).toBeLessThan(60_000);
      const { content: _content, ...facts } = file;
      expect(await store.stat('profile_pictures/AbC-1_2.png')).toEqual(facts);
    });

    it('keeps an empty file', async () => {
      await store.write('exports/empty.csv', Buffer.alloc(0));
      expect(await store.stat('exports/empty.csv')).toMatchObject({
        sizeBytes: 0,
        contentType: 'text/csv; charset=utf-8',
      });
      expect(await content('exports/empty.csv')).toHaveLength(0);
    });

    it('accepts short and multipart streams', async () => {
      for (const size of [3, 8 * 1024 * 1024, 17_000_000]) {
        const bytes = randomBytes(size);
        const pieces = Array.from({ length: Math.ceil(size / 65_000) }, (_, n) =>
          bytes.subarray(n * 65_000, (n + 1) * 65_000),
        );
        await store.write('exports/stream', Readable.from(pieces, { objectMode: false }));
        expect(await store.stat('exports/stream')).toMatchObject({ sizeBytes: size });
        expect(sha256(await content('exports/stream'))).toBe(sha256(bytes));
      }
    });

    it('replaces a file and changes its etag [spec 1.13]', async () => {
      await store.write('a/replaced', Buffer.from('a long first content'));
      const before = await store.stat('a/replaced');
      await store.write('a/replaced', Buffer.from('short'));
      expect((await content('a/replaced')).toString()).toBe('short');
      expect((await store.stat('a/replaced'))?.etag).not.toBe(before?.etag);
    });

    it('keeps the existing file if a stream breaks off', async () => {
      await store.write('a/kept', Buffer.from('as it was'));
      for (const size of [10, 9_000_000]) {
        const broken = Readable.from(
          (async function* () {
            yield Buffer.alloc(size);
            throw new Error('the sender is gone');
          })(),
          { objectMode: false },
        );
        await expect(store.write('a/kept', broken)).rejects.toThrow('the sender is gone');
        expect((await content('a/kept')).toString()).toBe('as it was');
      }
    });

    it('reads byte ranges', async () => {
      await store.write('a/part', Buffer.from('0123456789'));
      const part = await store.read('a/part', { start: 2, end: 5 });
      expect((await buffer(part.content)).toString()).toBe('2345');
      expect(part.sizeBytes).toBe(10);
      const tail = await store.read('a/part', { start: 8, end: 99 });
      expect((await buffer(tail.content)).toString()).toBe('89');
    });

    it('reports missing files and ignores their removal', async () => {
      await store.write('a/removed', Buffer.from('x'));
      await store.remove('a/removed');
      await store.remove('a/removed');
      expect(await store.stat('a/removed')).toBeNull();
      await expect(store.read('a/removed')).rejects.toMatchObject({ code: 'record.not-found' });
      expect(await store.stat('never/there')).toBeNull();
    });

    if (isAtomic)
      it('keeps one complete file after two concurrent writes', async () => {
        const contents = [Buffer.alloc(200_000, 'a'), Buffer.alloc(200_000, 'b')];
        await Promise.all(contents.map((each) => store.write('a/race', each)));
        const left = sha256(await content('a/race'));
        expect(contents.map(sha256)).toContain(left);
      });

    it('rejects invalid keys in every call', async () => {
      const hostile = [
        '',
        '.',
        '..',
        '../x',
        'a/../x',
        '/etc/passwd',
        'a//b',
        'a/',
        'a\\..\\b',
        'a\0b',
        '.partial/x',
        'a/.b',
        'a%2fb',
        'é',
        'x'.repeat(201),
        `${'a/'.repeat(160)}b`,
      ];
      const segment = fc.oneof(fc.string(), fc.constantFrom('..', '.', '', '%2e%2e', '\\', 'a'));
      const odd = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
      const refused = async (key: string): Promise<void> => {
        for (const call of [
          () => store.stat(key),
          () => store.read(key),
          () => store.remove(key),
          () => store.write(key, Buffer.from('x')),
        ]) {
          await expect(call()).rejects.toMatchObject({ code: 'request.malformed' });
        }
      };
      for (const key of hostile) await refused(key);
      const isPlain = (key: string) => /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key);
      await fc.assert(
        fc.asyncProperty(
          odd.filter((key) => !isPlain(key)),
          refused,
        ),
        { numRuns: 100 },
      );
    });
  });
}
