import { FirebaseError } from '@firebase/app';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Presence } from '../presence.port.ts';
import { FirebaseDouble } from '../testing/firebase-double.ts';
import { FirebasePresence } from './firebase-presence.ts';
import { createFirebasePresence } from './index.ts';

let firebase: FirebaseDouble;
let presence: Presence;
beforeEach(async () => {
  firebase = await new FirebaseDouble().start();
  presence = await createFirebasePresence(firebase.settings('errors'));
});
afterEach(async () => {
  presence.dispose();
  await firebase.stop();
});

// Errors of Google's API, and the SDK's codes for them.
test.each([
  ['INVALID_LOGIN_CREDENTIALS', 'auth/invalid-credential'],
  ['INVALID_IDP_RESPONSE', 'auth/invalid-credential'],
  ['USER_DISABLED', 'auth/user-disabled'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'auth/too-many-requests'],
  ['CREDENTIAL_MISMATCH', 'auth/custom-token-mismatch'],
  ['INTERNAL_ERROR', 'auth/internal-error'],
])('what the API says comes through: %s is %s', async (said, code) => {
  firebase.refuseSignIn = said;
  await expect(presence.signIn('good:anna')).rejects.toMatchObject({ name: 'PresenceError', code });
});

// The SDK itself creates two of them, for other sign-in methods.
test.each(['invalid-credential', 'user-disabled', 'too-many-requests', 'popup-blocked', 'unauthorized-domain'])(
  'every code of the specification is kept: %s [spec 8.29]',
  async (code) => {
    const refusing = new FirebasePresence({
      auth: {
        user: null,
        onUser: () => () => undefined,
        signIn: () => Promise.reject(new FirebaseError(`auth/${code}`, 'Refused')),
        signOut: async () => undefined,
      },
      database: { watch: () => () => undefined, watchWhere: () => () => undefined, reconnect: () => undefined },
      pictureUrl: async () => '',
      countPath: undefined,
      storeCountsPath: undefined,
      close: () => undefined,
    });
    await expect(refusing.signIn('')).rejects.toMatchObject({ name: 'PresenceError', code: `auth/${code}` });
    refusing.dispose();
  },
);

test.each([
  [401, 'storage/unauthenticated'],
  [402, 'storage/quota-exceeded'],
  [403, 'storage/unauthorized'],
  [404, 'storage/object-not-found'],
])('every status of the store is its code: %i is %s [spec 8.30]', async (status, code) => {
  await presence.signIn('good:anna');
  firebase.refusePictures = status;
  await expect(presence.pictureUrl('fb-1')).rejects.toMatchObject({
    name: 'PresenceError',
    message: 'Error in fetching profile picture',
    code,
  });
});
