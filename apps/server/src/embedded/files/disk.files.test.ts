import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFileStore } from '../../ports/testing/file-store.contract.ts';
import { openDiskFiles } from './disk.files.ts';

describeFileStore('the disk', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-disk-'));
  return { store: await openDiskFiles(folder), end: () => rm(folder, { recursive: true }) };
});

describe('files on the disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'files-disk-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are plain files named by key, private to this user, with nothing beside them', async () => {
    const store = await openDiskFiles(folder);
    await store.write('profile_pictures/x.png', Buffer.from('content'));
    expect(await readFile(path.join(folder, 'profile_pictures/x.png'), 'utf8')).toBe('content');
    expect(await readdir(path.join(folder, '.partial'))).toEqual([]);
    expect(await readdir(path.join(folder, 'profile_pictures'))).toEqual(['x.png']);
  });

  it('are never incomplete, whenever the writing process is killed [spec 1.13]', async () => {
    const root = path.join(folder, 'killed');
    await mkdir(root);
    const store = await openDiskFiles(root);
    await store.write('exports/big', Buffer.alloc(100, 'old'));
    for (let round = 0; round < 6; round += 1) {
      const writer = fork(fileURLToPath(new URL('testing/endless-writer.ts', import.meta.url)), [root], {
        execArgv: ['--conditions=source'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      // Killed during a write, after this many further ones have started.
      for (let message = 0; message <= round; message += 1) await once(writer, 'message');
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      const found = await readFile(path.join(root, 'exports/big'));
      expect([100, 3_000_000]).toContain(found.length);
      expect(new Set(found).size).toBeLessThanOrEqual(3);
    }
    const left = await readdir(path.join(root, '.partial'));
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const name of left) await utimes(path.join(root, '.partial', name), longAgo, longAgo);
    await openDiskFiles(root);
    expect(await readdir(path.join(root, '.partial'))).toEqual([]);
  });

  it('keeps partial files of a live process', async () => {
    const draft = path.join(folder, '.partial/being-written');
    await writeFile(draft, 'x');
    const now = new Date();
    await utimes(draft, now, now);
    await openDiskFiles(folder);
    expect(await readFile(draft, 'utf8')).toBe('x');
    await rm(draft);
  });

  const onFullDisk = async (): Promise<void> => {
    const root = path.join(folder, 'full');
    await mkdir(root);
    expect(mountSmall(root)).toBe(true);
    try {
      const store = await openDiskFiles(root);
      await store.write('a', Buffer.from('as it was'));
      await expect(store.write('a', Buffer.alloc(1_000_000))).rejects.toMatchObject({ code: 'service.unavailable' });
      expect(await readFile(path.join(root, 'a'), 'utf8')).toBe('as it was');
      await store.write('a', Buffer.from('there is room again'));
    } finally {
      spawnSync('umount', [root]);
    }
  };
  // Only root can mount a small disk, and root can write to any folder.
  if (canMount()) it('are refused temporarily on a full disk, keeping the existing file', onFullDisk);

  const inClosedFolder = async (): Promise<void> => {
    const root = path.join(folder, 'closed');
    await mkdir(root);
    const store = await openDiskFiles(root);
    await chmod(path.join(root, '.partial'), 0o500);
    await expect(store.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'service.unavailable' });
    await chmod(path.join(root, '.partial'), 0o700);
  };
  if (process.getuid?.() !== 0) it('are refused temporarily in a read-only folder', inClosedFolder);
});

function mountSmall(root: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', root]).status === 0;
}

function canMount(): boolean {
  const probe = mkdtempSync(path.join(tmpdir(), 'files-mount-'));
  const isMounted = mountSmall(probe);
  if (isMounted) spawnSync('umount', [probe]);
  rmdirSync(probe);
  return isMounted;
}
