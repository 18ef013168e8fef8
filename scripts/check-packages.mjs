// Checks that the SDK packages can be published: they build and pack, publint and are-the-types-wrong find no problems,
// the examples of their README type-check against the packed files alone, their entries load in Node, only the React
// entries import React, and each entry is within its size budget.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'vite';
import { SIZE_BUDGETS } from './checks/package-budgets.mjs';
import { SDK_PACKAGES } from './sdk-packages.mjs';

const ROOT = join(import.meta.dirname, '..');
const SCRATCH = join(ROOT, '.cache/packages');
const SCOPE = join(SCRATCH, 'consumer/node_modules/@backcounter');
/** Packages are published as ES modules only, so problems of CommonJS and of resolution before 2022 do not matter. */
const ESM_RESOLUTIONS = new Set(['node16-esm', 'bundler']);

/** @typedef {{ name: string, problems: string[] }} Step */
/** @type {Step[]} */
const steps = [];
/** @param {string} name @param {string[]} problems */
const report = (name, problems) => {
  steps.push({ name, problems });
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const problem of problems) console.log(`     ${problem}`);
};
/** @param {string} file @param {string[]} args @param {string} cwd */
const run = (file, args, cwd = ROOT) => {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8' });
  return { isOk: status === 0, output: `${stdout}${stderr}`.trim() };
};

/** @param {string} name */
function pack(name) {
  const folder = join(ROOT, 'packages', name);
  // Packed from scratch: `npm pack` must build everything itself.
  rmSync(join(folder, 'dist/index.js'), { force: true });
  const { stdout, status, stderr } = spawnSync('npm', ['pack', '--json', '--pack-destination', SCRATCH], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) return { tarball: null, problems: `${stdout}${stderr}`.trim().split('\n') };
  const answer = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer);
  /** @type {string[]} */
  const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
  const script = name === 'release-notes' ? ['dist/embed/release-notes.js'] : [];
  const problems = ['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'dist/index.d.ts', ...script]
    .filter((wanted) => !files.includes(wanted))
    .map((wanted) => `${wanted} is not in the package`);
  const unwanted = files.filter((path) => /\.test(-d)?\.|(^|\/)testing\/|tsbuildinfo/.test(path));
  if (unwanted.length > 0) problems.push(`the package carries ${unwanted.join(', ')}`);
  return { tarball: join(SCRATCH, packed.filename), problems };
}

/** @param {string} name @param {string} tarball */
async function lint(name, tarball) {
  const bytes = readFileSync(tarball);
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({
    pkgDir: 'package',
    pack: { tarball: data },
    strict: true,
  });
  report(
    `${name}: publint`,
    messages.map((message) => formatMessage(message, pkg) ?? message.code),
  );
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
  const problems =
    result.types === false
      ? ['no types']
      : result.problems
          .filter((problem) => !('resolutionKind' in problem) || ESM_RESOLUTIONS.has(problem.resolutionKind))
          .map((problem) => JSON.stringify(problem));
  report(`${name}: are the types wrong`, problems);
}

