import { dataOf } from '../../packages/client/src/index.ts';
import { sendBatches } from './batches.mjs';
import { demoFirebaseId } from './demo-people.mjs';

/** Share of the recipients who open it a moment later. */
const OPENED_SHARE = 0.3;

/** Phones send receipts of one notification. @param {import('../simulate.mjs').Simulation} simulation */
export async function simulateReceipts(simulation) {
  const { notification, accounts, url, rate, say, client } = simulation;
  if (notification === undefined) throw new Error('Name the notification: --notification ID, as in its address.');
  const people = await findAccounts(client, accounts);
  if (people.length === 0) throw new Error('The instance has none of the accounts of the demo.');
  say(`Devices send receipts to ${url.origin}, ${rate} rows a second. Ctrl-C ends it.`);
  await sendBatches(simulation, {
    what: 'Receipts',
    row: () => ({
      notificationId: notification,
      accountId: people[Math.floor(Math.random() * people.length)],
      kind: Math.random() < OPENED_SHARE ? 'OPENED' : 'RECEIVED',
      at: new Date().toISOString(),
    }),
    send: async (receipts) => dataOf(await client.recordNotificationReceipts({ receipts })).results,
  });
}

/** Ids of the demo's accounts, by a sync of their Firebase ids. @param {import('../simulate.mjs').Simulation['client']} client @param {number} count */
async function findAccounts(client, count) {
  const people = Array.from({ length: count }, (_, place) => ({ firebaseId: demoFirebaseId(place + 1) }));
  /** @type {string[]} */
  const found = [];
  for await (const { result } of client.batch('syncAccounts', people))
    if (result.accountId !== null) found.push(result.accountId);
  return found;
}
