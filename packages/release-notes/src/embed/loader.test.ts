// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The script's tag in a page. */
const published = vi.fn();
let script: HTMLScriptElement;

beforeEach(() => {
  vi.resetModules();
  published.mockClear();
  vi.stubGlobal('PANEL_FILE', 'panel.js');
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    published(address, (headers as Record<string, string>)['authorization']);
    return new Response('[]');
  });
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  script = document.createElement('script');
  script.setAttribute('src', 'https://cdn.test/embed/release-notes.js');
  script.type = 'text/plain';
});
afterEach(() => {
  delete (globalThis as { [key: symbol]: unknown })[Symbol.for('backcounter.release-notes')];
  delete window.BackcounterReleaseNotes;
  script.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function load(attributes: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  document.head.append(script);
  await import('./loader.ts');
  await new Promise((resolve) => setTimeout(resolve, 0));
}

test('a tag with an endpoint installs with its token [spec 2.54]', async () => {
  await load({ 'data-auth-provider-endpoint': 'https://id.test', 'data-token': 'secret' });
  expect(published.mock.calls).toEqual([['https://id.test/releases/published', 'Bearer secret']]);
  expect(console.info).toHaveBeenCalledWith('changelog-plugin: Nothing to render');
});

test('data-suppress-logs silences it, unless it is "false" [spec 8.32]', async () => {
  const given = { 'data-auth-provider-endpoint': 'https://id.test', 'data-token': 'secret' };
  await load({ ...given, 'data-suppress-logs': '' });
  expect(published).toHaveBeenCalledTimes(1);
  expect(console.info).not.toHaveBeenCalled();
  delete (globalThis as { [key: symbol]: unknown })[Symbol.for('backcounter.release-notes')];
  vi.resetModules();
  await load({ ...given, 'data-suppress-logs': 'false' });
  expect(console.info).toHaveBeenCalledWith('changelog-plugin: Nothing to render');
});

test('data-token-function names a function of the page', async () => {
  vi.stubGlobal('currentToken', async () => 'fresh');
  await load({ 'data-auth-provider-endpoint': 'https://id.test', 'data-token-function': 'currentToken' });
  expect(published.mock.calls).toEqual([['https://id.test/releases/published', 'Bearer fresh']]);
});

test('data-auto-open="false" and a tag without an endpoint fetch nothing', async () => {
  await load({ 'data-auth-provider-endpoint': 'https://id.test', 'data-token': 't', 'data-auto-open': 'false' });
  vi.resetModules();
  for (const { name } of [...script.attributes]) if (name.startsWith('data-')) script.removeAttribute(name);
  await load({});
  expect(published).not.toHaveBeenCalled();
  expect(window.BackcounterReleaseNotes?.install).toBeTypeOf('function');
});