/** Code blocks of a README that are marked ts or tsx. @param {string} name */
function readmeExamples(name) {
  const readme = join(ROOT, 'packages', name, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  return [...text.matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map((found, at) => ({
    file: `${name}-${at + 1}.${found[1]}`,
    code: found[2] ?? '',
  }));
}

/** @param {string} name */
function checkExamples(name) {
  const examples = readmeExamples(name);
  const consumer = join(SCRATCH, 'consumer');
  for (const { file, code } of examples) writeFileSync(join(consumer, file), `${code}\nexport {};\n`);
  const config = join(consumer, `tsconfig.${name}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        module: 'nodenext',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: [],
        jsx: 'react-jsx',
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
      },
      files: examples.map(({ file }) => file),
    }),
  );
  if (examples.length === 0) return report(`${name}: README examples`, ['README.md has no ts or tsx example']);
  const { isOk, output } = run(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config],
    consumer,
  );
  // Ignore conflicts within another library's declarations.
  const ours = output
    .split('\n')
    .filter((line) => line !== '' && !/^(\.\.\/)*node_modules\/(?!@backcounter)/.test(line));
  const silence = output === '' ? ['tsc failed without output'] : [];
  report(`${name}: README examples (${examples.length})`, isOk ? [] : [...ours, ...silence]);
}

/** @param {string} name */
function checkEntriesLoad(name) {
  const { exports } = JSON.parse(readFileSync(join(SCOPE, name, 'package.json'), 'utf8'));
  const imports = Object.keys(exports).map((entry) => `await import('@backcounter/${name}${entry.slice(1)}');`);
  const { isOk, output } = run(
    process.execPath,
    ['--input-type=module', '-e', imports.join('\n')],
    join(SCRATCH, 'consumer'),
  );
  report(`${name}: its entries load in Node`, isOk ? [] : [output]);
}

/** Files that an entry of a packed package imports, and the packages. @param {string} file @param {Set<string>} found */
function importsOf(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, wanted = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?['"]([^'"\n]+)['"]/g)) {
    if (wanted.startsWith('.')) importsOf(join(file, '..', wanted), found);
    else found.add(wanted);
  }
  return found;
}

/** Entries other than `./react` work without React, and that one is for browsers alone. @param {string} name */
function checkReact(name) {
  const { exports } = JSON.parse(readFileSync(join(SCOPE, name, 'package.json'), 'utf8'));
  /** @type {string[]} */
  const problems = [];
  for (const [entry, { default: path }] of Object.entries(exports)) {
    const file = join(SCOPE, name, path);
    if (entry === './react') {
      if (!/^['"]use client['"]/.test(readFileSync(file, 'utf8'))) problems.push(`${entry} lacks 'use client'`);
    } else if ([...importsOf(file)].some((found) => /^react(-|\/|$)/.test(found)))
      problems.push(`${entry} imports React`);
  }
  report(`${name}: React for ./react alone`, problems);
}

/**
 * Gzip size of an entry with its static imports, without peers and dynamic imports. @param {string} name
 * @param {string} entry
 */
async function sizeOf(name, entry) {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
  const file = join(SCOPE, name, manifest.exports[entry].default);
  const peers = Object.keys(manifest.peerDependencies ?? {});
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: join(SCRATCH, 'consumer'),
    build: {
      write: false,
      minify: true,
      lib: { entry: file, formats: ['es'], fileName: 'entry' },
      rolldownOptions: {
        external: (id) => peers.some((peer) => id === peer || id.startsWith(`${peer}/`)),
        // Vite keeps the white space of libraries; an application's build removes it.
        output: { minify: true },
      },
    },
  });
  const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (
    Array.isArray(result) ? result : [result]
  );
  const chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  /** @type {Set<string>} */
  const loaded = new Set();
  const visit = (/** @type {string} */ fileName) => {
    const chunk = chunks.get(fileName);
    if (chunk === undefined || loaded.has(fileName)) return;
    loaded.add(fileName);
    for (const next of chunk.imports) visit(next);
  };
  for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName);
  return [...chunks.values()]
    .filter((chunk) => loaded.has(chunk.fileName))
    .reduce((total, chunk) => total + gzipSync(chunk.code, { level: 9 }).length, 0);
}

rmSync(SCRATCH, { recursive: true, force: true });
mkdirSync(SCOPE, { recursive: true });
writeFileSync(join(SCRATCH, 'consumer/package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
const packages = SDK_PACKAGES.filter((name) => existsSync(join(ROOT, 'packages', name, 'tsconfig.build.json')));
report(
  'all can be built',
  SDK_PACKAGES.filter((name) => !packages.includes(name)).map((name) => `packages/${name} has no tsconfig.build.json`),
);

for (const name of packages) {
  const { tarball, problems } = pack(name);
  report(`${name}: build and pack`, problems);
  if (tarball === null) continue;
  await lint(name, tarball);
  mkdirSync(join(SCOPE, name), { recursive: true });
  const unpacked = run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(SCOPE, name)]);
  if (!unpacked.isOk) report(`${name}: unpack`, [unpacked.output]);
}
for (const name of packages.filter((each) => existsSync(join(SCOPE, each)))) {
  checkExamples(name);
  checkEntriesLoad(name);
  checkReact(name);
  for (const [entry, budgetBytes] of Object.entries(SIZE_BUDGETS[name] ?? {})) {
    const bytes = await sizeOf(name, entry);
    report(
      `${name} ${entry}: ${bytes} of ${budgetBytes} bytes, gzip`,
      bytes > budgetBytes ? [`${bytes - budgetBytes} bytes over its budget`] : [],
    );
  }
}

const failed = steps.filter(({ problems }) => problems.length > 0).length;
mkdirSync(join(ROOT, 'artifacts'), { recursive: true });
writeFileSync(
  join(ROOT, 'artifacts/packages.json'),
  JSON.stringify(
    steps.map(({ name, problems }) => ({ name, passed: problems.length === 0, problems: problems.slice(0, 1) })),
  ),
);
console.log(`packages: ${steps.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
