import type { RealtimeUser } from '@backcounter/presence';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepPresenceSignedIn } from './presence-sign-in.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

/** A token with an expiry, like real ones. */
function token(name: string, endsInSeconds = 3600): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part({ name, exp: NOW.getTime() / 1000 + endsInSeconds })}.sig`;
}

const refusal = (code: string) => Object.assign(new Error(code), { code });

/** A controllable realtime backend, and a console with a person. */
function scene({ held = null as string | null, sub = 'ada' as string | null } = {}) {
  const listeners = new Set<(user: RealtimeUser | null) => void>();
  const subjects = new Set<() => void>();
  let user: RealtimeUser | null = null;
  let fetched = 0;
  const world = {
    sub,
    held,
    backendIsKnown: true,
    report(next: RealtimeUser | null) {
      user = next;
      for (const listener of listeners) listener(next);
    },
    become(next: string | null) {
      world.sub = next;
      for (const listener of subjects) listener();
    },
    signIn: vi.fn(async (_token: string): Promise<RealtimeUser> => {
      const signedIn = { uid: world.sub ?? '' };
      world.report(signedIn);
      return signedIn;
    }),
    signOut: vi.fn(async () => world.report(null)),
    fetch: vi.fn(async (): Promise<string | null> => {
      fetched += 1;
      world.held = token(`fresh-${fetched}`);
      return world.held;
    }),
    user: () => user,
    start: () =>
      keepPresenceSignedIn({
        presence: {
          signIn: world.signIn,
          signOut: world.signOut,
          onAuth: (listener) => {
            listeners.add(listener);
            if (world.backendIsKnown) listener(user);
            return () => listeners.delete(listener);
          },
        },
        subject: {
          current: () => world.sub,
          subscribe: (listener) => {
            subjects.add(listener);
            return () => subjects.delete(listener);
          },
        },
        tokens: { held: () => world.held, fetch: world.fetch },
      }),
  };
  return world;
}

const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('when the realtime backend reports no user', () => {
  test('signs in with the stored admin token, once [spec 4.12]', async () => {
    const held = token('held');
    const world = scene({ held });
    world.start();
    await passing(60_000);
    expect(world.signIn.mock.calls).toEqual([[held]]);
    expect(world.fetch).not.toHaveBeenCalled();
  });

  test('fetches a token when none is held', async () => {
    const world = scene();
    world.start();
    await passing(0);
    expect(world.signIn.mock.calls).toEqual([[token('fresh-1')]]);
  });

  test('does not use an expired token', async () => {
    const world = scene({ held: token('old', -1) });
    world.start();
    await passing(0);
    expect(world.signIn.mock.calls).toEqual([[token('fresh-1')]]);
  });

  test('fetches a fresh one immediately when the stored one is refused [spec 4.12]', async () => {
    const world = scene({ held: 'opaque' });
    world.signIn.mockRejectedValueOnce(refusal('auth/invalid-custom-token'));
    world.start();
    await passing(0);
    expect(world.signIn.mock.calls).toEqual([['opaque'], [token('fresh-1')]]);
    expect(world.user()).toEqual({ uid: 'ada' });
    expect(console.warn).not.toHaveBeenCalled();
  });

  test('waits for its report before it does anything', async () => {
    const world = scene();
    world.backendIsKnown = false;
    world.start();
    await passing(60_000);
    expect(world.signIn).not.toHaveBeenCalled();
    world.report({ uid: 'ada' });
    await passing(60_000);
    expect(world.signIn).not.toHaveBeenCalled();
  });

  test('signs in again when its session has ended [spec 4.12]', async () => {
    const world = scene();
    world.start();
    await passing(0);
    world.report(null);
    await passing(0);
    expect(world.signIn).toHaveBeenCalledTimes(2);
    expect(world.user()).toEqual({ uid: 'ada' });
  });
});

describe('failures', () => {
  test('are only logged, and retried at growing intervals [spec 8.9]', async () => {
    const world = scene({ held: token('held') });
    world.signIn.mockRejectedValue(refusal('auth/network-request-failed'));
    world.start();
    await passing(0);
    const times: number[] = [];
    let calls = world.signIn.mock.calls.length;
    for (let second = 1; second <= 300; second += 1) {
      await passing(1000);
      if (world.signIn.mock.calls.length > calls) times.push(second);
      calls = world.signIn.mock.calls.length;
    }
    expect(console.warn).toHaveBeenCalledWith('Online status:', expect.any(Error));
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
    expect(gaps[0]).toBeLessThanOrEqual(3);
    expect(Math.max(...gaps)).toBeGreaterThan(20);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(76);
    expect(times.length).toBeLessThan(15);
  });

  test('a failed fetch of the token is one of them', async () => {
    const world = scene();
    world.fetch.mockRejectedValueOnce(new Error('down'));
    world.start();
    await passing(0);
    expect(world.signIn).not.toHaveBeenCalled();
    await passing(3000);
    expect(world.user()).toEqual({ uid: 'ada' });
  });

  test('requests for a person who was shut out are not repeated constantly', async () => {
    const world = scene({ held: token('held') });
    world.signIn.mockRejectedValue(refusal('auth/user-disabled'));
    world.start();
    await passing(44_000);
    expect(world.signIn).toHaveBeenCalledTimes(1);
  });

  test('a backend that signs in another person is left, without a storm of requests', async () => {
    const world = scene({ held: token('held') });
    world.signIn.mockImplementation(async () => {
      world.report({ uid: 'eve' });
      return { uid: 'eve' };
    });
    world.start();
    await passing(120_000);
    expect(world.signIn.mock.calls.length).toBeLessThan(8);
    expect(world.user()?.uid).not.toBe('ada');
  });

  test('it stops on request', async () => {
    const world = scene({ held: token('held') });
    world.signIn.mockRejectedValue(refusal('auth/network-request-failed'));
    const end = world.start();
    await passing(0);
    end();
    await passing(120_000);
    expect(world.signIn).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('people', () => {
  test('no one is signed in without a role', async () => {
    const world = scene({ sub: null });
    world.start();
    await passing(60_000);
    expect(world.signIn).not.toHaveBeenCalled();
    expect(world.fetch).not.toHaveBeenCalled();
  });

  test('a sign-in and a sign-out are repeated there [presence 1]', async () => {
    const world = scene({ sub: null });
    world.start();
    await passing(0);
    world.become('ada');
    await passing(0);
    expect(world.user()).toEqual({ uid: 'ada' });
    world.become(null);
    await passing(0);
    expect(world.signOut).toHaveBeenCalledTimes(1);
    expect(world.user()).toBeNull();
  });

  test('the session of another person is left first', async () => {
    const world = scene({ held: token('held') });
    world.report({ uid: 'eve' });
    world.start();
    await passing(0);
    expect(world.signOut).toHaveBeenCalledTimes(1);
    expect(world.user()).toEqual({ uid: 'ada' });
  });

  test('a renewed session of the same person changes nothing', async () => {
    const world = scene();
    world.start();
    await passing(0);
    world.become('ada');
    await passing(0);
    expect(world.signIn).toHaveBeenCalledTimes(1);
  });
});
