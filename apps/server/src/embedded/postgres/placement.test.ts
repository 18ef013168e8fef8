import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { binariesIn, locateBinaries } from './binaries.ts';
import { isReachable, type OsUser, spawnAs, userForPostgres } from './os-user.ts';
import { place } from './placement.ts';

const run = promisify(execFile);
const stranger: OsUser = { name: 'stranger', uid: 64_001, gid: 64_001 };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-placement-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a path is reachable for a user', () => {
  it('if others can traverse every parent folder', async () => {
    const inner = path.join(folder, 'inner');
    await mkdir(inner);
    expect(await isReachable(inner, stranger)).toBe(false);
    await chmod(folder, 0o711);
    expect(await isReachable(inner, stranger)).toBe(true);
    await chmod(inner, 0o750);
    expect(await isReachable(inner, stranger)).toBe(false);
  });

  it('if it is a program that others may run', async () => {
    await chmod(folder, 0o711);
    const program = path.join(folder, 'program');
    await writeFile(program, '');
    await chmod(program, 0o700);
    expect(await isReachable(program, stranger)).toBe(false);
    await chmod(program, 0o755);
    expect(await isReachable(program, stranger)).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)('if it owns the closed folder', async () => {
    await chown(folder, stranger.uid, stranger.gid);
    expect(await isReachable(folder, stranger)).toBe(true);
  });
});

describe('placement', () => {
  it('is the data folder if PostgreSQL runs as this user', async () => {
    const binaries = binariesIn('/binaries', '18.4.0');
    expect(await place(folder, binaries, null)).toEqual({ home: path.join(folder, 'postgres'), binaries });
  });

  it.runIf(process.getuid?.() === 0)('copies binaries that the user cannot reach', async () => {
    await chmod(folder, 0o755);
    const closed = path.join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const user = await userForPostgres();
    if (user === null) throw new Error('root has a user for PostgreSQL');
    const found = await locateBinaries();
    const { binaries, home } = await place(folder, { ...found, postgres: closed }, user);
    expect(binaries.root).toBe(path.join(home, `native-${found.version}`));
    expect((await stat(binaries.postgres)).isFile()).toBe(true);
    expect(await isReachable(binaries.postgres, user)).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)(
    'copies them so that the user may run them, however strict the umask is',
    async () => {
      await chmod(folder, 0o755);
      const user = await userForPostgres();
      if (user === null) throw new Error('root has a user for PostgreSQL');
      const found = await locateBinaries();
      const strict = path.join(folder, 'strict');
      await cp(found.root, strict, { recursive: true, verbatimSymlinks: true });
      await run('chmod', ['-R', 'go-rwx', strict]);
      const before = process.umask(0o077);
      try {
        const installed = binariesIn(strict, found.version);
        const { binaries } = await place(path.join(folder, 'data'), installed, user, path.join(folder, 'relocated'));
        expect((await run(binaries.postgres, ['--version'], spawnAs(user))).stdout).toContain('PostgreSQL');
        expect((await run('find', [binaries.root, '-not', '-readable'], { ...spawnAs(user), cwd: '/' })).stdout).toBe(
          '',
        );
      } finally {
        process.umask(before);
      }
    },
  );
});
