// @vitest-environment happy-dom
import { AuthError } from '@backcounter/auth';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestError } from '../../lib/api/request-error.ts';
import { pageTitle } from '../../lib/page/page-title.ts';
import { ownLanguage } from '../../lib/settings/own-language.ts';
import { cleanUp, signIn, signOut, until } from '../testing/console.ts';
import { showConsole } from '../testing/show-console.tsx';

cleanUp();
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const user = {} as never;
const marketing = () => signIn(['MARKETING']);
const progressOf = (place: HTMLElement) => place.querySelector('main [role=status]')?.textContent;

describe('/login', () => {
  test('goes to the route of the sign-in state, replacing its own URL [spec 2.22]', async () => {
    signOut();
    const entries = window.history.length;
    const { shown } = await showConsole('/login?code=1&state=2', ({ auth, memory }) => {
      memory.remember('/accounts');
      auth.handleLoginCallback.mockImplementation(async () => {
        marketing();
        return { user, returnTo: '/admin/areas?q=a', isRestart: true };
      });
    });
    await until(() => expect(shown()).toBe('/no-access?need=area.admin'));
    expect(window.history.length).toBe(entries);
  });

  test.each([null, 'https://evil.test/', '/nothing'])(
    'where the state says %j, it is the remembered route',
    async (returnTo) => {
      signOut();
      const { shown } = await showConsole('/login?code=1&state=2', ({ auth, memory }) => {
        memory.remember('/admin/areas');
        auth.handleLoginCallback.mockImplementation(async () => {
          marketing();
          return { user, returnTo, isRestart: true };
        });
      });
      await until(() => expect(shown()).toBe('/no-access?need=area.admin'));
    },
  );

  test.each(['?code=used&state=gone', '?error=access_denied', ''])(
    '%j leads a signed-in person to their route [sign-in 9]',
    async (answer) => {
      marketing();
      const { shown, auth } = await showConsole(`/login${answer}`, ({ memory }) => memory.remember('/admin/areas'));
      await until(() => expect(shown()).toBe('/no-access?need=area.admin'));
      expect(auth.handleLoginCallback).toHaveBeenCalledTimes(answer === '' ? 0 : 1);
      expect(auth.signIn).not.toHaveBeenCalled();
    },
  );

  test('shows that it signs in while the provider is asked', async () => {
    signOut();
    const { place } = await showConsole('/login?code=1&state=2', ({ auth }) =>
      auth.handleLoginCallback.mockReturnValue(new Promise(() => undefined)),
    );
    await until(() => expect(progressOf(place)).toBe('Signing you in'));
    await until(() => expect(pageTitle.get()).toBe('Signing you in'));
    expect(place.querySelector('h1')).toBeNull();
  });

  test('applies the language of the signed-in person, before the route is shown', async () => {
    signOut();
    const outcome = { user, returnTo: '/admin/areas', isRestart: false };
    const applied = Promise.withResolvers<void>();
    const apply = vi.spyOn(ownLanguage, 'applyAfterSignIn').mockReturnValue(applied.promise);
    const { shown } = await showConsole('/login?code=1&state=2', ({ auth }) =>
      auth.handleLoginCallback.mockImplementation(async () => {
        marketing();
        return outcome;
      }),
    );
    await until(() => expect(apply.mock.calls).toEqual([[outcome]]));
    expect(shown()).toBe('/login?code=1&state=2');
    applied.resolve();
    await until(() => expect(shown()).toBe('/no-access?need=area.admin'));
  });

  test('redirects to the page of the provider that requires an action first [spec 4.14]', async () => {
    signOut();
    const left = vi.spyOn(window.location, 'assign').mockReturnValue();
    const redirectUrl = 'https://id.test/second-factor';
    const { place } = await showConsole('/login?code=1&state=2', ({ auth }) =>
      auth.handleLoginCallback.mockRejectedValue(new RequestError('access.denied', { details: { redirectUrl } })),
    );
    await until(() => expect(left.mock.calls).toEqual([[redirectUrl]]));
    expect(progressOf(place)).toBe('Signing you in');
  });

  test('an error shows a visitor why sign-in failed, and restarts it on request', async () => {
    signOut();
    const { place, auth } = await showConsole('/login?error=server_error', ({ memory }) =>
      memory.remember('/admin/areas'),
    );
    await until(() => expect(place.querySelector('h1')?.textContent).toBe('Sign-in failed'));
    expect(place.querySelector('main [role=alert]')?.textContent).toMatch(
      /^The response doesn’t match a sign-in in this browser/,
    );
    expect(place.querySelector('nav')).toBeNull();
    await until(() => expect(pageTitle.get()).toBe('Sign-in failed'));
    place.querySelector('button')?.click();
    await until(() => expect(auth.signIn.mock.calls).toEqual([[{ returnTo: '/admin/areas' }]]));
    await until(() => expect(progressOf(place)).toBe('Signing you in'));
  });

  test('an answer to a sign-in that did not begin here begins one, and shows why if that is one too many [sign-in 15]', async () => {
    signOut();
    const { auth } = await showConsole('/login?code=used&state=gone');
    await until(() => expect(auth.signIn.mock.calls).toEqual([[{ returnTo: '/', isAutomatic: true }]]));
    const { place } = await showConsole('/login?code=used&state=gone', ({ auth: { signIn: toProvider } }) =>
      toProvider.mockRejectedValue(new AuthError('restarted-too-often', 'again')),
    );
    await until(() => expect(place.querySelector('h1')?.textContent).toBe('Sign-in failed'));
    expect(place.querySelector('main [role=alert]')?.textContent).toMatch(/^The response doesn’t match/);
  });

  test('without an answer a visitor is sent to sign in', async () => {
    signOut();
    const { auth } = await showConsole('/login', ({ memory }) => memory.remember('/admin/areas'));
    await until(() => expect(auth.signIn.mock.calls).toEqual([[{ returnTo: '/admin/areas', isAutomatic: true }]]));
    expect(auth.handleLoginCallback).not.toHaveBeenCalled();
  });

  test('an expired sign-in page restarts, unless another has just expired [sign-in 9]', async () => {
    signOut();
    const first = await showConsole('/login?expired');
    await until(() => expect(first.auth.signIn).toHaveBeenCalledTimes(1));
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 9_000);
    const again = await showConsole('/login?expired');
    await until(() =>
      expect(again.place.querySelector('main [role=alert]')?.textContent).toMatch(/^The sign-in page expired twice/),
    );
    expect(again.auth.signIn).not.toHaveBeenCalled();
    vi.spyOn(Date, 'now').mockReturnValue(now + 20_000);
    const later = await showConsole('/login?expired');
    await until(() => expect(later.auth.signIn).toHaveBeenCalledTimes(1));
  });
});

