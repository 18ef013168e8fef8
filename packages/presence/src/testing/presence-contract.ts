import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OnlineEntry, Presence, PresenceLink, RealtimeUser } from '../presence.port.ts';

interface ContractPerson {
  readonly uid: string;
  readonly adminToken: string;
}

/** A realtime backend under test: settings of an adapter, and its events. */
export interface ContractBackend {
  connect(): Promise<Presence> | Presence;
  /** Entries that are online before a test. */
  readonly base: number;
  /** Id of a person, and an admin token; null where this kind of token is impossible. */
  person(name: 'anna' | 'ben', kind: 'good' | 'forged' | 'expired'): Promise<ContractPerson | null> | ContractPerson;
  put(firebaseId: string, storeSid: string | null): Promise<void> | void;
  drop(firebaseId: string): Promise<void> | void;
  /** Firebase id of an account with a picture. */
  withPicture(): Promise<string> | string;
  /** For backends that can refuse existing pictures. */
  readonly forbidPicture?: (firebaseId: string) => void;
  /** Stops and loses all connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Shuts everything down. */
  close(): Promise<void>;
}

const WAIT = { timeout: 20_000, interval: 20 };

/** The contract of both adapters (`Presence`), run against a backend of each. */
export function presenceContract(name: string, open: () => Promise<ContractBackend>): void {
  describe(name, () => {
    let backend: ContractBackend;
    let presences: Presence[];
    const connect = async () => {
      const presence = await backend.connect();
      presences.push(presence);
      return presence;
    };
    const person = async (name: 'anna' | 'ben') => {
      const known = await backend.person(name, 'good');
      if (!known) throw new Error(`Nobody is called ${name}`);
      return known;
    };
    /** A presence with a signed-in user. */
    const signedIn = async (name: 'anna' | 'ben' = 'anna') => {
      const presence = await connect();
      await presence.signIn((await person(name)).adminToken);
      return presence;
    };

    beforeEach(async () => {
      presences = [];
      backend = await open();
    });
    afterEach(async () => {
      for (const presence of presences) presence.dispose();
      await backend.close();
    });

    test('reports no user, signs in with the admin token, and out [spec 4.12]', async () => {
      const presence = await connect();
      const users: (RealtimeUser | null)[] = [];
      presence.onAuth((user) => users.push(user));
      await vi.waitFor(() => expect(users).toEqual([null]), WAIT);
      const { uid, adminToken } = await person('anna');
      expect(await presence.signIn(adminToken)).toEqual({ uid });
      await vi.waitFor(() => expect(users).toEqual([null, { uid }]), WAIT);
      await presence.signOut();
      await vi.waitFor(() => expect(users).toEqual([null, { uid }, null]), WAIT);
    });

    test.each(['forged', 'expired'] as const)('refuses an admin token that is %s [spec 7.24]', async (kind) => {
      const refused = await backend.person('anna', kind);
      if (!refused) return;
      const presence = await connect();
      await expect(presence.signIn(refused.adminToken)).rejects.toMatchObject({
        name: 'PresenceError',
        code: 'auth/invalid-custom-token',
      });
    });

    test('a backend that does not answer is a failed network request [spec 8.29]', async () => {
      const { adminToken } = await person('anna');
      await backend.stop();
      const presence = await connect();
      await expect(presence.signIn(adminToken)).rejects.toMatchObject({ code: 'auth/network-request-failed' });
    });

    test('counts the collection, immediately and on each change [spec 7.20]', async () => {
      await backend.put('fb-1', 'ST1');
      const presence = await signedIn();
      const counts: number[] = [];
      presence.onlineCount((count) => counts.push(count - backend.base));
      await vi.waitFor(() => expect(counts).toEqual([1]), WAIT);
      await backend.put('fb-2', null);
      await vi.waitFor(() => expect(counts.at(-1)).toBe(2), WAIT);
      await backend.drop('fb-1');
      await vi.waitFor(() => expect(counts.at(-1)).toBe(1), WAIT);
    });

    test('a late subscriber gets the known values, and an early one waits for the sign-in', async () => {
      await backend.put('fb-1', 'ST1');
      const presence = await connect();
      const early: number[] = [];
      presence.onlineCount((count) => early.push(count - backend.base));
      await presence.signIn((await person('anna')).adminToken);
      await vi.waitFor(() => expect(early).toEqual([1]), WAIT);
      const late: number[] = [];
      presence.onlineCount((count) => late.push(count - backend.base));
      await vi.waitFor(() => expect(late).toEqual([1]), WAIT);
    });

    test('counts stores one by one; a person who moves is counted in one store [spec 7.21]', async () => {
      await backend.put('fb-1', 'ST1');
      await backend.put('fb-2', 'ST1');
      const presence = await signedIn();
      const seen: Record<string, number>[] = [];
      presence.onlineByStore(['ST1', 'ST2'], (counts) => seen.push(Object.fromEntries(counts)));
      await vi.waitFor(() => expect(seen.at(-1)).toEqual({ ST1: 2, ST2: 0 }), WAIT);
      await backend.put('fb-2', 'ST2');
      await vi.waitFor(() => expect(seen.at(-1)).toEqual({ ST1: 1, ST2: 1 }), WAIT);
    });

    test('an empty list of stores is answered immediately', async () => {
      const presence = await signedIn();
      const seen: number[] = [];
      presence.onlineByStore([], (counts) => seen.push(counts.size));
      await vi.waitFor(() => expect(seen).toEqual([0]), WAIT);
    });

    test('reports the entry of an account: offline, in a store, in none, offline [spec 3.14]', async () => {
      const presence = await signedIn();
      const seen: (OnlineEntry | null)[] = [];
      presence.onlineEntry('fb-7', (entry) => seen.push(entry));
      await vi.waitFor(() => expect(seen).toEqual([null]), WAIT);
      await backend.put('fb-7', 'ST9');
      await vi.waitFor(() => expect(seen.at(-1)).toEqual({ store_sid: 'ST9' }), WAIT);
      await backend.put('fb-7', null);
      await vi.waitFor(() => expect(seen.at(-1)).toEqual({ store_sid: null }), WAIT);
      await backend.drop('fb-7');
      await vi.waitFor(() => expect(seen.at(-1)).toBeNull(), WAIT);
    });

    test('an invalid id is online nowhere, and has no side effects [spec 7.22]', async () => {
      const ids = ['', 'a/b', '../x', 'a.b', 'a$b', 'line\nbreak', 'x'.repeat(500)];
      const presence = await signedIn();
      const told: unknown[] = [];
      for (const id of ids) presence.onlineEntry(id, (entry) => told.push(entry));
      presence.onlineByStore(ids, (counts) => told.push(Object.fromEntries(counts)));
      const counts: number[] = [];
      presence.onlineCount((count) => counts.push(count - backend.base));
      const nowhere = Object.fromEntries(ids.map((id) => [id, 0]));
      await vi.waitFor(() => expect(told).toEqual([...ids.map(() => null), nowhere]), WAIT);
      await backend.put('fb-1', null);
      await vi.waitFor(() => expect(counts.at(-1)).toBe(1), WAIT);
    });

    test('after an outage of the backend it continues with current values, and reports the outage [presence 2]', async () => {
      await backend.put('fb-1', 'ST1');
      const presence = await signedIn();
      const counts: number[] = [];
      const links: PresenceLink[] = [];
      presence.onLink((link) => links.push(link));
      presence.onlineCount((count) => counts.push(count - backend.base));
      await vi.waitFor(() => expect(counts).toEqual([1]), WAIT);
      await vi.waitFor(() => expect(links.at(-1)?.state).toBe('live'), WAIT);
      await backend.stop();
      await vi.waitFor(() => expect(links.at(-1)?.state).toBe('lost'), WAIT);
      expect(Math.abs((links.at(-1)?.since ?? 0) - Date.now())).toBeLessThan(10_000);
      await backend.start();
      await backend.put('fb-1', 'ST1');
      await backend.put('fb-2', null);
      await vi.waitFor(() => expect(counts.at(-1)).toBe(2), WAIT);
      await vi.waitFor(() => expect(links.at(-1)?.state).toBe('live'), WAIT);
    });

    test('a listener is not called after its subscription has ended', async () => {
      const presence = await signedIn();
      const ended: unknown[] = [];
      const going: number[] = [];
      const ends = [
        presence.onlineCount((count) => ended.push(count)),
        presence.onlineEntry('fb-1', (entry) => ended.push(entry)),
        presence.onlineByStore(['ST1'], (counts) => ended.push(counts)),
        presence.onAuth((user) => ended.push(user)),
        presence.onLink((link) => ended.push(link)),
      ];
      presence.onlineCount((count) => going.push(count - backend.base));
      await vi.waitFor(() => expect(going).toEqual([0]), WAIT);
      for (const end of [...ends, ...ends]) end();
      ended.length = 0;
      await backend.put('fb-1', 'ST1');
      await vi.waitFor(() => expect(going).toEqual([0, 1]), WAIT);
      await presence.signOut();
      expect(ended).toEqual([]);
    });

    test('a listener that throws affects no others', async () => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const presence = await signedIn();
      const fail = () => {
        throw new Error('A mistake of the host');
      };
      const counts: number[] = [];
      const links: PresenceLink['state'][] = [];
      const maps: unknown[] = [];
      presence.onlineCount(fail);
      presence.onlineByStore(['ST1'], fail);
      presence.onlineCount((count) => counts.push(count - backend.base));
      presence.onlineByStore(['ST1'], (found) => maps.push(found.get('ST1')));
      presence.onLink(({ state }) => links.push(state));
      await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
      await backend.put('fb-1', 'ST1');
      await vi.waitFor(() => expect([counts.at(-1), maps.at(-1)]).toEqual([1, 1]), WAIT);
      expect(links).not.toContain('lost');
      expect(logged).toHaveBeenCalled();
      logged.mockRestore();
    });

    test('no listener is called after dispose', async () => {
      const presence = await signedIn();
      const told: unknown[] = [];
      presence.onlineCount((count) => told.push(count - backend.base));
      await vi.waitFor(() => expect(told).toEqual([0]), WAIT);
      presence.onAuth((user) => told.push(user));
      presence.onLink((link) => told.push(link));
      told.length = 0;
      presence.dispose();
      const witness = await signedIn();
      const seen: number[] = [];
      witness.onlineCount((count) => seen.push(count - backend.base));
      await backend.put('fb-1', null);
      await vi.waitFor(() => expect(seen.at(-1)).toBe(1), WAIT);
      expect(told).toEqual([]);
    });

    test('another user sees no values of the previous one', async () => {
      await backend.put('fb-1', 'ST1');
      const presence = await signedIn('anna');
      const first: number[] = [];
      presence.onlineCount((count) => first.push(count - backend.base));
      await vi.waitFor(() => expect(first).toEqual([1]), WAIT);
      await presence.signOut();
      const between: number[] = [];
      presence.onlineCount((count) => between.push(count - backend.base));
      expect(between).toEqual([]);
      await presence.signIn((await person('ben')).adminToken);
      await vi.waitFor(() => expect(between).toEqual([1]), WAIT);
    });

    test('returns the URL of a picture, or an error with the reason [spec 3.15, 8.8]', async () => {
      const firebaseId = await backend.withPicture();
      const presence = await signedIn();
      const { url } = await presence.pictureUrl(firebaseId);
      expect(decodeURIComponent(new URL(url).pathname)).toContain(`profile_pictures/${firebaseId}.png`);
      await expect(presence.pictureUrl('fb-of-nobody')).rejects.toMatchObject({
        name: 'PresenceError',
        message: 'Error in fetching profile picture',
        code: 'storage/object-not-found',
      });
      if (!backend.forbidPicture) return;
      backend.forbidPicture('fb-3');
      await expect(presence.pictureUrl('fb-3')).rejects.toMatchObject({ code: 'storage/unauthorized' });
    });

    test('returns no picture without a signed-in user [spec 8.8]', async () => {
      const presence = await connect();
      await expect(presence.pictureUrl(await backend.withPicture())).rejects.toMatchObject({
        message: 'Error in fetching profile picture',
        code: 'storage/unauthenticated',
      });
    });
  });
}
