import type pg from 'pg';

/** Two countries with two areas each. */
export const AREAS = {
  bavaria: '01900000-0000-7000-8000-0000000000a1',
  berlin: '01900000-0000-7000-8000-0000000000a2',
  texas: '01900000-0000-7000-8000-0000000000b1',
  ohio: '01900000-0000-7000-8000-0000000000b2',
} as const;

/** Id of the n-th account of `insertAccounts`. */
export function accountId(index: number): string {
  return `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** Inserts the reference data that accounts need. */
export async function insertReferenceData(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into country (code, name_i18n, currency, dial_code, default_timezone, default_locale) values
      ('DE', '{"en-US":"Germany","de-DE":"Deutschland"}', 'EUR', '49', 'Europe/Berlin', 'de-DE'),
      ('US', '{"en-US":"United States"}', 'USD', '1', 'America/New_York', 'en-US')
    on conflict do nothing`);
  await pool.query(
    `insert into area (id, country_code, code, name_i18n, timezone) values
      ($1, 'DE', 'BY', '{"en-US":"Bavaria","de-DE":"Bayern"}', 'Europe/Berlin'),
      ($2, 'DE', 'BE', '{"en-US":"Berlin"}', 'Europe/Berlin'),
      ($3, 'US', 'TX', '{"en-US":"Texas"}', 'America/Chicago'),
      ($4, 'US', 'OH', '{"en-US":"Ohio"}', 'America/New_York')`,
    Object.values(AREAS),
  );
}

/**
 * Inserts accounts 1 to n, deterministically; several share an instant and a name, some have neither name nor contact.
 */
export async function insertAccounts(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into account (id, firebase_id, display_name, email, email_verified, phone_e164, country_code, area_id, locale, timezone,
        push_consent, push_consent_at, state, state_reason, last_seen_at, created_at, updated_at, state_changed_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       case when n % 7 = 0 then null else 'firebase' || lpad(n::text, 20, '0') end,
       case when n % 11 = 0 then null else (array['Ada','Bruno','Chloe','Dmitri','Eva'])[1 + n % 5] || ' ' || (array['Stone','Rivers','Hill'])[1 + n % 3] end,
       case when n % 13 = 0 then null else 'person' || n || '@example.org' end,
       n % 2 = 0 and n % 13 <> 0,
       case when n % 17 = 0 then null else '+49151' || lpad(n::text, 7, '0') end,
       case when n % 3 = 0 then 'US' else 'DE' end,
       case when n % 4 = 0 then null when n % 3 = 0 then $2::uuid else $1::uuid end,
       'en-US', 'Europe/Berlin', n % 2 = 0, case when n % 2 = 0 then '2026-01-01T00:00:00Z'::timestamptz end,
       (case when n % 5 = 0 then 'SUSPENDED' else 'ACTIVE' end)::account_state,
       case when n % 5 = 0 then 'test' end,
       case when n % 6 = 0 then null else '2026-02-01T00:00:00Z'::timestamptz + (n / 3) * interval '1 hour' end,
       '2026-01-01T00:00:00Z'::timestamptz + (n / 4) * interval '1 minute',
       '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'
     from generate_series(1, $3::int) as n`,
    [AREAS.bavaria, AREAS.texas, count],
  );
}

/** Tables and triggers that prevent deletion. */
const UNDELETABLE = [
  ['points_wallet', 'points_wallet_stays'],
  ['coupon', 'coupon_stays'],
  ['coupon_slice', 'coupon_slice_stays'],
  ['coupon_redemption', 'coupon_redemption_stays'],
] as const;

/** Removes all accounts and dependent rows; wallets only if they have no transfers. */
export async function removeAccounts(pool: pg.Pool): Promise<void> {
  const set = (verb: 'enable' | 'disable') =>
    UNDELETABLE.map(([table, trigger]) => `alter table ${table} ${verb} trigger ${trigger};`).join(' ');
  await pool.query(`
    ${set('disable')}
    delete from points_wallet where owner_type = 'ACCOUNT';
    truncate account cascade;
    ${set('enable')}`);
}
