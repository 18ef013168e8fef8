import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const NEEDED = ['unshare', 'ip', 'setpriv', 'pg_createcluster', 'nginx', 'openssl', 'tar'];
const missing = process.getuid?.() === 0 ? NEEDED.filter((name) => !isThere(name)) : ['the rights of root'];

function isThere(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

if (missing.length > 0 && process.env['REQUIRE_ALL'] === '1') throw new Error(`Missing: ${missing.join(', ')}`);

it.skipIf(missing.length > 0)(
  'the archive installs as docs/operations.md says, without network, npm or repository, and upgrades',
  async () => {
    execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: ROOT, stdio: 'ignore' });
    const walk = spawn(
      'unshare',
      [
        '--net',
        '--mount',
        // Its PostgreSQL and nginx end with it.
        '--pid',
        '--fork',
        '--mount-proc',
        process.execPath,
        '--conditions=source',
        'e2e/install/walk.ts',
        join(ROOT, 'artifacts/package'),
      ],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [output, errors] = await Promise.all([text(walk.stdout), text(walk.stderr)]);
    expect(errors.replace(/^.*ExperimentalWarning.*\n.*\n/gm, '')).toBe('');
    expect(output.trim().split('\n').at(-1), output).toBe('INSTALLED');
  },
  // Longer: unpacks, starts and upgrades a whole installation.
  900_000,
);
