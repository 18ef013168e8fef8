// Builds the console into apps/console/dist and writes .br and .gz beside each text asset. `--report` prints the sizes.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'apps/console/dist');

function run(script, args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run(join(root, 'scripts/codegen.mjs'), []);
// A build that fails half-way must not look like a fresh one.
rmSync(dist, { recursive: true, force: true });
run(join(root, 'node_modules/vite/bin/vite.js'), [
  'build',
  '--config',
  'apps/console/vite.config.ts',
  '--logLevel',
  'warn',
]);

const sizes = [];
for (const path of globSync('**/*.{js,css,svg,json}', { cwd: dist })) {
  const content = readFileSync(join(dist, path));
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  sizes.push({ path, raw: content.length, brotli: brotli.length });
  if (content.length < 256) continue;
  writeFileSync(join(dist, `${path}.br`), brotli);
  writeFileSync(join(dist, `${path}.gz`), gzipSync(content, { level: 9 }));
}

if (process.argv.includes('--report')) {
  sizes.sort((a, b) => b.brotli - a.brotli);
  for (const { path, raw, brotli } of sizes) {
    console.log(`${(brotli / 1000).toFixed(1).padStart(8)} kB br ${(raw / 1000).toFixed(1).padStart(9)} kB  ${path}`);
  }
}
