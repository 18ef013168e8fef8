import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { seedAccounts } from '../../../demo/accounts/accounts.ts';
import { seedCampaigns } from '../../../demo/campaigns/campaigns.ts';
import { seedReferenceData } from '../../../demo/reference.ts';
import { fileApp } from '../../../testing/file-app.ts';
import {
  type LabelledQuery,
  labelledQueries,
  linesOf,
  QUERIES_FILE,
  readAccounts,
  readUses,
} from './testing/search-queries.ts';

const ACCOUNTS = 3000;
const NOW = new Date('2026-11-20T18:30:00.000Z');
const AT_ONCE = 8;

const test = await fileApp();
beforeAll(async () => {
  const client = new pg.Client(test.database.ownerUrl);
  await client.connect();
  await client.query('begin');
  await seedReferenceData(client);
  await seedAccounts(client, { accounts: ACCOUNTS, now: NOW, onProgress: () => undefined });
  await seedCampaigns(client, { now: NOW });
  await client.query('commit');
  await client.query('vacuum analyze');
  await client.end();
}, 60_000);

/** The place of the first right answer among the first five, from 1; 0 if there is none. */
async function placeOf({ query, accounts }: LabelledQuery): Promise<number> {
  const { body } = await test.send(
    'query S($search: String) { accounts(search: $search, first: 5) { nodes { number } } }',
    {
      search: query,
    },
  );
  const found: readonly { number: number }[] = body.data.accounts.nodes;
  return found.findIndex(({ number }) => accounts.includes(number)) + 1;
}

it('finds the right account first for 90 % of the labelled searches, and among the first five for 98 % [search 4]', async () => {
  const pool = test.database.ownerPool;
  const queries = labelledQueries(await readAccounts(pool), await readUses(pool));
  // `--update` renews the file.
  await expect(linesOf(queries)).toMatchFileSnapshot(fileURLToPath(QUERIES_FILE));
  expect(queries).toHaveLength(340);
  const waiting = queries.values();
  const places = new Map<LabelledQuery, number>();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const query of waiting) places.set(query, await placeOf(query));
    }),
  );
  const share = (fits: (place: number) => boolean): number => [...places.values()].filter(fits).length / queries.length;
  expect(share((place) => place === 1)).toBeGreaterThanOrEqual(0.9);
  expect(share((place) => place >= 1)).toBeGreaterThanOrEqual(0.98);
});
