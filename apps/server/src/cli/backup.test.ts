import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { writeArchive } from '../embedded/postgres/backup/backup-archive.ts';
import { ABOUT, MANIFEST } from '../embedded/postgres/backup/backup-manifest.ts';
import { childEnvironment } from '../testing/child-environment.ts';

/** Runs the command as its npm script does, without a database or a data folder. */
async function backup(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const file = path.join(import.meta.dirname, 'backup.ts');
  const ended = promisify(execFile)(process.execPath, ['--conditions=source', file, ...args], {
    env: childEnvironment,
  });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout, errors: stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout, errors: stderr }),
  );
}

it('npm run backup -- verify prints what a backup contains, and exits with 1 if the file is not one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'backcounter-verify-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'monday.backup');
  const about = { format: 'backcounter-backup', version: 2, product: '0.2.0', postgres: 18 };
  const log = { startedAt: '2026-11-26T12:00:00Z', timeline: 1, startLsn: '0/2000028', stopLsn: '0/2000120' };
  async function* parts() {
    yield { name: ABOUT, content: JSON.stringify(about) };
    yield { name: 'data/files/a', content: 'a'.repeat(1_000_000) };
  }
  await writeArchive(file, parts(), (files) => ({
    name: MANIFEST,
    content: JSON.stringify({ product: '0.2.0', postgres: '18.4', takenAt: '2026-11-26T12:00:01Z', ...log, files }),
  }));
  expect(await backup('verify', file)).toEqual({
    code: 0,
    output: `${file} is intact: 2 files with 1.0 MB in 0.0 MB.\nTaken at 2026-11-26T12:00:01Z by Backcounter 0.2.0 with PostgreSQL 18.4.\n`,
    errors: '',
  });
  const other = path.join(import.meta.dirname, 'backup.ts');
  expect(await backup('verify', other)).toEqual({
    code: 1,
    output: '',
    errors: `The file ${other} is not a backup of Backcounter.\n`,
  });
  expect(await backup('verify')).toMatchObject({ code: 1, errors: expect.stringContaining('verify FILE') });
});
