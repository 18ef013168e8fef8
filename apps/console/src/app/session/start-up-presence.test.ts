// @vitest-environment happy-dom
import type { AuthSDK } from '@backcounter/auth';
import { createEmbeddedPresence } from '@backcounter/presence/embedded';
import { createFirebasePresence } from '@backcounter/presence/firebase';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from '../../lib/api/connection.ts';
import { keepPresenceSignedIn } from '../../lib/presence/presence-sign-in.ts';
import { presenceSource } from '../../lib/presence/presence-source.ts';
import { type ConsoleConfig, readConfig } from '../../lib/settings/config.ts';
import { createPresenceStart } from './start-up-presence.ts';

vi.mock('@backcounter/presence/embedded', () => ({ createEmbeddedPresence: vi.fn() }));
vi.mock('@backcounter/presence/firebase', () => ({ createFirebasePresence: vi.fn() }));
vi.mock('../../lib/presence/presence-sign-in.ts', () => ({ keepPresenceSignedIn: vi.fn() }));

const PROJECT = { apiKey: 'key', projectId: 'shop', databaseUrl: 'https://shop.firebaseio.test' };
type Link = Parameters<ReturnType<typeof createEmbeddedPresence>['onLink']>[0];

let tellLink: Link;
const presence = {
  onLink: (listener: Link) => {
    tellLink = listener;
  },
};

/** Follows the realtime backend of these settings for a person whose admin token is known. */
function follow(settings: Partial<ConsoleConfig>): void {
  const user = { profile: { sub: 'ada' }, roles: ['ADMIN'] };
  const auth = {
    userState: { logged: user, adminToken: 'admin-token', setAdminToken: () => undefined },
    getSnapshot: () => ({ status: 'signed-in', user }),
    subscribe: () => () => undefined,
  } as unknown as AuthSDK;
  createPresenceStart({ ...readConfig(document, 'https://console.test'), ...settings }, auth, () => undefined).follow();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.mocked(createEmbeddedPresence).mockReturnValue(presence as never);
  vi.mocked(createFirebasePresence).mockResolvedValue(presence as never);
});
const before = presenceSource.get();
afterEach(() => {
  presenceSource.set(before);
  connection.markRestored();
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('the realtime backend', () => {
  test.each([
    ['embedded', false],
    ['redis', false],
    ['firebase', true],
  ] as const)('%s is signed in to with the admin token [spec 7.24]', async (realtime, hasUnknownPictures) => {
    follow({ realtime, firebase: { ...PROJECT, storageBucket: null } });
    expect(createEmbeddedPresence).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    const [kept] = vi.mocked(keepPresenceSignedIn).mock.calls[0] ?? [];
    expect(kept?.presence).toBe(presence);
    expect([kept?.tokens.held(), kept?.subject.current()]).toEqual(['admin-token', 'ada']);
    expect(presenceSource.get().presence).toBe(presence);
    expect(presenceSource.get().hasUnknownPictures).toBe(hasUnknownPictures);
    expect(createFirebasePresence).toHaveBeenCalledTimes(realtime === 'firebase' ? 1 : 0);
  });

  test.each([
    [null, PROJECT],
    ['pictures', { ...PROJECT, storageBucket: 'pictures' }],
  ])('firebase with the bucket %s is the project of the page', async (storageBucket, project) => {
    follow({ realtime: 'firebase', firebase: { ...PROJECT, storageBucket } });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(createFirebasePresence).toHaveBeenCalledExactlyOnceWith(project);
  });

  test('whose code cannot be loaded is retried, five times with growing pauses', async () => {
    vi.mocked(createEmbeddedPresence).mockImplementation(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    follow({ realtime: 'embedded' });
    const counts = [];
    for (const wait of [2_000, 5_000, 10_000, 15_000, 20_000, 60_000]) {
      await vi.advanceTimersByTimeAsync(wait);
      counts.push(vi.mocked(createEmbeddedPresence).mock.calls.length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 5]);
    expect(console.warn).toHaveBeenCalledTimes(5);
    expect(keepPresenceSignedIn).not.toHaveBeenCalled();
  });

  test('of a page without a Firebase project is never signed in to', async () => {
    follow({ realtime: 'firebase', firebase: null });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(createFirebasePresence).not.toHaveBeenCalled();
    expect(keepPresenceSignedIn).not.toHaveBeenCalled();
  });

  test.each([
    ['live', true],
    ['lost', false],
  ] as const)('with a stream that is %s shows whether the server can be reached', async (state, isReached) => {
    follow({ realtime: 'embedded' });
    await vi.advanceTimersByTimeAsync(2_000);
    connection.markLost();
    tellLink({ state } as never);
    expect(connection.lostAt.get() === null).toBe(isReached);
  });
});
