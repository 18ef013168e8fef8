import { setTimeout as sleep } from 'node:timers/promises';
import { anyStore, demoFirebaseId } from './demo-people.mjs';
import { outcomeOf } from './outcome-of.mjs';

/** Shared codes of the demo. */
const DEMO_CODES = ['SORABAG', 'SHANTA', 'SORA5', 'LUCIA5', 'NORDLYS5', 'ZAINAB5'];
/** The rest is left to lapse. */
const CONFIRM_SHARE = 0.85;
const RELEASE_SHARE = 0.12;
const THINK_MS = 2_000;
const AT_ONCE_MAX = 64;

/**
 * People enter codes; most pay, some cancel, and some forget. @param {import('../simulate.mjs').Simulation} simulation
 */
export async function simulateCoupons(simulation) {
  const { signal, rate, accounts, say, url, client } = simulation;
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  /** @type {Set<Promise<void>>} */
  const carts = new Set();
  const beganMs = performance.now();
  say(`Codes of ${url.origin} are redeemed, ${rate} times a second. Ctrl-C ends it.`);

  /** @param {Parameters<typeof outcomeOf>[0]} answer */
  const count = (answer) => {
    const outcome = outcomeOf(answer);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  const shop = async () => {
    const held = await client.reserveCoupon({
      code: DEMO_CODES[Math.floor(Math.random() * DEMO_CODES.length)] ?? '',
      firebaseId: demoFirebaseId(1 + Math.floor(Math.random() * accounts)),
      storeSid: anyStore(),
      orderMinor: 500 + Math.floor(Math.random() * 9_500),
    });
    count(held);
    if (!held.ok) return;
    const redemption = { redemptionId: held.data.redemption.id };
    await sleep(Math.random() * THINK_MS, undefined, { signal });
    const chance = Math.random();
    if (chance < CONFIRM_SHARE) count(await client.confirmRedemption(redemption));
    else if (chance < CONFIRM_SHARE + RELEASE_SHARE) count(await client.releaseRedemption(redemption));
  };

  /** @type {unknown} */
  let fault = null;
  while (!signal.aborted && fault === null) {
    if (carts.size < AT_ONCE_MAX) {
      const cart = shop()
        .catch((error) => {
          if (!signal.aborted) fault = error;
        })
        .finally(() => carts.delete(cart));
      carts.add(cart);
    }
    await sleep(1_000 / rate, undefined, { signal }).catch(ignoreAbort);
  }
  await Promise.all(carts);
  if (fault !== null) throw fault;
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  const words =
    [...outcomes].map(([outcome, count]) => `${outcome.toLowerCase().replaceAll('_', ' ')} ${count}`).join(', ') ||
    'nothing';
  say(`Codes: in ${seconds} s ${words}.`);
}

/** @param {unknown} error */
function ignoreAbort(error) {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
