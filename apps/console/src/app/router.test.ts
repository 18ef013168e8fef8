// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../lib/api/query-client.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { settings } from '../lib/settings/settings.ts';
import { EXTRA_CHECK_TIMEOUT_MS } from './session/guards.ts';
import { cleanUp, openConsole, signIn, signOut, until } from './testing/console.ts';

cleanUp();
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('canonical addresses [spec 2.4] [sign-in 7]', () => {
  test.each([
    ['/accounts/', '/accounts'],
    ['/Accounts', '/accounts'],
    ['/ACCOUNTS/?state=ACTIVE#rows', '/accounts?state=ACTIVE#rows'],
    ['/%61ccounts?q=a%20b', '/accounts?q=a%20b'],
    ['/admin//areas', '/admin/areas'],
    ['/Admin//Areas//', '/admin/areas'],
    ['/Accounts/AbC-19/', '/accounts/AbC-19'],
    ['/Dashboard', '/dashboard'],
  ])('a visitor at %s is sent to sign in and returns to %s', async (written, canonical) => {
    signOut();
    const { auth, settle, shown } = openConsole(written);
    await settle();
    expect(shown()).toBe(canonical);
    expect(auth.signIn.mock.calls).toEqual([[{ returnTo: canonical, isAutomatic: true }]]);
  });

  test.each([
    ['/Login/?code=1&state=2', '/login?code=1&state=2', '/login'],
    ['/LOGOUT', '/logout', '/logout'],
    ['/no-access/?need=area.admin', '/no-access?need=area.admin', '/no-access'],
    ['/Nothing/here//', '/Nothing/here', '/$'],
    ['/%zz', '/%25zz', '/$'],
    ['/accounts/1/2', '/accounts/1/2', '/$'],
    ['/nothing/%41/%2F%2Fb/', '/nothing/A/%2F%2Fb', '/$'],
    ['/%2F%2Fevil.test', '/%2F%2Fevil.test', '/$'],
  ])('%s is %s, which needs no session', async (written, canonical, route) => {
    signOut();
    const { router, auth, settle, shown, remembered } = openConsole(written);
    await settle();
    expect(shown()).toBe(canonical);
    expect(router.state.matches.at(-1)?.fullPath).toBe(route);
    expect(auth.signIn).not.toHaveBeenCalled();
    expect(remembered()).toEqual([null, null]);
  });

  test('the original URL has no history entry', async () => {
    signIn(['ADMIN']);
    const { settle, shown } = openConsole('/Accounts');
    const { length } = window.history;
    await settle();
    expect([shown(), window.history.length]).toEqual(['/accounts', length]);
  });
});

describe('start page', () => {
  test.each([
    ['/', '/stores', '/stores'],
    ['/', '/', '/'],
    ['/accounts', '/stores', '/accounts'],
    ['/', '/campaigns', '/'],
  ] as const)('a person who opens %s and whose start page is %s is at %s', async (address, chosen, end) => {
    signIn(['MARKETING']);
    const { settle, shown } = openConsole(address);
    vi.mocked(settings.startPage).mockResolvedValue(chosen);
    await settle();
    expect(shown()).toBe(end);
  });

  test.each(['/', '/accounts'])('a link to the index page leads there, after a start at %s', async (address) => {
    signIn(['MARKETING']);
    const { router, settle, shown } = openConsole(address);
    vi.mocked(settings.startPage).mockResolvedValue('/stores');
    await settle();
    await router.navigate({ to: '/' });
    expect(shown()).toBe('/');
  });

  test('still applies after a page that was only preloaded', async () => {
    signIn(['MARKETING']);
    const { router, settle, shown } = openConsole('/no-access');
    vi.mocked(settings.startPage).mockResolvedValue('/stores');
    await settle();
    await router.preloadRoute({ to: '/accounts' });
    await router.navigate({ to: '/' });
    expect(shown()).toBe('/stores');
  });
});

