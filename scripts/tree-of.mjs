// `tree-of.mjs REV`: creates a working tree of a revision under .cache/compare, with libraries and a built console, and
// prints its path. It is kept.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConsoleStale } from './console-freshness.mjs';
import { installIfNeeded } from './install.mjs';
import { linkLibraries } from './link-libraries.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Standard output is reserved for the path. */
const stdio = /** @type {const} */ (['ignore', 2, 'inherit']);
const [revision = ''] = process.argv.slice(2);
const commit = execFileSync('git', ['rev-parse', '--verify', `${revision}^{commit}`], { cwd: ROOT, encoding: 'utf8' });
const tree = join(ROOT, '.cache/compare', commit.trim());
if (!existsSync(join(tree, 'package.json'))) {
  execFileSync('git', ['worktree', 'prune'], { cwd: ROOT, stdio });
  execFileSync('git', ['worktree', 'add', '--detach', tree, commit.trim()], { cwd: ROOT, stdio });
}
const lock = (/** @type {string} */ root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
if (lock(tree) === lock(ROOT)) linkLibraries(ROOT, tree);
else {
  const problem = await installIfNeeded(tree);
  if (problem !== null) throw new Error(problem);
}
// A test runner's NODE_ENV would build a console for tests.
const env = { ...process.env, NODE_ENV: '' };
if (isConsoleStale(tree)) execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: tree, stdio, env });
console.log(tree);
