import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MachineApi } from './api.mjs';
import { anyStore, demoFirebaseId } from './demo-people.mjs';

/** Shared codes of the demo. */
const DEMO_CODES = ['SORABAG', 'SHANTA', 'SORA5', 'LUCIA5', 'NORDLYS5', 'ZAINAB5'];
const RESERVE = `mutation SimulateReserve($input: ReserveCouponInput!) {
  it: reserveCoupon(input: $input) { outcome redemption { id } }
}`;
const CONFIRM =
  'mutation SimulateConfirm($id: ID!) { it: confirmRedemption(input: { redemptionId: $id }) { outcome } }';
const RELEASE =
  'mutation SimulateRelease($id: ID!) { it: releaseRedemption(input: { redemptionId: $id }) { outcome } }';
/** The rest is left to lapse. */
const CONFIRM_SHARE = 0.85;
const RELEASE_SHARE = 0.12;
const THINK_MS = 2_000;
const AT_ONCE_MAX = 64;

/**
 * People enter codes; most pay, some cancel, and some forget. @param {import('../simulate.mjs').Simulation} simulation
 */
export async function simulateCoupons(simulation) {
  const { signal, rate, accounts, say, url } = simulation;
  const api = new MachineApi(simulation);
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  /** @type {Set<Promise<void>>} */
  const carts = new Set();
  const beganMs = performance.now();
  say(`Codes of ${url.origin} are redeemed, ${rate} times a second. Ctrl-C ends it.`);

  /** @param {string} query @param {object} variables */
  const ask = async (query, variables) => {
    const { it } = await api.mutate(query, variables).catch(missing);
    outcomes.set(it.outcome, (outcomes.get(it.outcome) ?? 0) + 1);
    return it;
  };
  const shop = async () => {
    const { redemption } = await ask(RESERVE, {
      input: {
        key: randomUUID(),
        code: DEMO_CODES[Math.floor(Math.random() * DEMO_CODES.length)],
        firebaseId: demoFirebaseId(1 + Math.floor(Math.random() * accounts)),
        storeSid: anyStore(),
        orderMinor: 500 + Math.floor(Math.random() * 9_500),
      },
    });
    if (redemption === null) return;
    await sleep(Math.random() * THINK_MS, undefined, { signal });
    const chance = Math.random();
    if (chance < CONFIRM_SHARE) await ask(CONFIRM, { id: redemption.id });
    else if (chance < CONFIRM_SHARE + RELEASE_SHARE) await ask(RELEASE, { id: redemption.id });
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

/** The instance may have fewer accounts and stores than the demo. @param {unknown} error */
function missing(error) {
  if (error instanceof Error && error.message.startsWith('record.not-found'))
    return { it: { outcome: 'NOBODY_THERE', redemption: null } };
  throw error;
}

/** @param {unknown} error */
function ignoreAbort(error) {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
