import { localStore } from '../lib/local-store.ts';

const KEY = 'sign-in-mark';

/** Tells one sign-in on this browser from the next, in all its tabs: what is remembered for a session belongs to a mark. */
export const signInMark = {
  current: () => localStore.getItem(KEY) ?? '',
  renew: () => localStore.setItem(KEY, String(Date.now())),
};
