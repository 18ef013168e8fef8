import { expect, test, vi } from 'vitest';
import { FirebaseDouble } from '../testing/firebase-double.ts';
import { presenceContract } from '../testing/presence-contract.ts';
import { createFirebasePresence } from './index.ts';

let names = 0;
const name = () => {
  names += 1;
  return `presence-${names}`;
};

presenceContract('Firebase presence, with the SDK as it is [spec 7.24, 7.25]', async () => {
  const firebase = await new FirebaseDouble().start();
  return {
    connect: () => createFirebasePresence(firebase.settings(name())),
    base: 0,
    person: (uid, kind) => ({ uid, adminToken: `${kind}:${uid}` }),
    put: (firebaseId, storeSid) =>
      firebase.database.set(`online/${firebaseId}`, storeSid === null ? { since: 1 } : { store_sid: storeSid }),
    drop: (firebaseId) => firebase.database.set(`online/${firebaseId}`, null),
    withPicture() {
      firebase.pictures.set('fb-1', 'there');
      return 'fb-1';
    },
    forbidPicture: (firebaseId) => void firebase.pictures.set(firebaseId, 'forbidden'),
    stop: () => firebase.stop(),
    start: async () => void (await firebase.start()),
    close: () => firebase.stop(),
  };
});

test.each([
  ['disabled', 'auth/user-disabled'],
  ['flooding', 'auth/too-many-requests'],
])('Firebase’s error for a person who is %s keeps its code [spec 8.29]', async (kind, code) => {
  const firebase = await new FirebaseDouble().start();
  const presence = await createFirebasePresence(firebase.settings(name()));
  await expect(presence.signIn(`${kind}:anna`)).rejects.toMatchObject({ name: 'PresenceError', code });
  presence.dispose();
  await firebase.stop();
});

test('numbers are read from aggregate nodes when they are configured, and the collection is not [spec 7.21]', async () => {
  const firebase = await new FirebaseDouble().start();
  firebase.database.set('stats/online', 1_000_000);
  firebase.database.set('stats/stores/ST1', 7);
  const presence = await createFirebasePresence({
    ...firebase.settings(name()),
    countPath: 'stats/online',
    storeCountsPath: 'stats/stores',
  });
  const told: unknown[] = [];
  presence.onlineCount((count) => told.push(count));
  presence.onlineByStore(['ST1', 'ST2'], (counts) => told.push(Object.fromEntries(counts)));
  await presence.signIn('good:anna');
  await vi.waitFor(() => expect(told).toEqual(expect.arrayContaining([1_000_000, { ST1: 7, ST2: 0 }])), 10_000);
  expect(firebase.database.listened.sort()).toEqual(['stats/online', 'stats/stores/ST1', 'stats/stores/ST2']);
  presence.dispose();
  await firebase.stop();
});

test('a burst of changes is reported at most once a second', async () => {
  const firebase = await new FirebaseDouble().start();
  const presence = await createFirebasePresence(firebase.settings(name()));
  await presence.signIn('good:anna');
  const counts: number[] = [];
  presence.onlineCount((count) => counts.push(count));
  await vi.waitFor(() => expect(counts).toEqual([0]), 10_000);
  for (let account = 1; account <= 200; account += 1)
    firebase.database.set(`online/fb-${account}`, { store_sid: 'ST1' });
  await vi.waitFor(() => expect(counts.at(-1)).toBe(200), 10_000);
  expect(counts.length).toBeLessThanOrEqual(3);
  presence.dispose();
  await firebase.stop();
});

test('reads that the rules refuse are only logged [spec 8.9]', async () => {
  const firebase = await new FirebaseDouble().start();
  firebase.database.refuseReads = true;
  const presence = await createFirebasePresence(firebase.settings(name()));
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const told = vi.fn();
  presence.onlineCount(told);
  presence.onlineByStore(['ST1'], told);
  presence.onlineEntry('fb-1', told);
  await presence.signIn('good:anna');
  const logged = () => warn.mock.calls.filter(([label]) => label === 'Presence, realtime database:');
  await vi.waitFor(() => expect(logged()).toHaveLength(3), 10_000);
  expect(logged()[0]?.[1]).toMatchObject({ code: 'PERMISSION_DENIED' });
  expect(told).not.toHaveBeenCalled();
  presence.dispose();
  warn.mockRestore();
  await firebase.stop();
});
