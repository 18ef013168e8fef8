import { expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { insertCampaign, setCampaignState } from '../../testing/test-campaigns.ts';

const HOUR_MS = 3_600_000;
const NOBODY = '00000000-0000-0000-0000-000000000000';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 60);

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function ask(query: string, token = 'admin'): Promise<any> {
  const { body } = await test.send(query, {}, { token });
  return body.errors?.[0]?.extensions ?? Object.values(body.data)[0];
}
const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);

/** A running campaign that began an hour ago, with this usage since then. */
async function runs(row: Record<string, unknown>, used: { discount?: number; redemptions?: number }): Promise<string> {
  const id = await insertCampaign(test.database.ownerPool, { state: 'ACTIVE', ...row });
  // A trigger keeps the time of activation.
  await owner(`begin; set local session_replication_role = replica;
    update campaign set activated_at = starts_at where id = '${id}'; commit`);
  const { discount = 0, redemptions = 0 } = used;
  await owner(
    `update campaign_slice set discount_used_minor = $2, redemptions_used = $3 where campaign_id = $1 and slice = 0`,
    [id, discount, redemptions],
  );
  await owner(
    `insert into campaign_daily (campaign_id, day, store_id, streamer_id, slice, confirmed, discount_minor)
     select id, (now() at time zone timezone)::date, $2, $2, 0, $3, $4 from campaign where id = $1`,
    [id, NOBODY, redemptions, discount],
  );
  return id;
}

it('running campaigns are ordered by usage, with amounts of money for people who may see them', async () => {
  await runs({ name: 'Budget', budget_minor: 100_000 }, { discount: 84_550, redemptions: 12 });
  await runs({ name: 'Uses', redemptions_limit: 10, budget_minor: 1_000_000 }, { discount: 4_500, redemptions: 9 });
  await runs({ name: 'Slow', budget_minor: 100_000 }, { discount: 1_000, redemptions: 2 });
  await runs({ name: 'Endless' }, { discount: 500, redemptions: 1 });
  await setCampaignState(
    test.database.ownerPool,
    await runs({ name: 'Paused', budget_minor: 100 }, { discount: 99 }),
    'PAUSED',
  );
  await runs({ name: 'Exhausted', budget_minor: 100 }, { discount: 100, redemptions: 1 });
  await insertCampaign(test.database.ownerPool, { name: 'Draft' });
  await insertCampaign(test.database.ownerPool, {
    name: 'Later',
    state: 'ACTIVE',
    starts_at: new Date(Date.now() + HOUR_MS),
  });

  const fields =
    'name rewardType usedPercent limitKind redemptions redemptionsLimit pointsUsed usedMinor budgetMinor currency exhaustsAt';
  const query = `{ dashboardCampaigns(filter: { countries: ["DE"], areas: [], days: 7 }) { running ignoresFilters mostUsed { ${fields} } } }`;
  const seen = await ask(query);
  expect(seen).toMatchObject({ running: 4, ignoresFilters: ['PERIOD', 'COUNTRY'] });
  expect(seen.mostUsed).toMatchObject([
    {
      name: 'Uses',
      usedPercent: 90,
      limitKind: 'REDEMPTIONS',
      redemptions: 9,
      redemptionsLimit: 10,
      usedMinor: 4_500,
      currency: 'EUR',
    },
    {
      name: 'Budget',
      usedPercent: 84.5,
      limitKind: 'BUDGET',
      redemptionsLimit: null,
      usedMinor: 84_550,
      budgetMinor: 100_000,
      rewardType: 'AMOUNT',
    },
    { name: 'Slow', usedPercent: 1, limitKind: 'BUDGET', exhaustsAt: null },
    { name: 'Endless', usedPercent: null, limitKind: null, exhaustsAt: null, budgetMinor: null },
  ]);
  // 84,550 in an hour: the remaining 15,450 last eleven minutes.
  const leftMs = Date.parse(seen.mostUsed[1].exhaustsAt) - Date.now();
  expect(leftMs / HOUR_MS).toBeGreaterThan(0.1);
  expect(leftMs / HOUR_MS).toBeLessThan(0.4);

  const masked = await ask(query, 'marketing');
  const hidden = { usedMinor: null, budgetMinor: null, currency: null };
  expect(masked.mostUsed).toEqual(
    seen.mostUsed.map((campaign: { exhaustsAt: string | null }) => ({
      ...campaign,
      ...hidden,
      exhaustsAt: campaign.exhaustsAt && expect.any(String),
    })),
  );
  expect((await ask('{ dashboardCampaigns(first: 1) { running mostUsed { name } } }')).mostUsed).toEqual([
    { name: 'Uses' },
  ]);
});

