import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MachineApi } from './api.mjs';
import { demoFirebaseId } from './demo-people.mjs';

const OPEN = '{ giveawayOffers(status: OPEN) { id maxTicketsPerAccount } }';
const ENTER = `mutation SimulateEnter($input: EnterGiveawayInput!) { it: enterGiveaway(input: $input) { outcome } }`;
const ADD = `mutation SimulateAdd($input: AddGiveawayTicketsInput!) { it: addGiveawayTickets(input: $input) { outcome } }`;
const WITHDRAW = `mutation SimulateWithdraw($input: WithdrawGiveawayEntryInput!) { it: withdrawGiveawayEntry(input: $input) { outcome } }`;
const ADD_SHARE = 0.15;
const WITHDRAW_SHARE = 0.03;
const AT_ONCE_MAX = 64;

/**
 * People enter the open giveaways; some take more tickets, a few withdraw.
 * @param {import('../simulate.mjs').Simulation} simulation
 */
export async function simulateGiveaways(simulation) {
  const { signal, rate, accounts, say, url } = simulation;
  const api = new MachineApi(simulation);
  /** @type {{ giveawayOffers: { id: string, maxTicketsPerAccount: number }[] }} */
  const { giveawayOffers: offers } = await api.mutate(OPEN, {});
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

  /** @param {string} query @param {object} input */
  const ask = async (query, input) => {
    const { it } = await api.mutate(query, { input: { key: randomUUID(), ...input } }, true).catch(missing);
    outcomes.set(it.outcome, (outcomes.get(it.outcome) ?? 0) + 1);
    return it.outcome;
  };
  const enter = async () => {
    const offer = offers[Math.floor(Math.random() * offers.length)];
    if (offer === undefined) return;
    const entrant = { giveawayId: offer.id, firebaseId: demoFirebaseId(1 + Math.floor(Math.random() * accounts)) };
    const outcome = await ask(ENTER, { ...entrant, tickets: 1 });
    const chance = Math.random();
    if (outcome !== 'ENTERED') return;
    if (chance < ADD_SHARE && offer.maxTicketsPerAccount > 1) await ask(ADD, { ...entrant, tickets: 1 });
    else if (chance > 1 - WITHDRAW_SHARE) await ask(WITHDRAW, entrant);
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

/** The instance may have fewer accounts than the demo. @param {unknown} error */
function missing(error) {
  if (error instanceof Error && error.message.startsWith('record.not-found'))
    return { it: { outcome: 'NOBODY_THERE' } };
  throw error;
}

/** @param {unknown} error */
function ignoreAbort(error) {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
