// Generates apps/console/src/generated from the schema and the console's *.operations.ts files, when one of them is newer.
// `--force` always generates.
import { spawnSync } from 'node:child_process';
import { globSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = 'apps/console/src/generated/persisted-documents.json';

function changedAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const sources = [
  'apps/server/schema.graphql',
  'apps/console/codegen.ts',
  ...globSync('apps/console/src/**/*.operations.ts', { cwd: root }),
];
const generatedAt = changedAt(output);
// A deleted file leaves no newer file behind, but its folder is newer.
const folders = new Set(sources.map((path) => dirname(path)));
const isStale = [...sources, ...folders].some((path) => changedAt(path) > generatedAt);

if (isStale || process.argv.includes('--force')) {
  const startedAt = new Date();
  const cli = join(root, 'node_modules/@graphql-codegen/cli/cjs/bin.js');
  const { status } = spawnSync(process.execPath, [cli, '--config', 'apps/console/codegen.ts', '--silent'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  // Files saved during the run are newer than its output.
  if (status === 0) utimesSync(join(root, output), startedAt, startedAt);
  process.exitCode = status ?? 1;
}