describe('/logout', () => {
  test('signs out a signed-in person [spec 2.23]', async () => {
    marketing();
    const { auth, shown, place } = await showConsole('/logout');
    await until(() => expect(auth.signOut).toHaveBeenCalledTimes(1));
    expect(auth.handleLogoutCallback).not.toHaveBeenCalled();
    expect([shown(), progressOf(place)]).toEqual(['/logout', 'Signing you out']);
  });

  test('otherwise handles the callback and goes to /, replacing its own URL [spec 2.24]', async () => {
    signOut();
    const entries = window.history.length;
    const { auth, shown } = await showConsole('/logout?state=1', ({ memory }) => memory.remember('/accounts'));
    await until(() => expect(auth.signIn.mock.calls).toEqual([[{ returnTo: '/', isAutomatic: true }]]));
    expect(auth.handleLogoutCallback).toHaveBeenCalledTimes(1);
    expect(auth.signOut).not.toHaveBeenCalled();
    expect([shown(), window.history.length]).toEqual(['/', entries]);
  });

  test('shows why it failed, and tries again on request', async () => {
    marketing();
    const again = vi.spyOn(window.location, 'reload').mockReturnValue();
    const { place } = await showConsole('/logout', ({ auth }) =>
      auth.signOut.mockRejectedValue(new Error('The provider is away')),
    );
    await until(() => expect(place.querySelector('h1')?.textContent).toBe('Sign-out failed'));
    expect(place.querySelector('main [role=alert]')?.textContent).toMatch(/^The sign-in could not be completed/);
    place.querySelector('button')?.click();
    expect(again).toHaveBeenCalledTimes(1);
  });
});

