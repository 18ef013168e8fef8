import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { DEMO_PASSWORD, emailOf } from '../harness/people.ts';
import { Product } from '../harness/product.ts';
import { OUTSIDE_APPS, TOUR_PACKAGES } from './apps.ts';

/**
 * `npm run outside`: packs the SDKs, installs them with the frameworks of others in a temporary folder, and checks,
 * builds and opens each app against a running product. Then Apollo and urql call the API. Names run only those apps.
 */
const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(import.meta.dirname, 'app');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
type App = (typeof OUTSIDE_APPS)[number];

const folder = mkdtempSync(join(tmpdir(), 'backcounter-outside-'));
const run = (cwd: string, file: string, args: readonly string[]) => {
  const env = { ...process.env, NODE_OPTIONS: '', NEXT_TELEMETRY_DISABLED: '1' };
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
};
const node = (cwd: string, ...args: readonly string[]) => run(cwd, process.execPath, args);

const tarballs = Object.fromEntries(
  globSync('packages/*/tsconfig.build.json', { cwd: ROOT }).map((file) => {
    const name = basename(dirname(file));
    run(join(ROOT, 'packages', name), 'npm', ['pack', '--pack-destination', folder]);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
    return [`@backcounter/${name}`, `file:${join(folder, `backcounter-${name}-${version}.tgz`)}`];
  }),
);

/** Writes an app, installs its packages and checks its types. */
function make(name: string, packages: object, files: Readonly<Record<string, string>>, product: string): string {
  const home = join(folder, name);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  };
  for (const [file, source] of Object.entries(files))
    write(
      file,
      readFileSync(join(SOURCES, source), 'utf8')
        .replaceAll('http://product.test', product)
        .replaceAll('outside-app', `outside-${name}`),
    );
  const compilerOptions = {
    ...{ target: 'es2024', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', strict: true },
    ...{ lib: ['es2024', 'dom'], noEmit: true, skipLibCheck: true, types: name === 'tour' ? ['node'] : [] },
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: Object.keys(files).map(literally) }));
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies: { ...tarballs, ...packages } }));
  run(home, 'npm', ['install', '--no-audit', '--no-fund']);
  node(home, TSC, '-p', home);
  return home;
}
const literally = (file: string) => file.replace('[[...path]]/page.tsx', '**/*.tsx');

/** The page of an app without a server of its own; without a bundler it has a map of all that it imports. */
function writePage(home: string, { build }: App): void {
  let map = '';
  if (build === 'none') {
    for (const file of ['core', 'main'])
      writeFileSync(join(home, `${file}.js`), stripTypeScriptTypes(readFileSync(join(home, `${file}.ts`), 'utf8')));
    map = `<script type="importmap">${JSON.stringify({ imports: importsOf(home) })}</script>`;
  }
  const main = ['main.js', 'main.tsx', 'main.ts'].find((file) => existsSync(join(home, file)));
  writeFileSync(
    join(home, 'index.html'),
    `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">${map}<body><div id="app"></div><script type="module" src="/${main}"></script></body></html>`,
  );
}

/** Addresses of all bare imports that an app reaches. */
function importsOf(home: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (file: string) => {
    const code = readFileSync(file, 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g)) {
      if (/^(react|@firebase|\.)/.test(name) || found[name] !== undefined) continue;
      const script = `console.log(import.meta.resolve(${JSON.stringify(name)}))`;
      const path = new URL(node(dirname(file), '--conditions=browser', '--input-type=module', '-e', script)).pathname;
      found[name] = path.replace(home, '').trim();
      visit(path.trim());
    }
    for (const [, name = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"\n]+)['"]/g))
      if (!seen.has(join(file, '..', name)) && seen.add(join(file, '..', name))) visit(join(file, '..', name));
  };
  const seen = new Set<string>();
  visit(join(home, 'main.js'));
  return found;
}

async function serve(home: string, { build }: App, port: number): Promise<() => void> {
  if (build === 'next') {
    const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', `${port}`], { cwd: home });
    await new Promise<void>((resolve) => child.stdout.on('data', (text) => /Ready/.test(`${text}`) && resolve()));
    return () => child.kill();
  }
  const root = build === 'vite' ? join(home, 'dist') : home;
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = extname(pathname) === '' ? '/index.html' : pathname;
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain');
    response.end(existsSync(join(root, file)) ? readFileSync(join(root, file)) : '');
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return () => server.close();
}

/** Signs in and uses everything, as a person. @throws Error if a text is missing or the console has an error */
async function use(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage({ locale: 'en-US' });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  try {
    await page.goto(origin);
    await page.getByLabel('E-mail').fill(emailOf('admin'));
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('dialog', { name: "What's included in the latest release(s)" }).waitFor();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByRole('heading', { name: 'Who is here?' }).waitFor();
    await page.getByText(/^[\d,]+ (person|people) online$/).waitFor();
    await page.getByText('Astrid Lindholm').waitFor();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByText(/^[\d.]+ Person(en)? da$/).waitFor();
  } catch (cause) {
    throw new Error(`${page.url()}: ${await page.locator('body').textContent()}`, { cause });
  } finally {
    await page.close();
    if (errors.length > 0) console.log(errors);
  }
  if (errors.length > 0) throw new Error(`The console has errors: ${errors.join('\n')}`);
}

async function prove(app: App, product: Product, browser: Browser): Promise<void> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const scopes = ['--scope', 'presence.read', '--scope', 'release.read', '--redirect', `${origin}/login`];
  const named = ['--client-id', `outside-${app.name}`, '--name', app.name, '--origin', origin];
  await product.command('apps', 'add', ...named, ...scopes);
  const home = make(app.name, app.packages, app.files, product.url);
  if (app.build !== 'next') writePage(home, app);
  if (app.build === 'vite') node(home, 'node_modules/vite/bin/vite.js', 'build');
  if (app.build === 'next') node(home, 'node_modules/next/dist/bin/next', 'build');
  const stop = await serve(home, app, port);
  try {
    if (app.build === 'next' && !(await (await fetch(origin)).text()).includes('Who is here?'))
      throw new Error('The server has not rendered the text');
    await use(browser, origin);
  } finally {
    stop();
  }
}

const only = process.argv.slice(2);
const product = await Product.start();
const browser = await launchBrowser();
let failed = 0;
const report = async (name: string, prove: () => unknown) => {
  if (only.length > 0 && !only.includes(name)) return;
  const began = Date.now();
  const problem = await Promise.resolve()
    .then(prove)
    .then(
      () => null,
      (error: unknown) => error,
    );
  if (problem !== null) failed += 1;
  console.log(`${problem === null ? 'ok  ' : 'FAIL'} ${name} ${Math.round((Date.now() - began) / 1_000)} s`);
  if (problem !== null) console.log(problem);
};
for (const app of OUTSIDE_APPS) await report(app.name, () => prove(app, product, browser));
await report('tour', () => {
  const home = make('tour', TOUR_PACKAGES, { 'tour.ts': 'tour.ts' }, product.url);
  console.log(node(home, 'tour.ts', product.url).trim());
});
await browser.close();
await product.remove();
rmSync(folder, { recursive: true });
console.log(failed === 0 ? 'outside: all passed' : `outside: ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
