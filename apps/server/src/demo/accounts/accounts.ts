import type { ClientBase } from 'pg';
import { createAccountLists } from './account-lists.ts';

/** Rows per statement; progress is reported after each. */
const CHUNK = 100_000;

/** SQL of a number from 0 to 2^31 - 1 that depends only on the row and the purpose. */
const draw = (purpose: number): string => `(hashint8extended(i, ${purpose}) & 2147483647)`;
/** SQL of the same number as a fraction from 0 to 1. */
const share = (purpose: number): string => `(${draw(purpose)} / 2147483648.0::float8)`;

/**
 * Generates accounts 1 to `accounts`, more of them recently, in the evening and at weekends. The same number and
 * instant always generate the same rows. The newest three are complete. Runs in the caller's transaction.
 */
export async function seedAccounts(
  client: ClientBase,
  options: { accounts: number; now: Date; onProgress: (done: number) => void },
): Promise<void> {
  const { weights } = await createAccountLists(client);
  for (let first = 1; first <= options.accounts; first += CHUNK) {
    const last = Math.min(first + CHUNK - 1, options.accounts);
    await client.query(insertAccounts(weights), [first, last, options.accounts, options.now]);
    options.onProgress(last);
  }
}

function insertAccounts(weights: number): string {
  return `
with drawn as materialized (
  select i, i > $3::bigint - 3 as is_full,
    case
      when i > $3::bigint - 3 then 'ACTIVE'
      when ${share(1)} < 0.93 then 'ACTIVE'
      when ${share(1)} < 0.96 then 'SUSPENDED'
      when ${share(1)} < 0.99 then 'CLOSED'
      else 'ERASED'
    end::account_state as state,
    m.*, g.name as given, g.handle as given_handle, f.name as family, f.handle as family_handle, d.domain,
    a.id as area_id, a.timezone as area_timezone,
    least(
      $4::timestamptz - interval '52 minutes' - ($3::bigint - i) * interval '41 seconds',
      date_trunc('day', $4::timestamptz - interval '3 years' * (1 - power(i::float8 / $3::bigint, 0.6)), 'UTC')
        + case when ${share(2)} < 0.2 then (${draw(2)} % 3) * interval '1 day' else interval '0' end
        + interval '24 hours' * (0.27 + 0.7 * (0.65 * greatest(${share(3)}, ${share(4)}) + 0.35 * ${share(5)}))
    )::timestamptz(3) as created_at
  from generate_series($1::bigint, $2::bigint) as i
  join seed_weight w on w.slot = ${draw(6)} % ${weights}
  join seed_market m using (market)
  join seed_name g on g.list = m.list and g.kind = 'given' and g.place = ${draw(7)} % m.given_count
  join seed_name f on f.list = m.list and f.kind = 'family' and f.place = ${draw(8)} % m.family_count
  join seed_domain d on d.market = m.market and d.place = ${draw(9)} % m.domain_count
  left join seed_area a on a.country = m.country
    and a.place = floor(m.area_count * power(${share(10)}, 2))::int and (${share(11)} < 0.94 or i > $3::bigint - 3)
), shaped as materialized (
  select *, state <> 'ERASED' as is_known,
    is_full or ${share(12)} < 0.62 as consents,
    greatest(created_at, $4::timestamptz - interval '200 days' * ${share(13)})::timestamptz(3) as changed_at,
    md5('account ' || i) as noise
  from drawn
)
insert into account (
  id, firebase_id, display_name, email, email_verified, phone_e164, country_code, area_id, locale, timezone,
  birth_date, push_consent, push_consent_at, state, state_reason, state_changed_at, suspended_until, last_seen_at,
  created_at, updated_at
)
select
  (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || left(noise, 3)
    || to_hex(8 + ${draw(14)} % 4) || substr(noise, 4, 15))::uuid,
  case when is_known and (is_full or ${share(15)} < 0.96)
    then left(translate(encode(sha256(('app ' || i)::bytea), 'base64'), '+/=', 'Xy'), 28) end,
  case when is_known and (is_full or ${share(16)} < 0.97) then
    case name_order when 'given-family' then given || ' ' || family else family || ' ' || given end
  end,
  case when has_email then
    case ${draw(17)} % 4
      when 0 then given_handle || '.' || family_handle
      when 1 then left(given_handle, 1) || family_handle
      when 2 then family_handle || '.' || left(given_handle, 1)
      else given_handle
    end || i || '@' || domain
  end,
  has_email and (is_full or ${share(18)} < 0.88),
  case when is_known and (is_full or ${share(19)} < 0.83)
    then '+' || dial_code || phone_prefix || lpad((${draw(20)} % power(10, phone_digits)::bigint)::text, phone_digits, '0') end,
  country, case when is_known then area_id end, locale, coalesce(area_timezone, timezone),
  case when is_known and (is_full or ${share(21)} < 0.72) then date '1950-01-01' + (${draw(22)} % 20400)::int end,
  is_known and consents,
  case when is_known and consents
    then least($4::timestamptz, created_at + case when is_full then interval '4 minutes' else interval '20 days' end * ${share(23)}) end,
  state,
  case state
    when 'SUSPENDED' then (array['Chargeback under review', 'Several accounts on one device', 'Asked for a pause by phone', 'Unusual redemptions in one evening'])[1 + ${draw(24)} % 4]
    when 'CLOSED' then (array['Closed at the customer''s wish', 'Duplicate of another account', 'Fraud confirmed', 'Not used for two years'])[1 + ${draw(24)} % 4]
  end,
  case when state = 'ACTIVE' then created_at else changed_at end,
  case when state = 'SUSPENDED' and ${share(25)} < 0.4
    then $4::timestamptz + interval '60 days' * ${share(26)} end,
  case when is_known and (is_full or ${share(27)} < 0.93) then
    case when is_full then $4::timestamptz - interval '1 minute' * (1 + $3::bigint - i)
    else greatest(created_at, $4::timestamptz - interval '400 days' * power(${share(28)}, 3.5)) end
  end,
  created_at,
  case when state = 'ACTIVE' then created_at else changed_at end
from (select *, is_known and (is_full or ${share(29)} < 0.95) as has_email from shaped) as person
join (select code, dial_code from country) as c on c.code = person.country
order by i`;
}