describe('sign-in check [spec 2.4, 2.32]', () => {
  test('runs on every navigation to a screen', async () => {
    signIn(['ADMIN']);
    const { router, auth, settle } = openConsole('/accounts?q=a');
    await settle();
    signOut();
    void router.navigate({ to: '/stores', search: { q: 'b' }, hash: 'rows' });
    await until(() => expect(auth.signIn).toHaveBeenCalledWith({ returnTo: '/stores?q=b#rows', isAutomatic: true }));
  });

  test('does not run for a page that is only preloaded', async () => {
    signOut();
    const { router, auth, settle } = openConsole('/no-access');
    await settle();
    void router.preloadRoute({ to: '/accounts' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(auth.signIn).not.toHaveBeenCalled();
  });

  test('waits while the browser is on its way to sign-in after an expiry', async () => {
    signIn(['ADMIN']);
    const { router, auth, settle, shown } = openConsole('/accounts');
    await settle();
    signOut('expired');
    void router.navigate({ to: '/stores' });
    await until(() => expect(router.state.status).toBe('pending'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(auth.signIn).not.toHaveBeenCalled();
    expect(shown()).toBe('/stores');
  });

  test.each(['unreachable', 'no answer within 10 s'])(
    'that fails (%s) leads to /no-access, which offers the address again [spec 2.33]',
    async (why) => {
      signOut();
      const { router, auth, settle, shown, remembered } = openConsole('/accounts?state=ACTIVE#rows');
      auth.signIn.mockRejectedValue(new Error(why));
      await settle();
      await until(() => expect(router.state.status).toBe('idle'));
      expect(shown()).toBe('/no-access?retry=%2Faccounts%3Fstate%3DACTIVE%23rows');
      expect(remembered()).toEqual([null, null]);
    },
  );

  test('that fails for a URL that is too long to store offers its path [sign-in 8]', async () => {
    signOut();
    const { router, auth, settle, shown } = openConsole(`/accounts?q=${'x'.repeat(5000)}`);
    auth.signIn.mockRejectedValue(new Error('down'));
    await settle();
    await until(() => expect(router.state.status).toBe('idle'));
    expect(shown()).toBe('/no-access?retry=%2Faccounts');
  });
});

describe('route memory [spec 2.4, 2.28]', () => {
  test('has a screen once its guards have passed, for the tab and for the browser', async () => {
    signIn(['ADMIN']);
    const { router, settle, remembered } = openConsole('/accounts?q=a#rows');
    await settle();
    expect(remembered()).toEqual(['/accounts?q=a#rows', '/accounts?q=a#rows']);
    await router.navigate({ to: '/admin/areas' });
    expect(remembered()).toEqual(['/admin/areas', '/admin/areas']);
  });

  test('never has a forbidden one, /no-access, an unknown one or a preloaded one', async () => {
    signIn(['MARKETING']);
    const { router, settle, remembered, shown } = openConsole('/accounts');
    await settle();
    await router.navigate({ to: '/admin/areas' });
    expect(shown()).toBe('/no-access?need=area.admin');
    await router.navigate({ href: '/nothing' });
    const inAdvance = await router.preloadRoute({ to: '/stores' });
    expect(inAdvance?.at(-1)?.fullPath).toBe('/stores');
    await router.navigate({ href: '/logout' });
    expect(remembered()).toEqual(['/accounts', '/accounts']);
  });

  test('does not have one that was superseded by another navigation', async () => {
    signIn(['CAMPAIGN-STREAMER']);
    const answer = Promise.withResolvers<never>();
    const request = vi.fn(() => answer.promise);
    const { router, settle, remembered } = openConsole('/campaigns', request);
    await settle();
    void router.navigate({ href: '/campaigns/slow' });
    await until(() => expect(request).toHaveBeenCalled());
    await router.navigate({ href: '/campaigns?q=fast' });
    answer.resolve({ record: { id: 'slow' } } as never);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(remembered()).toEqual(['/campaigns?q=fast', '/campaigns?q=fast']);
  });
});

describe('guards [spec 2.4, 2.18, 2.19, 2.20, 2.21, 6.2, 6.7]', () => {
  test.each([
    [['MARKETING'], '/admin/areas', '/no-access?need=area.admin'],
    [['CAMPAIGN-VIEWER'], '/campaigns/1', '/no-access?need=area.campaign'],
    [['MARKETING'], '/campaigns', '/no-access?need=area.campaigns'],
    [['CAMPAIGN-MANAGER'], '/accounts', '/no-access?need=area.root'],
    [['CAMPAIGN-MANAGER'], '/', '/campaigns'],
    [[], '/', '/no-access?need=area.root'],
    [['ADMIN'], '/', '/'],
  ] as const)('%j at %s end at %s', async (roles, path, end) => {
    signIn(roles);
    const { settle, shown, auth } = openConsole(path);
    await settle();
    expect(shown()).toBe(end);
    expect(auth.signIn).not.toHaveBeenCalled();
  });
});

describe('extra check of /campaigns/{id} [spec 2.20, 6.5, 6.9] [campaigns 15]', () => {
  const notFound = () => Promise.reject(new RequestError('record.not-found'));
  const down = () => Promise.reject(new RequestError('network.unreachable'));

  test('admits a streamer whom the campaign names, and reuses its answer for the page', async () => {
    signIn(['CAMPAIGN-STREAMER']);
    const { settle, shown } = openConsole('/campaigns/1?tab=own', () =>
      Promise.resolve({ record: { id: '1' } } as never),
    );
    await settle();
    expect(shown()).toBe('/campaigns/1?tab=own');
    expect(queryClient.getQueriesData({ queryKey: ['campaign', '1', 'record'] }).map(([, data]) => data)).toEqual([
      { id: '1' },
    ]);
  });

  test('refuses a streamer whom the campaign does not name [spec 2.34]', async () => {
    signIn(['CAMPAIGN-STREAMER']);
    const { settle, shown, remembered } = openConsole('/campaigns/1', notFound);
    await settle();
    expect(shown()).toBe('/no-access');
    expect(remembered()).toEqual([null, null]);
  });

  test('that throws leads to /no-access, which offers the address again [spec 2.33]', async () => {
    signIn(['CAMPAIGN-STREAMER']);
    const { settle, shown, remembered } = openConsole('/campaigns/1', down);
    await settle();
    expect(shown()).toBe('/no-access?retry=%2Fcampaigns%2F1');
    expect(console.warn).toHaveBeenCalledWith('Access could not be checked:', new RequestError('network.unreachable'));
    expect(remembered()).toEqual([null, null]);
  });

  test('that takes too long does the same, and its request is cancelled [spec 2.33]', async () => {
    signIn(['CAMPAIGN-STREAMER']);
    let signal: AbortSignal | undefined;
    const { router, settle, shown } = openConsole('/campaigns', (_document, _variables, options) => {
      signal = options?.signal;
      return new Promise(() => undefined);
    });
    await settle();
    vi.useFakeTimers();
    void router.navigate({ href: '/campaigns/1' });
    await vi.advanceTimersByTimeAsync(EXTRA_CHECK_TIMEOUT_MS - 1);
    expect([shown(), signal?.aborted]).toEqual(['/campaigns/1', false]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await until(() => expect(shown()).toBe('/no-access?retry=%2Fcampaigns%2F1'));
    expect(signal?.aborted).toBe(true);
  });

  test('costs people who may open every campaign no request', async () => {
    signIn(['CAMPAIGN-MANAGER']);
    const request = vi.fn(notFound);
    const { settle, shown } = openConsole('/campaigns/1', request);
    await settle();
    expect([shown(), request.mock.calls]).toEqual(['/campaigns/1', []]);
  });
});
