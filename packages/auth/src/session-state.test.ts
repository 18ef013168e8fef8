import { ErrorResponse } from 'oidc-client-ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthSettings } from './auth.settings.ts';
import type { AuthSDK } from './auth-sdk.ts';
import { MemoryStorage, SETTINGS } from './testing/fake-browser.ts';
import { FakeManager, storedUser } from './testing/fake-manager.ts';

// Other files of the same run have loaded the real one.
let SDK: typeof AuthSDK;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('./oidc-user-manager.ts', async (load) => ({
    ...(await load<object>()),
    OidcUserManager: FakeManager,
  }));
  ({ AuthSDK: SDK } = await import('./auth-sdk.ts'));
});
afterAll(() => {
  vi.doUnmock('./oidc-user-manager.ts');
  vi.resetModules();
});

/** The signed-in user in the SDK's snapshot, subscribers and user state; library and browser are doubles. */
let logs: string[];
let sdk: AuthSDK;
const manager = () => FakeManager.current;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  logs = [];
  FakeManager.stored = null;
  const page = Object.assign(new EventTarget(), {
    localStorage: new MemoryStorage(),
    location: new URL(SETTINGS.redirectUri),
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  sdk.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function make(settings: Partial<AuthSettings> = {}): AuthSDK {
  sdk = new SDK({ ...SETTINGS, log: (message) => logs.push(message), ...settings });
  return sdk;
}

/** Storage events report writes of another tab to the shared store. */
async function otherTabStores(user: ReturnType<typeof storedUser> | null, key: string | null = 'user'): Promise<void> {
  FakeManager.stored = user;
  window.dispatchEvent(Object.assign(new Event('storage'), { storageArea: window.localStorage, key }));
  await settle();
}

describe('the start', () => {
  test('reads the user, obtains the admin token, and only then shows the user [spec 4.9, 4.10, 4.11]', async () => {
    FakeManager.stored = storedUser('ada');
    const answer = Promise.withResolvers<string>();
    const seen = vi.fn();
    const obtainAdminToken = vi.fn<NonNullable<AuthSettings['obtainAdminToken']>>(() => answer.promise);
    make({ obtainAdminToken }).subscribe(seen);
    const started = sdk.start();
    await settle();
    expect(obtainAdminToken.mock.calls[0]?.[0].profile.sub).toBe('ada');
    // The token query needs the person in the snapshot.
    expect(sdk.getSnapshot()).toMatchObject({ status: 'signed-in', user: { profile: { sub: 'ada' } } });
    expect([sdk.userState.logged, sdk.userState.adminToken, seen.mock.calls.length]).toEqual([null, null, 0]);
    answer.resolve('admin token');
    expect(await started).toMatchObject({ profile: { sub: 'ada' } });
    expect([sdk.userState.logged?.profile.sub, sdk.userState.adminToken, seen.mock.calls.length]).toEqual([
      'ada',
      'admin token',
      1,
    ]);
    expect(obtainAdminToken).toHaveBeenCalledTimes(1);
  });

  test('without a user shows a visitor, and requests no token [spec 4.11]', async () => {
    const obtainAdminToken = vi.fn(async () => 'token');
    const seen = vi.fn();
    make({ obtainAdminToken }).subscribe(seen);
    expect(await sdk.start()).toBeNull();
    expect([sdk.getSnapshot(), seen.mock.calls.length]).toEqual([{ status: 'signed-out', user: null }, 1]);
    expect(obtainAdminToken).not.toHaveBeenCalled();
  });

  test('rejects with the error of the admin token, and the person is not admitted [spec 4.14]', async () => {
    FakeManager.stored = storedUser('ada');
    const seen = vi.fn();
    const error = new Error('first set up a second factor');
    make({ obtainAdminToken: () => Promise.reject(error) }).subscribe(seen);
    await expect(sdk.start()).rejects.toBe(error);
    expect([sdk.userState.logged, seen.mock.calls.length, logs]).toEqual([null, 0, ['The user was not let in']]);
    await expect(sdk.handleLoginCallback()).rejects.toBe(error);
  });

  test('with an expired user removes them if renewal fails', async () => {
    FakeManager.stored = Object.assign(storedUser('ada'), { expires_at: 1, refresh_token: undefined });
    expect(await make().start()).toBeNull();
    expect([FakeManager.stored, sdk.getSnapshot().status]).toEqual([null, 'signed-out']);
  });

  test('with an expired user keeps them if renewal succeeds', async () => {
    FakeManager.stored = Object.assign(storedUser('ada'), { expires_at: 1 });
    expect(await make().start()).toMatchObject({ profile: { sub: 'ada' } });
  });
});

describe('the user state', () => {
  test('counts only roles that the host knows: without any of them no one is logged in [spec 4.15, 4.16]', async () => {
    FakeManager.stored = storedUser('ada', 'a', ['CHEF']);
    await make({ knownRoles: ['ADMIN'] }).start();
    expect([sdk.userState.logged, sdk.getSnapshot().user?.roles, logs]).toEqual([null, [], ['No user roles detected']]);
    sdk.dispose();
    FakeManager.stored = storedUser('ada', 'a', ['CHEF', 'ADMIN']);
    await make({ knownRoles: ['ADMIN'] }).start();
    expect(sdk.userState.logged?.roles).toEqual(['ADMIN']);
  });

  test('is renewed immediately for the same person, whose admin token is kept [spec 4.18]', async () => {
    FakeManager.stored = storedUser('ada');
    const obtainAdminToken = vi.fn(async () => 'token');
    await make({ obtainAdminToken }).start();
    manager().load(storedUser('ada', 'renewed'));
    expect(sdk.userState.logged?.accessToken).toBe('renewed');
    expect([sdk.userState.adminToken, obtainAdminToken.mock.calls.length]).toEqual(['token', 1]);
  });

  test('is renewed while the admin token is being obtained, which is requested once', async () => {
    FakeManager.stored = storedUser('ada');
    const answer = Promise.withResolvers<string>();
    const obtainAdminToken = vi.fn(() => answer.promise);
    const started = make({ obtainAdminToken }).start();
    await settle();
    manager().load(storedUser('ada', 'renewed'));
    answer.resolve('token');
    await started;
    expect([sdk.userState.logged?.accessToken, obtainAdminToken.mock.calls.length]).toEqual(['renewed', 1]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['sign-out', () => sdk.signOut()],
    ['expiry', () => sdk.sessionExpired()],
    ['a sign-out in another tab', () => otherTabStores(null)],
  ])('is emptied by %s, the admin token too [spec 4.17, 4.18]', async (_name, leave) => {
    FakeManager.stored = storedUser('ada');
    await make({ obtainAdminToken: async () => 'token' }).start();
    expect([sdk.userState.logged?.profile.sub, sdk.userState.adminToken]).toEqual(['ada', 'token']);
    await leave();
    expect([sdk.userState.logged, sdk.userState.adminToken, sdk.getSnapshot().user]).toEqual([null, null, null]);
  });

  test('of another person starts without the admin token of the previous one [spec 4.18]', async () => {
    FakeManager.stored = storedUser('ada');
    const answers = [Promise.resolve('of ada'), new Promise<string>(() => undefined)];
    await make({ obtainAdminToken: () => answers.shift() ?? Promise.resolve('') }).start();
    await otherTabStores(storedUser('eve'));
    expect([sdk.userState.logged, sdk.userState.adminToken]).toEqual([null, null]);
    expect(sdk.getSnapshot().user?.profile.sub).toBe('eve');
  });

  test('does not get the admin token of a person who left before it arrived [spec 4.18]', async () => {
    FakeManager.stored = storedUser('ada');
    const ofAda = Promise.withResolvers<string>();
    const answers = [ofAda.promise, Promise.resolve('of eve')];
    const started = make({ obtainAdminToken: () => answers.shift() ?? Promise.resolve('') }).start();
    await settle();
    await otherTabStores(storedUser('eve'));
    ofAda.resolve('of ada');
    await started;
    await settle();
    expect([sdk.userState.logged?.profile.sub, sdk.userState.adminToken]).toEqual(['eve', 'of eve']);
  });
});

describe('other tabs', () => {
  const onSignedOutElsewhere = vi.fn();
  beforeEach(async () => {
    onSignedOutElsewhere.mockClear();
    FakeManager.stored = storedUser('ada');
    await make({ onSignedOutElsewhere }).start();
  });

  test.each(['user', null])(
    'a removed user signs out here, without removing anything (key %s) [spec 4.6]',
    async (key) => {
      await otherTabStores(null, key);
      expect(sdk.getSnapshot().status).toBe('signed-out');
      expect(onSignedOutElsewhere).toHaveBeenCalledTimes(1);
      expect(manager().names()).toEqual(['clearStaleState', 'unload']);
      await otherTabStores(null, key);
      expect(onSignedOutElsewhere).toHaveBeenCalledTimes(1);
    },
  );

  test('a removal that was followed by a newer sign-in is ignored [sign-in 6]', async () => {
    await otherTabStores(storedUser('ada', 'newer'));
    expect(sdk.getSnapshot()).toMatchObject({ status: 'signed-in', user: { accessToken: 'newer' } });
    expect(FakeManager.stored?.access_token).toBe('newer');
    expect(onSignedOutElsewhere).not.toHaveBeenCalled();
  });

  test('another entry, or another store, is ignored', async () => {
    await otherTabStores(null, 'other');
    FakeManager.stored = null;
    window.dispatchEvent(Object.assign(new Event('storage'), { storageArea: {}, key: 'user' }));
    await settle();
    expect(sdk.getSnapshot().status).toBe('signed-in');
  });

  test('the end of the session at the provider keeps a person who signed in elsewhere after a sign-out here', async () => {
    await otherTabStores(null);
    FakeManager.stored = storedUser('eve');
    for (const listener of manager().signedOut) listener();
    await settle();
    expect(sdk.getSnapshot().user?.profile.sub).toBe('eve');
  });

  test('the end of the session at the provider removes the user, and not one of a later sign-in [sign-in 6]', async () => {
    FakeManager.stored = storedUser('eve');
    for (const listener of manager().signedOut) listener();
    await settle();
    expect(sdk.getSnapshot().user?.profile.sub).toBe('eve');
    for (const listener of manager().signedOut) listener();
    await settle();
    expect([sdk.getSnapshot().status, FakeManager.stored]).toEqual(['signed-out', null]);
    expect(onSignedOutElsewhere).toHaveBeenCalledTimes(1);
  });
});

describe('an unauthorized answer', () => {
  test('logs the session-expired event, signs out and goes through sign-in once, to the remembered route [spec 4.19, 4.20]', async () => {
    FakeManager.stored = storedUser('ada');
    await make({ rememberedRoute: () => '/accounts?state=ACTIVE' }).start();
    await Promise.all([sdk.sessionExpired(), sdk.sessionExpired(), sdk.sessionExpired()]);
    expect(logs).toEqual(['Session expired']);
    expect(sdk.getSnapshot()).toEqual({ status: 'expired', user: null });
    expect(manager().names()).toEqual(['clearStaleState', 'removeUser', 'signinRedirect']);
    expect(manager().calls[2]?.[1]).toMatchObject({ state: { returnTo: '/accounts?state=ACTIVE' } });
  });

  test('is an error instead of a fourth sign-in within a minute', async () => {
    await make().start();
    for (const _time of [1, 2, 3]) {
      await sdk.sessionExpired();
      sdk.dispose();
      await make().start();
    }
    await expect(sdk.sessionExpired()).rejects.toMatchObject({
      kind: 'restarted-too-often',
    });
    expect([sdk.getSnapshot().status, manager().names()]).toEqual(['signed-out', ['clearStaleState', 'removeUser']]);
  });
});

describe('the callback of a sign-in', () => {
  test('has the user and the return target, after the admin token [spec 4.1, 4.11]', async () => {
    await make({ obtainAdminToken: async () => 'token' }).start();
    manager().callback = () => Object.assign(storedUser('ada'), { state: { returnTo: '/stores' } });
    expect(await sdk.handleLoginCallback()).toMatchObject({ user: { profile: { sub: 'ada' } }, returnTo: '/stores' });
    expect(sdk.userState.adminToken).toBe('token');
    manager().callback = () => Object.assign(storedUser('ada'), { state: { returnTo: 7 } });
    expect((await sdk.handleLoginCallback()).returnTo).toBeNull();
  });

  test('access denied removes the user and restarts sign-in once a minute, then is an error [spec 4.7]', async () => {
    FakeManager.stored = storedUser('ada');
    await make().start();
    const deny = () => {
      const error = new ErrorResponse({ error: 'access_denied', error_description: 'No' });
      manager().callback = () => {
        throw Object.assign(error, { state: { returnTo: '/stores' } });
      };
      return sdk.handleLoginCallback();
    };
    const restarts = () =>
      manager()
        .names()
        .filter((name) => name === 'signinRedirect').length;
    await expect(deny()).rejects.toMatchObject({ kind: 'access-denied', message: 'No' });
    expect([FakeManager.stored, sdk.getSnapshot().status, restarts()]).toEqual([null, 'signed-out', 1]);
    expect(manager().calls.at(-1)?.[1]).toMatchObject({ state: { returnTo: '/stores' } });
    vi.advanceTimersByTime(59_000);
    await expect(deny()).rejects.toMatchObject({ kind: 'access-denied' });
    expect(restarts()).toBe(1);
    vi.advanceTimersByTime(1_001);
    await expect(deny()).rejects.toMatchObject({ kind: 'access-denied' });
    expect(restarts()).toBe(2);
  });

  test('another failure is thrown, and nothing is restarted', async () => {
    await make().start();
    manager().callback = () => {
      throw new Error('State does not match');
    };
    await expect(sdk.handleLoginCallback()).rejects.toMatchObject({
      kind: 'invalid-response',
      message: 'State does not match',
    });
    expect(manager().names()).toEqual(['clearStaleState']);
  });
});

test('a subscriber is called on each change, until it unsubscribes', async () => {
  await make().start();
  const heard = vi.fn();
  const stop = sdk.subscribe(heard);
  manager().load(storedUser('ada'));
  await settle();
  stop();
  manager().load(storedUser('ada', 'renewed'));
  expect(heard).toHaveBeenCalledTimes(1);
});

test('after the SDK is disposed no event is handled, from this tab or another', async () => {
  FakeManager.stored = storedUser('ada');
  await make().start();
  const heard = vi.fn();
  sdk.subscribe(heard);
  sdk.onTokenExpiring(heard);
  sdk.dispose();
  manager().load(storedUser('ada', 'renewed'));
  for (const listener of manager().expiring) listener();
  await otherTabStores(null);
  expect(heard).not.toHaveBeenCalled();
  expect(sdk.getSnapshot().status).toBe('signed-in');
});

test('the warning before expiry reaches its listeners, until they unsubscribe [spec 4.8]', async () => {
  await make().start();
  const heard = vi.fn();
  const stop = sdk.onTokenExpiring(heard);
  for (const listener of manager().expiring) listener();
  stop();
  for (const listener of manager().expiring) listener();
  expect(heard).toHaveBeenCalledTimes(1);
});

test('signing out removes the user, revokes the refresh token and ends at the provider with the ID token [spec 4.6]', async () => {
  FakeManager.stored = storedUser('ada');
  await make().start();
  await sdk.signOut();
  expect(manager().calls).toEqual([
    ['clearStaleState'],
    ['removeUser'],
    ['revoke', 'refresh of token of ada'],
    ['signoutRedirect', { id_token_hint: 'id of token of ada' }],
  ]);
});

test('signing out again, in a signed-out tab, ends at the provider as well', async () => {
  await make().start();
  await sdk.signOut();
  expect([manager().calls.slice(-2), logs]).toEqual([
    [
      ['revoke', undefined],
      ['signoutRedirect', {}],
    ],
    [],
  ]);
});

test('the access token is the stored one until it expires, and null without a user', async () => {
  await make().start();
  expect(await sdk.getAccessToken()).toBeNull();
  FakeManager.stored = storedUser('ada');
  expect(await sdk.getAccessToken()).toBe('token of ada');
  expect(manager().names()).not.toContain('signinSilent');
});
