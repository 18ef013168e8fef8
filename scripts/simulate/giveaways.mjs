import { setTimeout as sleep } from 'node:timers/promises';
import { demoFirebaseId } from './demo-people.mjs';
import { outcomeOf } from './outcome-of.mjs';

const ADD_SHARE = 0.15;
const WITHDRAW_SHARE = 0.03;
const AT_ONCE_MAX = 64;

/**
 * People enter the open giveaways; some take more tickets, a few withdraw.
 * @param {import('../simulate.mjs').Simulation} simulation
 */
export async function simulateGiveaways(simulation) {
  const { signal, rate, accounts, say, url, client } = simulation;
  const offers = await Array.fromAsync(client.all.giveawayOffers({ status: 'OPEN' }));
  if (offers.length === 0) {
    say(`Giveaways: none is open on ${url.origin}.`);
    return;
  }
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  /** @type {Set<Promise<void>>} */
  const people = new Set();
  const beganMs = performance.now();
  say(`${offers.length} giveaways of ${url.origin} are entered, ${rate} times a second. Ctrl-C ends it.`);

  /** @param {Parameters<typeof outcomeOf>[0]} answer */
  const count = (answer) => {
    const outcome = outcomeOf(answer);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    return outcome;
  };
  const enter = async () => {
    const offer = offers[Math.floor(Math.random() * offers.length)];
    if (offer === undefined) return;
    const entrant = { giveawayId: offer.id, firebaseId: demoFirebaseId(1 + Math.floor(Math.random() * accounts)) };
    const outcome = count(await client.enterGiveaway(entrant));
    const chance = Math.random();
    if (outcome !== 'ENTERED') return;
    if (chance < ADD_SHARE && offer.maxTicketsPerAccount > 1) count(await client.addGiveawayTickets(entrant));
    else if (chance > 1 - WITHDRAW_SHARE) count(await client.withdrawGiveawayEntry(entrant));
  };

  /** @type {unknown} */
  let fault = null;
  while (!signal.aborted && fault === null) {
    if (people.size < AT_ONCE_MAX) {
      const person = enter()
        .catch((error) => {
          if (!signal.aborted) fault = error;
        })
        .finally(() => people.delete(person));
      people.add(person);
    }
    await sleep(1_000 / rate, undefined, { signal }).catch(ignoreAbort);
  }
  await Promise.all(people);
  if (fault !== null) throw fault;
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  const words =
    [...outcomes].map(([outcome, count]) => `${outcome.toLowerCase().replaceAll('_', ' ')} ${count}`).join(', ') ||
    'nothing';
  say(`Giveaways: in ${seconds} s ${words}.`);
}

/** @param {unknown} error */
function ignoreAbort(error) {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
