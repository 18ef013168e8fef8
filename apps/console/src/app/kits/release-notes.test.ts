// @vitest-environment happy-dom
import type { Role } from '@backcounter/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '../../lib/page/toasts.ts';
import { cleanUp, until } from '../testing/console.ts';
import { screen, showAs } from '../testing/show-as.ts';

cleanUp();

const RELEASES = [{ id: 'r1', version: '1.0.0', date: '2026-09-20', changeLists: [] }];
const FAILURE = 'The release notes could not be loaded. Try again later.';
const whatsNew = (name: RegExp | string = /^What's new/) => screen.findByRole('button', { name });
const isClosed = () => expect(document.querySelector('backcounter-release-notes')).toBeNull();
let answer: () => Response;
const logged: string[] = [];

/** The console of people with these roles, with a provider that answers. */
async function showWith(roles: readonly Role[]) {
  const showing = showAs(roles, '/accounts');
  vi.mocked(window.fetch).mockImplementation(async () => answer());
  return showing;
}
const published = () =>
  vi.mocked(window.fetch).mock.calls.filter(([address]) => String(address).endsWith('/releases/published'));

beforeEach(() => {
  localStorage.clear();
  for (const { id } of toasts.snapshot().visible) toasts.dismiss(id);
  logged.length = 0;
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('releases that cannot be loaded leave the console intact, and the button says so [spec 8.6]', async () => {
  answer = () => new Response('no', { status: 500 });
  const { user } = await showWith(['ADMIN']);
  await until(() => expect(published()).toHaveLength(1));
  await user.click(await whatsNew("What's new"));
  await screen.findAllByText(FAILURE);
  expect(logged).toContain('changelog-plugin: Changelog initialization error: the provider answered 500');
  isClosed();
  await screen.findByRole('heading', { level: 1, name: 'Accounts' });
});

test('a person without access sees them, without the button [spec 1.14] [releases 5]', async () => {
  answer = () => Response.json(RELEASES);
  await showWith([]);
  await screen.findByRole('heading', { level: 1, name: "You don't have access to this page" });
  await until(() =>
    expect(document.querySelector('backcounter-release-notes')?.shadowRoot?.querySelector('dialog')).toBeInstanceOf(
      HTMLElement,
    ),
  );
  expect(screen.queryByRole('button', { name: /^What's new/ })).toBeNull();
  expect(published()).toHaveLength(1);
});

test('a popup that fails to render is an error of the page, and the button says so [spec 8.7]', async () => {
  const thrown: string[] = [];
  vi.stubGlobal('reportError', (error: Error) => thrown.push(error.message));
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(() => {
    throw new Error('no shadow');
  });
  answer = () => Response.json(RELEASES);
  const { user } = await showWith(['ADMIN']);
  await user.click(await whatsNew());
  await screen.findAllByText(FAILURE);
  expect(thrown).toContain('Error in rendering inside the app context: no shadow');
  isClosed();
});
