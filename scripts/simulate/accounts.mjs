import { dataOf } from '../../packages/client/src/index.ts';
import { sendBatches } from './batches.mjs';
import { demoFirebaseId } from './demo-people.mjs';

/** Percentage of rows with a new account. */
const NEW_PERCENT = 5;
const COUNTRIES = ['DE', 'EG', 'ES', 'FR', 'PT'];

/**
 * The mobile app's back end reports new people and changes. @param {import('../simulate.mjs').Simulation} simulation
 */
export async function simulateAccounts(simulation) {
  const { client } = simulation;
  simulation.say(
    `Accounts of ${simulation.url.origin} are kept up to date, ${simulation.rate} rows a second. Ctrl-C ends it.`,
  );
  const began = Date.now().toString(36);
  let serial = 0;
  await sendBatches(simulation, {
    what: 'Accounts',
    row: () => {
      serial += 1;
      const isNew = Math.random() * 100 < NEW_PERCENT;
      return isNew
        ? {
            firebaseId: `sim-${began}-${serial}`,
            countryCode: COUNTRIES[serial % COUNTRIES.length],
            displayName: `Simulated ${serial}`,
          }
        : { firebaseId: demoFirebaseId(1 + (serial % simulation.accounts)), pushConsent: Math.random() < 0.7 };
    },
    send: async (accounts) => dataOf(await client.syncAccounts({ accounts })).results,
  });
}
