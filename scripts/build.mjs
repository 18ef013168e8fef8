// Builds the popup's script, and the console into apps/console/dist, and writes .br and .gz beside each text asset.
// `--report` prints the sizes.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { weighConsole } from './checks/console-weight.mjs';
import { keepSourceHash, sourceHash } from './console-freshness.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// Built in a temporary folder and moved at the end: a failed build keeps the last good one, and concurrent builds do
// not mix.
const target = join(root, 'apps/console/dist');
const dist = join(root, `.cache/console-${process.pid}`);
const sources = sourceHash(root);

function run(script, args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  rmSync(dist, { recursive: true, force: true });
  process.exit(status ?? 1);
}

run(join(root, 'packages/release-notes/build.mjs'), []);
run(join(root, 'scripts/codegen.mjs'), []);
run(join(root, 'node_modules/vite/bin/vite.js'), [
  'build',
  '--config',
  'apps/console/vite.config.ts',
  '--outDir',
  dist,
  '--emptyOutDir',
  '--logLevel',
  'warn',
]);

/** Writes the compressed forms of a file beside it. @param {string} path */
async function compress(path) {
  const content = readFileSync(join(dist, path));
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  if (content.length >= 256) {
    writeFileSync(join(dist, `${path}.br`), brotli);
    writeFileSync(join(dist, `${path}.gz`), zipped);
  }
  return { path, raw: content.length, brotli: brotli.length };
}

// In parallel: compression takes as long as the bundling.
const sizes = await Promise.all(globSync('**/*.{js,css,svg,json}', { cwd: dist }).map(compress));

const { firstListBytes, problems } = weighConsole(dist, sizes);
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  rmSync(dist, { recursive: true, force: true });
  process.exit(1);
}

rmSync(target, { recursive: true, force: true });
renameSync(dist, target);
keepSourceHash(root, sources);

if (process.argv.includes('--report')) {
  sizes.sort((a, b) => b.brotli - a.brotli);
  for (const { path, raw, brotli } of sizes) {
    console.log(`${(brotli / 1000).toFixed(1).padStart(8)} kB br ${(raw / 1000).toFixed(1).padStart(9)} kB  ${path}`);
  }
  console.log(`${(firstListBytes / 1000).toFixed(1).padStart(8)} kB br of JavaScript until the first list`);
}
