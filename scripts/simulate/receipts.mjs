import { MachineApi } from './api.mjs';
import { sendBatches } from './batches.mjs';
import { demoFirebaseId } from './demo-people.mjs';

const FIND = `mutation SimulateFind($accounts: [AccountSyncInput!]!) {
  syncAccounts(input: { accounts: $accounts }) { results { accountId } }
}`;
const TELL = `mutation SimulateReceipts($input: RecordNotificationReceiptsInput!) {
  recordNotificationReceipts(input: $input) { results { outcome } }
}`;
const FIND_AT_ONCE = 1_000;
/** Share of the recipients who open it a moment later. */
const OPENED_SHARE = 0.3;

/** Phones send receipts of one notification. @param {import('../simulate.mjs').Simulation} simulation */
export async function simulateReceipts(simulation) {
  const { notification, accounts, url, rate, say } = simulation;
  if (notification === undefined) throw new Error('Name the notification: --notification ID, as in its address.');
  const api = new MachineApi(simulation);
  const people = await findAccounts(api, accounts);
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
    send: async (receipts) => (await api.mutate(TELL, { input: { receipts } })).recordNotificationReceipts.results,
  });
}

/** Ids of the demo's accounts, by a sync of their Firebase ids. @param {MachineApi} api @param {number} count */
async function findAccounts(api, count) {
  /** @type {string[]} */
  const found = [];
  for (let first = 1; first <= count; first += FIND_AT_ONCE) {
    const wanted = Array.from({ length: Math.min(FIND_AT_ONCE, count - first + 1) }, (_, place) => ({
      firebaseId: demoFirebaseId(first + place),
    }));
    const { syncAccounts } = await api.mutate(FIND, { accounts: wanted });
    for (const { accountId } of syncAccounts.results) if (accountId !== null) found.push(accountId);
  }
  return found;
}
