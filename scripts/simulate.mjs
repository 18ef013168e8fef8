// `npm run simulate -- KIND`: drives realistic traffic against a running instance through its public interfaces, as a machine client.
//   --url      the instance (PUBLIC_URL, or http://localhost:PORT; port 3000)
//   --rate     changes a second of each kind (20)
//   --seconds  how long (until Ctrl-C)
//   --accounts number of demo accounts that take part (5000)
//   --notification id of the notification of the receipts
//   --client, --secret  the machine client (the demo's)
import { parseArgs } from 'node:util';
import { createClient, NoAnswer } from '../packages/client/src/index.ts';
import { simulateAccounts } from './simulate/accounts.mjs';
import { simulateCoupons } from './simulate/coupons.mjs';
import { simulateGiveaways } from './simulate/giveaways.mjs';
import { simulatePoints } from './simulate/points.mjs';
import { simulatePresence } from './simulate/presence.mjs';
import { simulateReceipts } from './simulate/receipts.mjs';

/**
 * @typedef {object} Simulation
 * @property {URL} url
 * @property {number} rate changes a second
 * @property {number} accounts
 * @property {string | undefined} notification the one that receipts are about
 * @property {import('../packages/client/src/index.ts').Client} client
 * @property {AbortSignal} signal the end of the simulation
 * @property {(line: string) => void} say
 */

/** @type {Record<string, (simulation: Simulation) => Promise<void>>} */
const KINDS = {
  presence: simulatePresence,
  accounts: simulateAccounts,
  points: simulatePoints,
  coupons: simulateCoupons,
  receipts: simulateReceipts,
  giveaways: simulateGiveaways,
  all: async (simulation) => {
    await Promise.all(
      [simulatePresence, simulateAccounts, simulatePoints, simulateCoupons, simulateGiveaways].map((kind) =>
        kind(simulation),
      ),
    );
  },
};

const { values, positionals } = readArguments();
const [kind = ''] = positionals;
const simulate = KINDS[kind];
if (simulate === undefined || positionals.length !== 1)
  fail(`Name what to simulate: npm run simulate -- ${Object.keys(KINDS).join(' | ')}`);
const url = URL.canParse(values.url)
  ? new URL(values.url)
  : fail('--url must be an address such as http://localhost:3000.');
const rate = numberOf('rate', 0.1, 100_000);
const accounts = numberOf('accounts', 1, 10_000_000);
const ending = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    // A second signal exits immediately.
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
if (values.seconds !== undefined) setTimeout(() => ending.abort(), numberOf('seconds', 1, 31_536_000) * 1_000).unref();

console.log(`Simulating ${kind} on ${url.origin}`);
try {
  await simulate({
    url,
    rate,
    accounts,
    notification: values.notification,
    client: createClient({ url: url.href, clientId: values.client, clientSecret: values.secret, giveUpAfterMs: 5_000 }),
    signal: ending.signal,
    say: (line) => console.log(line),
  });
} catch (error) {
  if (error instanceof NoAnswer) fail(`${error.message}. Is the instance running?`);
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}` },
        rate: { type: 'string', default: '20' },
        seconds: { type: 'string' },
        accounts: { type: 'string', default: '5000' },
        notification: { type: 'string' },
        client: { type: 'string', default: 'demo-pos' },
        secret: { type: 'string', default: 'demo-pos-secret' },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** @param {'rate' | 'seconds' | 'accounts'} name @param {number} from @param {number} to */
function numberOf(name, from, to) {
  const value = Number(values[name]);
  return value >= from && value <= to ? value : fail(`--${name} must be a number from ${from} to ${to}.`);
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
