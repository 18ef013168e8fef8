import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defaultClientConditions, type Rolldown } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['auth', 'i18n', 'presence', 'release-notes'];
/** Addresses in the examples, and those of the product. */
const ADDRESSES = [
  ['https://id.example', '/identity'],
  ['https://office.example/realtime', '/realtime'],
  ['https://texts.example', ''],
  ['https://cdn.example', '/cdn'],
] as const;

/** Firebase needs a project of its own; those of `@backcounter/client` run in `client.slow.test.ts`. */
const examples = PACKAGES.flatMap((name) => {
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].map(([, kind, code = ''], place) => ({
    name: `${name}-${place + 1}`,
    file: `${name}-${place + 1}.${kind}`,
    code,
  }));
}).filter(({ code }) => !code.includes('createFirebasePresence'));

it('the examples of the READMEs run in a browser and print what they say', async () => {
  const origin = productUrl();
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  // In the repository, where its packages can be imported.
  const folder = mkdtempSync(join(ROOT, '.cache/readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { file, code } of examples) {
    const real = ADDRESSES.reduce((text, [from, to]) => text.replaceAll(from, origin + to), code);
    writeFileSync(join(folder, file), real.replaceAll("'shop'", "'backcounter'"));
  }
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(examples.map(({ name, file }) => [name, join(folder, file)])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'readme/[name].js', chunkFileNames: 'readme/[name]-[hash].js' },
      },
    },
  });
  const scripts = new Map(
    (built as Rolldown.RolldownOutput).output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : '',
    ]),
  );
  const context = await (await launchBrowser()).newContext({ locale: 'en-US' });
  onTestFinished(() => context.close());
  // A page that the test answers belongs to no address space; Chromium would prompt before a request to loopback.
  await context.grantPermissions(['local-network-access'], { origin });
  await context.route(`${origin}/readme/**`, (route) => {
    const code = scripts.get(new URL(route.request().url()).pathname);
    return route.fulfill(
      code === undefined
        ? { contentType: 'text/html', body: '<!doctype html><title>Host</title>' }
        : { contentType: 'text/javascript', body: code },
    );
  });
  await context.route('**/releases/published*', (route) => route.fulfill({ json: [] }));

  for (const { name, code } of examples) {
    const page = await context.newPage();
    const printed: string[] = [];
    const errors: string[] = [];
    page.on('console', (message) => printed.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${origin}/readme/`);
    await page.evaluate('localStorage.clear(); globalThis.fetchAdminToken = async () => "token"');
    if (code.includes('window.BackcounterReleaseNotes'))
      await page.addScriptTag({ url: `${origin}/embed/release-notes.js` });
    const load = page.evaluate(`import('/readme/${name}.js').then(({ openPage }) => openPage?.())`);
    if (code.includes('openPage')) await Promise.all([page.waitForURL(/\/identity\//), load.catch(() => null)]);
    else await load;
    const said = [...code.matchAll(/console\.\w+\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    const missing = said.filter((text = '') => !printed.includes(text));
    expect({ name, errors, missing }).toEqual({ name, errors: [], missing: [] });
    await page.close();
  }
});