describe('/no-access', () => {
  const titleOf = (place: HTMLElement) => place.querySelector('h1')?.textContent;
  const texts = (place: HTMLElement) =>
    [...place.querySelectorAll('[data-notice] p')].map(({ textContent }) => textContent);

  test('names the missing role, the own ones and who can help, inside the shell [spec 2.2, 2.25] [ux 36]', async () => {
    marketing();
    const { place } = await showConsole('/no-access?need=area.admin');
    await until(() => expect(titleOf(place)).toBe("You don't have access to this page"));
    expect(texts(place)).toEqual([
      'This page requires the role Administrator (ADMIN).',
      'You have the role Marketing (MARKETING).',
      'Ask an administrator of your organization for the role, then sign out and in again.',
    ]);
    expect(place.querySelector('nav[aria-label="Main navigation"]')).not.toBeNull();
    expect([...place.querySelectorAll('[data-notice] a')].map((link) => link.getAttribute('href'))).toEqual([
      '/logout',
      '/',
    ]);
  });

  test('of a person without roles, and of a visitor, is bare', async () => {
    signIn([]);
    const nobody = await showConsole('/no-access?need=area.root');
    await until(() => expect(titleOf(nobody.place)).toBe("You don't have access to this page"));
    expect(nobody.place.querySelector('nav')).toBeNull();
    expect([...nobody.place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/logout']);
    signOut();
    const visitor = await showConsole('/no-access');
    await until(() => expect(visitor.place.querySelector('a')?.getAttribute('href')).toBe('/'));
    expect(visitor.place.querySelector('nav')).toBeNull();
  });

  test.each(['nonsense', 'toString', 'area.admin&need=nonsense'])(
    'of a right that does not exist (%s) names no role',
    async (need) => {
      marketing();
      const { place } = await showConsole(`/no-access?need=${need}`);
      await until(() => expect(titleOf(place)).toBe("You don't have access to this page"));
      expect(texts(place)).toEqual([
        "The page you tried to open isn't shared with you. Ask a colleague who manages it.",
        'You have the role Marketing (MARKETING).',
      ]);
    },
  );

  test('of a refused extra check says that the page is not shared', async () => {
    signIn(['CAMPAIGN-STREAMER']);
    const { place } = await showConsole('/no-access');
    await until(() =>
      expect(texts(place)).toEqual([
        "The page you tried to open isn't shared with you. Ask a colleague who manages it.",
        'You have the role Campaign streamer (CAMPAIGN-STREAMER).',
      ]),
    );
  });

  test('shows when the person has got the role since', async () => {
    marketing();
    const { place } = await showConsole('/no-access?need=area.root');
    await until(() => expect(titleOf(place)).toBe('You have access to this page now'));
  });

  test('offers to retry what could not be checked, and returns to the address [spec 2.33]', async () => {
    signOut();
    const { place, auth, shown } = await showConsole('/accounts?q=a#rows', ({ auth: { signIn: toProvider } }) =>
      toProvider.mockRejectedValueOnce(new Error('down')),
    );
    await until(() => expect(titleOf(place)).toBe('Access could not be checked'));
    expect(shown()).toBe('/no-access?retry=%2Faccounts%3Fq%3Da%23rows');
    place.querySelector('button')?.click();
    await until(() => expect(auth.signIn).toHaveBeenCalledTimes(2));
    expect(auth.signIn.mock.calls).toEqual([
      [{ returnTo: '/accounts?q=a#rows', isAutomatic: true }],
      [{ returnTo: '/accounts?q=a#rows', isAutomatic: true }],
    ]);
    expect(shown()).toBe('/accounts?q=a#rows');
  });

  test.each(['https://evil.test/', '//evil.test', '/login', 'javascript:alert(1)'])(
    'never leads to %s',
    async (address) => {
      marketing();
      const { place } = await showConsole(`/no-access?retry=${encodeURIComponent(address)}`);
      await until(() => expect(titleOf(place)).toBe("You don't have access to this page"));
      expect(place.querySelector('main button')).toBeNull();
    },
  );
});

describe('not found', () => {
  test('of a person with roles is inside the shell, of a visitor it is bare [spec 2.2, 2.26]', async () => {
    marketing();
    const inShell = await showConsole('/nothing');
    await until(() => expect(inShell.place.querySelector('h1')?.textContent).toBe('Page not found'));
    expect(inShell.place.querySelector('nav[aria-label="Main navigation"]')).not.toBeNull();
    expect(inShell.place.querySelector('[data-notice]')?.hasAttribute('data-in-shell')).toBe(true);
    signOut();
    const bare = await showConsole('/nothing');
    await until(() => expect(bare.place.querySelector('h1')?.textContent).toBe('Page not found'));
    expect(bare.place.querySelector('nav')).toBeNull();
    expect(bare.place.querySelector('[data-notice]')?.hasAttribute('data-in-shell')).toBe(false);
    expect(bare.auth.signIn).not.toHaveBeenCalled();
  });

  test('shows the URL in its own direction, and searches the pages of the roles', async () => {
    marketing();
    const { place } = await showConsole('/nothing');
    const found = () => [...place.querySelectorAll('main ul a')].map((link) => link.getAttribute('href'));
    const pages = () =>
      [...place.querySelectorAll('nav[aria-label="Main navigation"] li a')].map((link) => link.getAttribute('href'));
    await until(() => expect(found()).toContain('/stores'));
    expect(found()).toEqual(pages());
    expect(place.querySelector('p > bdi[dir=ltr]')?.textContent).toBe('/nothing');
    const input = place.querySelector<HTMLInputElement>('main input');
    const search = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    };
    search('stor');
    await until(() => expect(found()).toEqual(['/stores']));
    expect(place.querySelector('main li[role=status]')).toBeNull();
    search('zzz');
    await until(() => expect(place.querySelector('main li[role=status]')?.textContent).toBe('No pages found'));
    expect(found()).toEqual([]);
  });
});
