import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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

let sdk: AuthSDK;
const manager = () => FakeManager.current;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
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

function make(): AuthSDK {
  sdk = new SDK({ ...SETTINGS, log: () => undefined });
  return sdk;
}

/** Storage events report writes of another tab to the shared store. */
async function otherTabStores(user: ReturnType<typeof storedUser>): Promise<void> {
  FakeManager.stored = user;
  window.dispatchEvent(Object.assign(new Event('storage'), { storageArea: window.localStorage, key: 'user' }));
  await settle();
}

describe('an unauthorized answer of one person after another has signed in, in a second tab [spec 4.20] [sign-in 12]', () => {
  const [ofAda, ofEve] = ['token of ada', 'token of eve'];
  const redirects = () =>
    manager()
      .names()
      .filter((name) => name === 'signinRedirect').length;
  beforeEach(async () => {
    FakeManager.stored = storedUser('ada');
    await make().start();
  });

  test.each([
    ['heard of the sign-in', () => otherTabStores(storedUser('eve'))],
    [
      'not heard of it yet',
      async () => {
        FakeManager.stored = storedUser('eve');
      },
    ],
  ])('keeps the newer one, whose session is shown, where this tab has %s', async (_name, signIn) => {
    await signIn();
    await sdk.sessionExpired(ofAda);
    await settle();
    expect([FakeManager.stored?.profile.sub, sdk.getSnapshot().user?.profile.sub, redirects()]).toEqual([
      'eve',
      'eve',
      0,
    ]);
    await sdk.sessionExpired(ofEve);
    expect([FakeManager.stored, sdk.getSnapshot().status, redirects()]).toEqual([null, 'expired', 1]);
  });

  test('keeps the newer one when a second answer comes while this tab leaves', async () => {
    await sdk.sessionExpired(ofAda);
    FakeManager.stored = storedUser('eve');
    await sdk.sessionExpired(ofAda);
    expect([FakeManager.stored?.profile.sub, redirects()]).toEqual(['eve', 1]);
  });

  test('signs no one in after a sign-out in another tab', async () => {
    FakeManager.stored = null;
    await sdk.sessionExpired(ofAda);
    expect([sdk.getSnapshot().status, redirects()]).toEqual(['signed-out', 0]);
  });

  test('keeps the newer one when renewing the older one fails', async () => {
    FakeManager.stored = Object.assign(storedUser('ada'), { expires_at: Math.floor(Date.now() / 1000) + 30 });
    manager().silent = () => {
      FakeManager.stored = storedUser('eve');
      throw new Error('Signed out during the renewal');
    };
    expect(await sdk.getAccessToken()).toBe(ofEve);
    expect([FakeManager.stored?.profile.sub, sdk.getSnapshot().user?.profile.sub, redirects()]).toEqual([
      'eve',
      'eve',
      0,
    ]);
  });
});
