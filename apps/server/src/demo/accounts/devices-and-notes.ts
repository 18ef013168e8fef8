import type { ClientBase } from 'pg';

const NOTES = [
  'Called about a missing delivery of points. Solved: the shop had sent them under an old number.',
  'Prefers to be called in the evening.',
  'Asked whether two accounts can be joined. Explained that they cannot.',
  'Very happy with the anniversary gift.',
  'Changed phone last week; notifications arrive again.',
] as const;
/** Reasons why an earlier device of an active account is invalid. */
const INVALID_REASONS = ['REPLACED', 'UNREGISTERED', 'EXPIRED_270D', 'STAFF', 'SENDER_MISMATCH'];
/** Number of newest accounts, which demo users see first, and of accounts with the most badges, that have notes. */
const NOTED = 60;

/**
 * Generates cards for one account in three, some after an earlier one, and devices and notes: one device for each account
 * that allows notifications, a second one for one in eight, a stale one for one in twelve, and for some an earlier,
 * invalid one; notes by colleagues on some accounts.
 */
export async function seedDevicesAndNotes(client: ClientBase, authors: readonly string[], now: Date): Promise<void> {
  await client.query(
    `insert into account_card (account_id, card_number, number_hash, issued_at, ended_at)
    select c.account_id, c.number, card_number_key(c.number), case when n = 1 then c.middle else c.created_at end, case when n = 2 then c.middle end
    from (
      select a.id as account_id, a.created_at, n, a.created_at + ($1::timestamptz - a.created_at) * 0.5 as middle,
        p.payload || card_check_digit(p.payload) as number
      from account a cross join generate_series(1, 2) as n
        cross join lateral (select lpad((('x' || left(md5('card' || a.id || n), 12))::bit(48)::bigint % 1000000000000)::text, 12, '0') as payload) as p
      where a.public_no % 3 = 0 and a.state <> 'ERASED' and (n = 1 or a.public_no % 12 = 0)) as c
    where is_card_number(c.number)`,
    [now],
  );
  await client.query(
    `insert into account_device (account_id, platform, push_token, token_refreshed_at, app_version, created_at)
    select a.id, (case when (a.public_no + n) % 5 < 2 then 'IOS' else 'ANDROID' end)::device_platform,
      'demo:' || md5(a.id::text || n) || md5(n || a.id::text),
      greatest(a.created_at, case when a.public_no % 12 = 0 then $1::timestamptz - make_interval(days => (31 + a.public_no % 180)::int)
        else coalesce(a.last_seen_at, a.created_at) end),
      '6.' || (a.public_no % 15) || '.0', a.created_at
    from account a cross join generate_series(1, 2) as n
    where a.push_consent and a.state in ('ACTIVE', 'SUSPENDED') and (n = 1 or a.public_no % 8 = 0)`,
    [now],
  );
  await client.query(
    `insert into account_device (account_id, platform, push_token, token_refreshed_at, app_version, created_at, invalidated_at, invalid_reason)
    select a.id, (case a.public_no % 2 when 0 then 'IOS' else 'ANDROID' end)::device_platform, 'demo:' || md5(a.id::text || 'before') || md5('before' || a.id::text),
      a.created_at, '5.' || (a.public_no % 9) || '.0', a.created_at, i.at,
      (case when a.state = 'CLOSED' then 'ACCOUNT_CLOSED' else ($2::text[])[1 + (a.public_no / 10) % cardinality($2::text[])] end)::device_invalid_reason
    from account a
      cross join lateral (select case a.state when 'CLOSED' then a.state_changed_at else a.created_at + ($1::timestamptz - a.created_at) * 0.6 end as at) as i
    where a.state = 'CLOSED' or (a.state = 'ACTIVE' and a.push_consent and a.public_no % 10 = 3)`,
    [now, INVALID_REASONS],
  );
  await client.query(
    `insert into account_note (account_id, text, written_at, written_by)
    select a.id, ($3::text[])[1 + (a.place * 3 + n) % cardinality($3::text[])],
      a.created_at + ($1::timestamptz - a.created_at) * (n / 3.0), ($2::text[])[1 + (a.place + n) % cardinality($2::text[])]
    from (select id, created_at, (row_number() over (order by created_at desc, id desc))::int as place
        from (
          (select id, created_at from account where state <> 'ERASED' order by created_at desc, id desc limit ${NOTED})
          union (select id, created_at from account where state = 'ACTIVE' order by badge_count desc, created_at desc, id desc limit ${NOTED})
        ) as noted) as a
      cross join generate_series(1, 2) as n
    where n = 1 or a.place % 3 = 1`,
    [now, authors, NOTES],
  );
}
