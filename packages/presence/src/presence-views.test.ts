import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PresenceError, type PresenceErrorCode } from './presence.error.ts';
import type { PictureUrl, Presence, RealtimeUser, ValueListener } from './presence.port.ts';
import { PresenceViews } from './presence-views.ts';

/** A presence whose values the test sets. */
class SpokenPresence implements Presence {
  readonly open: string[] = [];
  readonly closed: string[] = [];
  readonly asked: string[] = [];
  answer: (firebaseId: string) => PictureUrl | PresenceErrorCode = (id) => ({ url: `/${id}`, expiresAt: null });
  readonly #listeners = new Map<string, ValueListener<never>>();

  say(key: string, value: unknown): void {
    this.#listeners.get(key)?.(value as never);
  }
  signIn = async (uid: string): Promise<RealtimeUser> => ({ uid });
  signOut = async () => undefined;
  onAuth = (listener: ValueListener<RealtimeUser | null>) => this.#watch('auth', listener);
  onLink = (listener: ValueListener<never>) => this.#watch('link', listener);
  onlineCount = (listener: ValueListener<number>) => this.#watch('online', listener);
  onlineEntry = (id: string, listener: ValueListener<never>) => this.#watch(`entry:${id}`, listener);
  onlineByStore = (sids: readonly string[], listener: ValueListener<ReadonlyMap<string, number>>) =>
    this.#watch(`store:${sids.join()}`, (count: number) => listener(new Map([[sids.join(), count]])));
  async pictureUrl(firebaseId: string): Promise<PictureUrl> {
    this.asked.push(firebaseId);
    const answer = this.answer(firebaseId);
    if (typeof answer === 'string') throw new PresenceError(answer, 'Error in fetching profile picture');
    return answer;
  }
  dispose = () => undefined;

  #watch(key: string, listener: ValueListener<never>) {
    this.open.push(key);
    this.#listeners.set(key, listener);
    return () => {
      this.closed.push(key);
      this.#listeners.delete(key);
    };
  }
}

let presence: SpokenPresence;
let views: PresenceViews;
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.useFakeTimers();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  presence = new SpokenPresence();
  views = new PresenceViews(presence);
  views.start();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const signIn = (uid: string | null) => presence.say('auth', uid === null ? null : { uid });

