// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseNotesOptions } from '../install-options.ts';
import type { LoadPanel } from '../panel-contract.ts';

/** Options that the script passes to the installation, and the source of the panel. */
const install = vi.fn<(options: ReleaseNotesOptions) => void>();
let loadPanel: LoadPanel;
let script: HTMLScriptElement;
const REQUIRED = { 'data-auth-provider-endpoint': 'https://id.test' };
/** Options of a tag without further attributes. */
const BARE = { authProviderEndpoint: 'https://id.test', token: '', suppressLogs: false, autoOpen: true, nonce: '' };

beforeAll(() => {
  vi.doMock('../installation.ts', () => ({
    createInstall: (load: LoadPanel) => {
      loadPanel = load;
      return install;
    },
  }));
});
afterAll(() => vi.doUnmock('../installation.ts'));
beforeEach(() => {
  vi.resetModules();
  install.mockClear();
  vi.stubGlobal('PANEL_FILE', 'panel.mjs');
  script = document.createElement('script');
  script.type = 'text/plain';
  // Browsers hide the nonce attribute; only the property has it.
  script.nonce = '';
});
afterEach(() => {
  delete window.BackcounterReleaseNotes;
  script.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function load(attributes: Record<string, string>, src = 'https://cdn.test/embed/release-notes.js') {
  for (const [name, value] of Object.entries({ src, ...attributes })) script.setAttribute(name, value);
  document.head.append(script);
  await import('./loader.ts');
  return install.mock.calls[0]?.[0];
}

test('a tag with only an endpoint leaves every default to the installation [spec 2.54]', async () => {
  expect(JSON.parse(JSON.stringify(await load(REQUIRED)))).toEqual(BARE);
});

test.each<[string, string, object]>([
  ['data-token', 'secret', { token: 'secret' }],
  ['data-admin-endpoint', 'https://admin.test', { adminEndpoint: 'https://admin.test' }],
  ['data-auth-client-id', 'office', { authClientId: 'office' }],
  ['data-title', 'News', { title: 'News' }],
  ['data-locale', 'de-CH', { locale: 'de-CH' }],
  ['data-keep-usable', '.toast', { keepUsable: '.toast' }],
  ['data-person', 'ada', { person: 'ada' }],
  ['data-dir', 'rtl', { dir: 'rtl' }],
  ['data-dir', 'ltr', { dir: 'ltr' }],
  ['data-dir', 'auto', {}],
  ['data-dark', '', { dark: true }],
  ['data-dark', 'false', { dark: false }],
  ['data-mobile', 'true', { isMobile: true }],
  ['data-mobile', 'false', { isMobile: false }],
  ['data-suppress-logs', 'true', { suppressLogs: true }],
  ['data-auto-open', 'false', { autoOpen: false }],
  ['data-auto-open', 'true', { autoOpen: true }],
])('%s="%s" is an option [spec 2.54]', async (name, value, expected) => {
  const options = await load({ ...REQUIRED, [name]: value });
  expect(JSON.parse(JSON.stringify(options))).toEqual({ ...BARE, ...expected });
});

test('the nonce of the script is that of the popup', async () => {
  script.nonce = 'of the page';
  expect(await load(REQUIRED)).toMatchObject({ nonce: 'of the page' });
});

test('data-token-function is resolved on each call, and an error names a missing one', async () => {
  const token = (await load({ ...REQUIRED, 'data-token': 'old', 'data-token-function': 'tokenNow' }))?.token;
  if (typeof token !== 'function') throw new Error('The token is not asked for');
  expect(token).toThrow('data-token-function names no function: tokenNow');
  vi.stubGlobal('tokenNow', () => 'fresh');
  expect(token()).toBe('fresh');
});

test('the options are those of the running script, not of another with the same name', async () => {
  const other = document.createElement('script');
  other.type = 'text/plain';
  other.setAttribute('src', 'https://cdn.test/other/release-notes.js');
  document.head.append(other);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  expect(await load(REQUIRED)).toMatchObject(BARE);
  other.remove();
});

test('a script without a tag exports its function to the window, and installs nothing', async () => {
  script.setAttribute('data-auth-provider-endpoint', 'https://id.test');
  await load({}, 'https://cdn.test/bundle.js');
  expect(window.BackcounterReleaseNotes).toEqual({ install });
  expect(install).not.toHaveBeenCalled();
});

test('the panel is loaded from beside the script, even if its tag is gone', async () => {
  await load({}, 'file:///nowhere/embed/release-notes.js');
  script.remove();
  await expect(loadPanel()).rejects.toThrow('/nowhere/embed/panel.mjs');
});

test('the panel is the loaded file', async () => {
  vi.stubGlobal('PANEL_FILE', 'data:text/javascript,export const mountPanel = "drawn"');
  await load(REQUIRED);
  expect((await loadPanel()).mountPanel).toBe('drawn');
});

test('without a tag the panel is loaded from beside the page', async () => {
  vi.spyOn(document, 'baseURI', 'get').mockReturnValue('file:///nowhere/');
  await load({}, 'https://cdn.test/bundle.js');
  await expect(loadPanel()).rejects.toThrow('/nowhere/panel.mjs');
});
