import type { ClientBase } from 'pg';

/** Colleagues whose edits and jobs are in the demo. */
export const COLLEAGUES = [
  { sub: '0192f000-0000-7000-8000-00000000a001', name: 'Marta Lindqvist', roles: ['ADMIN'] },
  { sub: '0192f000-0000-7000-8000-00000000a002', name: 'Henrik Aalto', roles: ['ADMIN'] },
  { sub: '0192f000-0000-7000-8000-00000000a003', name: 'Yasmin Farouk', roles: ['ADMIN'] },
] as const;

/** Accounts with a history of edits: the newest, most of those that are no longer active, and a few others. */
const NEWEST = 300;
const AT_MOST = 3000;

/**
 * Writes two to four edits by colleagues for some accounts, and the state change with its reason for inactive and erased ones.
 * Sets version and updated-by of accounts to match.
 */
export async function seedHistory(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into staff_user (sub, display_name, last_roles)
    select sub, name, roles from jsonb_to_recordset($1::jsonb) as colleague (sub text, name text, roles text[])
    on conflict do nothing`,
    [JSON.stringify(COLLEAGUES)],
  );
  await client.query(
    `create temporary table seed_history on commit drop as
    with chosen as (
      (select id, created_at, state, state_reason, state_changed_at, locale, push_consent, email, phone_e164, display_name
        from account where state <> 'ERASED' order by created_at desc, id desc limit ${NEWEST})
      union
      (select id, created_at, state, state_reason, state_changed_at, locale, push_consent, email, phone_e164, display_name
        from account where state <> 'ERASED' and (state <> 'ACTIVE' or public_no % 41 = 0) order by created_at desc, id desc limit ${AT_MOST})
    ), counted as (
      select *, hashtextextended(id::text, 1) & 2147483647 as noise, case state when 'ACTIVE' then $1::timestamptz else state_changed_at end as until
      from chosen
    )
    select c.id, c.noise, c.state, c.state_reason, n, c.locale, c.push_consent, c.email, c.phone_e164, c.display_name,
      (c.created_at + (c.until - c.created_at) * (n::float8 / (c.edits + 1)))::timestamptz(3) as at,
      false as is_state
    from (select *, 2 + noise % 3 as edits from counted) as c, generate_series(1, c.edits) as n
    union all
    select id, noise, state, state_reason, 0, locale, push_consent, email, phone_e164, display_name, until, true
    from counted where state <> 'ACTIVE'`,
    [now],
  );
  await client.query(
    `insert into staff_audit_event (
      occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes, personal_changes)
    select at, ($1::text[])[1 + (noise + n) % ${COLLEAGUES.length}], array['ADMIN'],
      'seed-' || left(md5(id::text || n || is_state), 16),
      case when not is_state then 'account.update' when state = 'SUSPENDED' then 'account.suspend' else 'account.close' end,
      'account', id::text, 'DONE',
      case when is_state then state_reason end,
      case
        when is_state then jsonb_build_object('state', jsonb_build_array('ACTIVE', state), 'stateReason', jsonb_build_array(null, state_reason))
        when (noise + n) % 4 = 0 then jsonb_build_object('locale', jsonb_build_array('en-US', locale))
        when (noise + n) % 4 = 1 then jsonb_build_object('pushConsent', jsonb_build_array(not push_consent, push_consent))
        else '{}'
      end,
      case
        when is_state then null
        when (noise + n) % 4 = 2 then jsonb_build_object('phone', jsonb_build_array(null, phone_e164))
        when (noise + n) % 4 = 3 then jsonb_build_object('displayName', jsonb_build_array(split_part(display_name, ' ', 1), display_name))
      end
    from seed_history
    order by at`,
    [COLLEAGUES.map((colleague) => colleague.sub)],
  );
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select state_changed_at, $1, array['ADMIN'], 'seed-' || left(md5(id::text), 16), 'account.erase', 'account', id::text, 'DONE', 'The person asked for it',
      '{"state": ["CLOSED", "ERASED"], "devices": [1, 0], "notes": [0, 0]}'
    from account where state = 'ERASED' order by state_changed_at desc limit ${AT_MOST}`,
    [COLLEAGUES[0].sub],
  );
  await client.query(
    `update account set version = 1 + h.edits, updated_at = h.last_at, updated_by = h.last_by
    from (
      select id, count(*)::int as edits, max(at) as last_at,
        (array_agg(($1::text[])[1 + (noise + n) % ${COLLEAGUES.length}] order by at desc))[1] as last_by
      from seed_history group by id
    ) as h
    where account.id = h.id`,
    [COLLEAGUES.map((colleague) => colleague.sub)],
  );
  await seedRefusals(client, now);
}

/**
 * Writes refused actions in the past week: a colleague's before they became an administrator, and actions that came too
 * late.
 */
async function seedRefusals(client: ClientBase, now: Date): Promise<void> {
  const [first, , third] = COLLEAGUES;
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes)
    select $1::timestamptz - r.ago, r.sub, array[r.role], 'seed-' || left(md5(r.action || r.ago), 16), r.action, 'account',
      (select a.id::text from account a where a.state = 'ACTIVE' order by a.created_at desc, a.id desc limit 1), r.outcome::audit_outcome,
      jsonb_build_object('refusal', jsonb_build_array(null, r.code))
    from (values
      (interval '2 days 3 hours', $2::text, 'ADMIN', 'account.change-state', 'FAILED', 'record.conflict'),
      (interval '6 days 5 hours', $3::text, 'MARKETING', 'account.change-state', 'DENIED', 'access.denied')
    ) as r (ago, sub, role, action, outcome, code) order by 1`,
    [now, first.sub, third.sub],
  );
}