describe('values', () => {
  test('are subscribed to once for all listeners, until a second after the last one', () => {
    const ends = [1, 2, 3].map(() => views.entries.subscribe('fb-1', vi.fn()));
    for (const end of [...ends, ...ends]) end();
    expect([presence.open, presence.closed]).toEqual([['auth', 'entry:fb-1'], []]);
    vi.advanceTimersByTime(999);
    const again = views.entries.subscribe('fb-1', vi.fn());
    vi.advanceTimersByTime(5000);
    expect(presence.closed).toEqual([]);
    again();
    vi.advanceTimersByTime(1000);
    expect(presence.closed).toEqual(['entry:fb-1']);
  });

  test('report only changes', () => {
    const seen = vi.fn();
    views.subscribeCount(seen);
    expect(views.count()).toBeNull();
    presence.say('online', 3);
    presence.say('online', 3);
    expect(views.count()).toBe(3);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  test('of a store are missing while they are unknown', () => {
    views.stores.subscribe('ST1', vi.fn());
    views.stores.subscribe('ST2', vi.fn());
    presence.say('store:ST1', 0);
    expect(views.storeCounts(['ST1', 'ST2'])).toEqual(new Map([['ST1', 0]]));
  });

  test('of one person are not shown to another', () => {
    signIn('anna');
    const seen = vi.fn();
    views.subscribeCount(seen);
    presence.say('online', 3);
    signIn('ben');
    expect(views.count()).toBeNull();
    expect(seen).toHaveBeenCalledTimes(2);
  });

  test('are kept while a session is renewed, and cleared when no one signs in for ten seconds', () => {
    signIn('anna');
    views.subscribeCount(vi.fn());
    presence.say('online', 3);
    signIn(null);
    vi.advanceTimersByTime(9000);
    signIn('anna');
    vi.advanceTimersByTime(60_000);
    expect(views.count()).toBe(3);
    signIn(null);
    vi.advanceTimersByTime(10_000);
    expect(views.count()).toBeNull();
  });
});

describe('pictures', () => {
  const look = (firebaseId: string) => views.pictures.subscribe(firebaseId, vi.fn());
  const settle = () => vi.advanceTimersByTimeAsync(0);

  test('are requested once, when a user is signed in', async () => {
    look('fb-1');
    look('fb-1');
    await settle();
    expect(presence.asked).toEqual([]);
    signIn('anna');
    await settle();
    expect(presence.asked).toEqual(['fb-1']);
    expect(views.pictures.get('fb-1')).toBe('/fb-1');
  });

  test('are requested three at a time, and not at all when out of sight before their turn', async () => {
    const answers: ((picture: PictureUrl) => void)[] = [];
    vi.spyOn(presence, 'pictureUrl').mockImplementation((id) => {
      presence.asked.push(id);
      return new Promise((resolve) => answers.push(resolve));
    });
    signIn('anna');
    const ends = Array.from({ length: 10 }, (_, at) => look(`fb-${at}`));
    await settle();
    expect(presence.asked).toEqual(['fb-0', 'fb-1', 'fb-2']);
    for (const end of ends.slice(3, 9)) end();
    answers[0]?.({ url: '/a', expiresAt: null });
    await settle();
    expect(presence.asked).toEqual(['fb-0', 'fb-1', 'fb-2', 'fb-9']);
  });

  test('that fail are logged, and requested again after a while: a missing picture later than a failed request [presence 3]', async () => {
    presence.answer = (id) => (id === 'none' ? 'storage/object-not-found' : 'storage/retry-limit-exceeded');
    signIn('anna');
    look('none');
    look('broken');
    await settle();
    expect([views.pictures.get('none'), views.pictures.get('broken')]).toEqual([null, null]);
    expect(warn.mock.calls.map((call: readonly unknown[]) => String(call[1]))).toEqual([
      'PresenceError: Error in fetching profile picture',
      'PresenceError: Error in fetching profile picture',
    ]);
    look('none');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(presence.asked).toEqual(['none', 'broken']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(presence.asked).toEqual(['none', 'broken', 'broken']);
    await vi.advanceTimersByTimeAsync(270_000);
    expect(presence.asked.filter((id) => id === 'none')).toEqual(['none', 'none']);
  });

  test('get a new URL a minute before the old one expires, while there is a listener', async () => {
    presence.answer = (id) => ({ url: `/${id}?${presence.asked.length}`, expiresAt: Date.now() + 900_000 });
    signIn('anna');
    const end = look('fb-1');
    await settle();
    await vi.advanceTimersByTimeAsync(839_000);
    expect(presence.asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(views.pictures.get('fb-1')).toBe('/fb-1?2');
    end();
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(presence.asked.length).toBe(2);
  });

  test('are requested once a minute at most where the clock of the browser is ahead', async () => {
    presence.answer = (id) => ({ url: `/${id}`, expiresAt: Date.now() - 3_600_000 });
    signIn('anna');
    look('fb-1');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(presence.asked.length).toBe(11);
  });

  test('that have changed are requested again, and an answer for the old one is ignored', async () => {
    const answers: ((picture: PictureUrl) => void)[] = [];
    vi.spyOn(presence, 'pictureUrl').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    signIn('anna');
    look('fb-1');
    views.pictures.renew('fb-1');
    views.pictures.renew('fb-of-nobody');
    await settle();
    answers[1]?.({ url: '/new', expiresAt: null });
    await settle();
    answers[0]?.({ url: '/old', expiresAt: null });
    await settle();
    expect(answers.length).toBe(2);
    expect(views.pictures.get('fb-1')).toBe('/new');
  });
});
