import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A tree of the product from which a process can be started. */
export interface ReleaseTree {
  readonly root: string;
  readonly version: string;
}

/** The tree of the tests. */
export const thisTree = (): ReleaseTree => treeAt(ROOT);

/** The tree of a commit, with its own libraries and console; null where the clone does not have that commit. */
export function treeOf(commit: string): ReleaseTree | null {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
  } catch {
    return null;
  }
  const path = execFileSync(process.execPath, ['scripts/tree-of.mjs', commit], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return treeAt(path.trim());
}

/** A copy of this tree's server as another version with more migration steps, each a file name and its SQL. */
export function laterTree(version: string, steps: Readonly<Record<string, string>>): ReleaseTree {
  const root = mkdtempSync(join(tmpdir(), 'backcounter-later-'));
  const server = join(root, 'apps/server');
  cpSync(join(ROOT, 'apps/server'), server, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  for (const path of ['package.json', 'node_modules', 'packages', 'apps/console', 'docs'])
    symlinkSync(join(ROOT, path), join(root, path));
  const manifest = join(server, 'package.json');
  const content = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...content, version }));
  for (const [name, sql] of Object.entries(steps)) writeFileSync(join(server, 'migrations', name), sql);
  return { root, version };
}

function treeAt(root: string): ReleaseTree {
  const { version } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8')) as { version: string };
  return { root, version };
}
