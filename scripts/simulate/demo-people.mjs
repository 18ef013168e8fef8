import { createHash } from 'node:crypto';

const STORES = 40;
const SKEW = 2.2;
const OUTSIDE_SHARE = 0.2;

/** Firebase id of the n-th account of the demo data, counted from 1. @param {number} place */
export function demoFirebaseId(place) {
  const text = createHash('sha256').update(`app ${place}`).digest('base64');
  return text.replaceAll('+', 'X').replaceAll('/', 'y').replaceAll('=', '').slice(0, 28);
}

/** A random store, the first ones more often; null for being in none. */
export function anyStore() {
  if (Math.random() < OUTSIDE_SHARE) return null;
  return `ST${String(Math.floor(STORES * Math.random() ** SKEW) + 1).padStart(5, '0')}`;
}
