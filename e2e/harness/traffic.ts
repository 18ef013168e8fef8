import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENTED_CLIENT } from './documented-client.ts';

const WRITERS = 4;
const READERS = 4;
/** Pause between two requests of a client: the test is about replacement, not about load. */
const PAUSE_MS = 20;

/** Tokens are valid for five minutes. */
const RENEWED_AFTER_MS = 180_000;

const TRANSFER = 'mutation T($input: TransferPointsInput!) { transferPoints(input: $input) { outcome transferId } }';
const TOUCH =
  'mutation S($accounts: [AccountSyncInput!]!) { syncAccounts(input: { accounts: $accounts }) { results { outcome } } }';

export interface TrafficReport {
  /** Keys of transfers that were acknowledged. */
  readonly acknowledged: readonly string[];
  readonly reads: number;
  /** Failures seen by clients that follow the documented retry. */
  readonly failures: readonly string[];
}

/** The function of docs/machine-api.md that sends a mutation until it is answered. */
type Mutate = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The documented client, for the product at this URL; reloaded when its token expires. */
function printedClient(url: string): () => Promise<Mutate> {
  const file = join(mkdtempSync(join(tmpdir(), 'backcounter-client-')), 'client.mjs');
  const code = DOCUMENTED_CLIENT.replace("process.env.BACKCOUNTER ?? 'http://localhost:3000'", JSON.stringify(url));
  writeFileSync(file, `${code}\nexport { mutate };\n`);
  let loaded: Promise<{ mutate: Mutate }> | null = null;
  let loadedAt = 0;
  return async () => {
    if (loaded === null || Date.now() - loadedAt > RENEWED_AFTER_MS) {
      loadedAt = Date.now();
      loaded = import(`${file}?${loadedAt}`) as Promise<{ mutate: Mutate }>;
    }
    return (await loaded).mutate;
  };
}

/** Machine clients that transfer points to an account and read, until they are stopped. */
export async function startTraffic(url: string, firebaseId: string): Promise<{ stop(): Promise<TrafficReport> }> {
  const client = printedClient(url);
  await (await client())(TOUCH, { accounts: [{ firebaseId, countryCode: 'DE' }] });
  const acknowledged: string[] = [];
  const failures: string[] = [];
  let reads = 0;
  let isOver = false;
  const repeat = async (what: string, work: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      await work().catch((error) => failures.push(`${what}: ${error}`));
      await sleep(PAUSE_MS);
    }
  };
  const write = async () => {
    const mutate = await client();
    const key = randomUUID();
    await mutate(TRANSFER, {
      input: { key, code: 'EARN', from: { system: 'ISSUANCE' }, to: { firebaseId }, amount: 1 },
    });
    acknowledged.push(key);
  };
  const read = async () => {
    const mutate = await client();
    // A machine may read offers; the documented function sends any document.
    await mutate('{ giveawayOffers { id } }', {});
    reads += 1;
  };
  const running = [
    ...Array.from({ length: WRITERS }, () => repeat('write', write)),
    ...Array.from({ length: READERS }, () => repeat('read', read)),
  ];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
      return { acknowledged, reads, failures };
    },
  };
}
