import { randomUUID } from 'node:crypto';
import { dataOf } from '../../packages/client/src/index.ts';
import { sendBatches } from './batches.mjs';
import { demoFirebaseId } from './demo-people.mjs';

const SPEND_SHARE = 0.35;

/**
 * People earn points at checkout and spend them; spending more than the balance is refused.
 * @param {import('../simulate.mjs').Simulation} simulation
 */
export async function simulatePoints(simulation) {
  const { client } = simulation;
  simulation.say(
    `Points of ${simulation.url.origin} are earned and spent, ${simulation.rate} times a second. Ctrl-C ends it.`,
  );
  await sendBatches(simulation, {
    what: 'Points',
    row: () => {
      const account = { firebaseId: demoFirebaseId(1 + Math.floor(Math.random() * simulation.accounts)) };
      const key = randomUUID();
      return Math.random() < SPEND_SHARE
        ? {
            key,
            code: 'SPEND',
            from: account,
            to: { system: 'BREAKAGE' },
            amount: 10 * (1 + Math.floor(Math.random() * 50)),
          }
        : { key, code: 'EARN', from: { system: 'ISSUANCE' }, to: account, amount: 1 + Math.floor(Math.random() * 200) };
    },
    send: async (transfers) => dataOf(await client.transferPointsBatch({ transfers })).results,
  });
}