/** A published giveaway with entries of the first accounts, two of them made yesterday. */
async function opens(
  index: number,
  row: { countries: string; closes: number; opens?: number },
  entries: number,
): Promise<void> {
  const id = `01900000-0000-7000-8000-00000000f0${index}0`;
  const at = (hours: number) => new Date(test.now.getTime() + hours * HOUR_MS).toISOString();
  const midnightMs = Date.parse(test.now.toISOString().slice(0, 10));
  const pool = await test.database.ownerPool.connect();
  try {
    await pool.query('begin; set local session_replication_role = replica');
    await pool.query(
      `insert into giveaway (id, code, title_i18n, description_i18n, rules_i18n, rules_hash, country_codes, min_age, opens_at, closes_at, draw_at,
         timezone, state, published_at, seed_commitment, seed_encrypted, pseudonym_salt)
       values ($1, $2, '{"en-US":"T"}', '{"en-US":"T"}', '{"en-US":"T"}', sha256('r'), $3, 18, $4, $5, $6, 'UTC', 'PUBLISHED', $7, sha256('c'),
         decode(repeat('00', 60), 'hex'), sha256('s'))`,
      [id, `OPEN-${index}`, row.countries, at(row.opens ?? -48), at(row.closes), at(row.closes + 1), at(-72)],
    );
    await pool.query(
      `insert into giveaway_tally (giveaway_id, is_open, entries, tickets) values ($1, true, $2::int, $2::int)`,
      [id, entries],
    );
    for (let n = 1; n <= entries; n += 1)
      await pool.query(
        `insert into giveaway_entry (giveaway_id, account_id, tickets, entered_at, changed_at) values ($1, $2, 1, $3, $3)`,
        [id, accountId(n), new Date(midnightMs + (n <= 2 ? -1 : 0)).toISOString()],
      );
    await pool.query('commit');
  } finally {
    pool.release();
  }
}

it('open giveaways of a country have the entries of today and are ordered by closing time', async () => {
  // The list uses the clock of the database.
  test.now = new Date();
  await opens(1, { countries: '{DE,US}', closes: 48 }, 12);
  await opens(2, { countries: '{DE}', closes: 24 }, 2);
  await opens(3, { countries: '{US}', closes: 72 }, 0);
  await opens(4, { countries: '{DE}', closes: -1 }, 0);
  await opens(5, { countries: '{DE}', closes: 96, opens: 1 }, 0);
  const query = (args: string) =>
    `{ dashboardOpenGiveaways(${args}) { open timezone ignoresFilters closingSoonest { code entries entriesToday isMoreToday titleI18n } } }`;
  const all = await ask(query('first: 2'));
  expect(all).toMatchObject({ open: 3, timezone: 'UTC', ignoresFilters: [] });
  expect(all.closingSoonest).toEqual([
    { code: 'OPEN-2', entries: 2, entriesToday: 0, isMoreToday: false, titleI18n: { 'en-US': 'T' } },
    { code: 'OPEN-1', entries: 12, entriesToday: 10, isMoreToday: false, titleI18n: { 'en-US': 'T' } },
  ]);
  const there = await ask(query(`filter: { countries: ["US"], areas: ["${NOBODY}"], days: 3 }`));
  expect(there).toMatchObject({ open: 2, ignoresFilters: ['PERIOD', 'AREA'] });
  const list = await ask(
    '{ giveaways(filter: { status: { in: [OPEN] }, country: { in: ["US"] } }) { count { value } } }',
  );
  expect(list.count.value).toBe(2);
  expect(await ask(query('filter: { countries: ["XX"] }'))).toMatchObject({
    open: 0,
    closingSoonest: [],
    timezone: 'UTC',
  });
});
