import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDiskFiles } from '../embedded/files/disk.files.ts';
import { nextSegment, SEGMENT_BYTES, systemIdOf, WalArchive } from '../embedded/postgres/wal/wal-archive.ts';
import { WalMover, type WalMoverOptions } from '../embedded/postgres/wal/wal-mover.ts';

const FIRST = '000000010000000000000001';
const CLOSED_AT = new Date('2026-11-26T12:00:00.000Z');

let home: string;
let place: string;
let movers: WalMover[] = [];
const onTrouble = vi.fn<(trouble: string | null) => void>();

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'backcounter-wal-'));
  place = path.join(home, 'archive');
  await mkdir(path.join(home, 'data', 'global'), { recursive: true });
  await writeFile(path.join(home, 'data', 'global', 'pg_control'), Buffer.from('0700000000000000ff', 'hex'));
  await mkdir(path.join(home, 'wal-spool'));
  onTrouble.mockReset();
  movers = [];
});
afterEach(async () => {
  for (const mover of movers) await mover.stop();
  await rm(home, { recursive: true, force: true });
});

/** Puts a segment into the spool, as PostgreSQL does. */
async function spool(name: string, firstByte = 1): Promise<void> {
  const file = path.join(home, 'wal-spool', name);
  await writeFile(file, Buffer.of(firstByte));
  if (!name.endsWith('.history')) await truncate(file, SEGMENT_BYTES);
  await utimes(file, CLOSED_AT, CLOSED_AT);
}

const waiting = () => readdir(path.join(home, 'wal-spool'));
const archived = async () => new WalArchive(await openDiskFiles(place), await systemIdOf(path.join(home, 'data')));

/** One round of the mover, as at the end of a process. */
async function move(options: Partial<WalMoverOptions> = {}): Promise<WalMover> {
  const mover = new WalMover({ home, place, open: () => openDiskFiles(place), onTrouble, ...options });
  await mover.stop();
  return mover;
}

describe('the archive of the log', () => {
  it('stores a segment before it leaves the spool, readable by this user only', async () => {
    await spool(FIRST);
    await spool(`.${nextSegment(FIRST)}`);
    const mover = await move();
    expect(await waiting()).toEqual([`.${nextSegment(FIRST)}`]);
    expect((await stat(path.join(place, '7', `${FIRST}.gz`))).mode & 0o777).toBe(0o600);
    expect((await (await archived()).get(FIRST))?.subarray(0, 2)).toEqual(Buffer.of(1, 0));
    expect(await (await archived()).timeline(1)).toEqual({ since: null, until: CLOSED_AT, last: FIRST });
    expect(mover.trouble).toBeNull();
  });

  it('knows when a timeline began', async () => {
    await spool('00000002.history');
    await spool(FIRST.replace('00000001', '00000002'));
    await move();
    expect(await (await archived()).timeline(2)).toMatchObject({ since: CLOSED_AT, until: CLOSED_AT });
  });

  it('accepts a segment that it already has', async () => {
    for (let times = 0; times < 2; times += 1) {
      await spool(FIRST);
      expect((await move()).trouble).toBeNull();
    }
    expect(await waiting()).toEqual([]);
  });

  it('does not replace a segment with another of the same name', async () => {
    await spool(FIRST);
    await move();
    await spool(FIRST, 2);
    expect((await move()).trouble).toMatch(/another 000000010000000000000001.*restored without WAL_ARCHIVE/);
    expect(await waiting()).toEqual([FIRST]);
    expect((await (await archived()).get(FIRST))?.[0]).toBe(1);
  });

  it('refuses to return a damaged segment', async () => {
    await spool(FIRST);
    await move();
    await truncate(path.join(place, '7', `${FIRST}.gz`), 5_000);
    await expect((await archived()).get(FIRST)).rejects.toThrow(`${FIRST}.gz in the archive is damaged.`);
  });
});

describe('an archive that cannot be written', () => {
  it('is logged once, as is its recovery, and loses nothing', async () => {
    await writeFile(place, 'in the way');
    await spool(FIRST);
    const mover = new WalMover({ home, place, open: () => openDiskFiles(place), onTrouble, retryMs: 5 });
    movers.push(mover);
    mover.start();
    await expect.poll(() => onTrouble.mock.calls.length).toBe(1);
    expect(mover.trouble).toBe(`The log archive ${place} cannot be written: ENOTDIR`);
    expect(await waiting()).toEqual([FIRST]);
    await rm(place);
    await expect.poll(waiting).toEqual([]);
    await expect.poll(() => onTrouble.mock.calls).toEqual([[expect.stringContaining(place)], [null]]);
    expect(mover.trouble).toBeNull();
  });

  it('drops segments beyond the limit, so that the disk does not fill up', async () => {
    await writeFile(place, 'in the way');
    const second = nextSegment(FIRST);
    await spool(FIRST);
    await spool(second);
    const mover = await move({ waitingMaxBytes: SEGMENT_BYTES });
    expect(await waiting()).toEqual([]);
    expect(onTrouble).toHaveBeenLastCalledWith(
      expect.stringMatching(new RegExp(`has a gap from ${FIRST} to ${second}, dropped .*: make a backup`)),
    );
    expect(mover.trouble).not.toBeNull();
  });
});

describe('names of segments', () => {
  it.each([
    ['000000010000000000000001', '000000010000000000000002'],
    ['0000000100000000000000FF', '000000010000000100000000'],
    ['0000000A0000000F000000FF', '0000000A0000001000000000'],
  ])('%s is followed by %s', (name, next) => {
    expect(nextSegment(name)).toBe(next);
  });
});
