import type pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

/**
 * Inserts a campaign with unique codes for EUR 5.00 that started an hour ago and ends in a day, unless `row` says
 * otherwise; returns its id.
 */
export async function insertCampaign(pool: pg.Pool, row: Row = {}): Promise<string> {
  const { state = 'DRAFT', ...fields } = row;
  const id = await insertRow(pool, 'campaign', {
    code: `C${(++serial).toString().padStart(4, '0')}`,
    name: `Campaign ${serial}`,
    reward_type: 'AMOUNT',
    amount_minor: 500,
    currency: 'EUR',
    starts_at: new Date(Date.now() - 3_600_000),
    ends_at: new Date(Date.now() + 86_400_000),
    timezone: 'Europe/Berlin',
    code_mode: 'UNIQUE',
    ...fields,
  });
  for (const step of PATHS[String(state)] ?? []) await setCampaignState(pool, id, step);
  return id;
}

/** Changes a campaign's state, subject to the database's rules. */
export async function setCampaignState(pool: pg.Pool, id: string, state: string): Promise<void> {
  await pool.query(
    `update campaign set state = $2::campaign_state, state_reason = case when $2 in ('PAUSED', 'CANCELED') then 'test' end,
       version = version + 1 where id = $1`,
    [id, state],
  );
}

/** Inserts a streamer; returns its id. */
export function insertStreamer(pool: pg.Pool, row: Row = {}): Promise<string> {
  return insertRow(pool, 'streamer', { display_name: `Streamer ${++serial}`, platform: 'TWITCH', ...row });
}

/** Adds a streamer to a campaign. */
export async function insertCampaignStreamer(pool: pg.Pool, row: Row): Promise<void> {
  await insertRow(pool, 'campaign_streamer', row, 'campaign_id');
}

/** Inserts coupons in a new batch; returns their ids in the order of the codes. */
export async function insertCoupons(
  pool: pg.Pool,
  campaignId: string,
  codes: readonly string[],
  row: Row = {},
): Promise<string[]> {
  const batch = await insertRow(pool, 'coupon_batch', {
    campaign_id: campaignId,
    requested: codes.length,
    generated: codes.length,
    state: 'DONE',
    streamer_id: row['streamer_id'] ?? null,
  });
  const ids: string[] = [];
  for (const code of codes) {
    ids.push(
      await insertRow(pool, 'coupon', { campaign_id: campaignId, batch_id: batch, code, max_redemptions: 1, ...row }),
    );
  }
  return ids;
}

const PATHS: Readonly<Record<string, readonly string[]>> = {
  DRAFT: [],
  ACTIVE: ['ACTIVE'],
  PAUSED: ['ACTIVE', 'PAUSED'],
  CANCELED: ['ACTIVE', 'CANCELED'],
  ARCHIVED: ['ACTIVE', 'CANCELED', 'ARCHIVED'],
};

let serial = 0;

async function insertRow(pool: pg.Pool, table: string, row: Row, returning = 'id'): Promise<string> {
  const names = Object.keys(row);
  const { rows } = await pool.query<Record<string, string>>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning ${returning}`,
    Object.values(row),
  );
  return rows[0]?.[returning] ?? '';
}
