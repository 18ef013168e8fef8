import type { ClientBase } from 'pg';
import cities from './data/cities.json' with { type: 'json' };
import { COLLEAGUES } from './history.ts';
import { stableId } from './stable-id.ts';

/** Minimum number of stores, which demo people visit. */
const AT_LEAST = 40;
const AT_MOST = 2_000;
const ACCOUNTS_PER_STORE = 60;
const DAY_MS = 86_400_000;

/** Id of the n-th demo store, from 1. */
function storeId(place: number): string {
  return stableId(`store ${place}`);
}

/** Sid of the n-th demo store, from 1. */
function storeSid(place: number): string {
  return `ST${String(place).padStart(5, '0')}`;
}

/**
 * Generates stores in real cities, one city after the other, in proportion to the accounts. The same number and instant
 * always generate the same rows. Most are active; each has its audit events. Does nothing if the database has stores.
 */
export async function seedStores(client: ClientBase, options: { accounts: number; now: Date }): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from store) as found');
  if (rows[0]?.found) return;
  const count = Math.min(AT_MOST, Math.max(AT_LEAST, Math.round(options.accounts / ACCOUNTS_PER_STORE)));
  const stores = Array.from({ length: count }, (_, index) => makeStore(index + 1, options.now));
  await client.query(
    `insert into staff_user (sub, display_name, last_roles)
    select sub, name, roles from jsonb_to_recordset($1::jsonb) as colleague (sub text, name text, roles text[])
    on conflict do nothing`,
    [JSON.stringify(COLLEAGUES)],
  );
  await client.query(
    `insert into store (id, sid, name, country_code, area_id, timezone, address_line, city, postal_code, contact_email, contact_phone,
      opened_on, state, state_reason, state_changed_at, closed_at, created_at, created_by, updated_at, updated_by, version)
    select s.id, s.sid, s.name, a.country_code, a.id, a.timezone, s.address, s.city, s.postal, lower(s.sid) || '@stores.example',
      '+' || c.dial_code || s.phone, s.opened, s.state, s.reason, s.changed, case when s.state = 'CLOSED' then s.changed end, s.created, s.actor,
      s.changed, s.actor, s.version
    from jsonb_to_recordset($1::jsonb) as s (id uuid, sid text, area text, name text, address text, city text, postal text, phone text,
      opened date, state store_state, reason text, changed timestamptz, created timestamptz, actor text, version int)
    join area a on a.code = s.area join country c on c.code = a.country_code`,
    [JSON.stringify(stores)],
  );
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select e.at, s.actor, array['ADMIN'], 'seed-' || left(md5(s.id::text || e.action), 16), e.action, 'store', s.id::text, 'DONE',
      e.reason, e.changes
    from jsonb_to_recordset($1::jsonb) as s (id uuid, sid text, name text, opened date, state store_state, reason text,
      changed timestamptz, created timestamptz, actor text)
    cross join lateral (values
      ('store.create', s.created, null, jsonb_build_object('sid', jsonb_build_array(null, s.sid), 'name', jsonb_build_array(null, s.name))),
      ('store.activate', s.created + interval '2 days', null, jsonb_build_object('state', jsonb_build_array('DRAFT', 'ACTIVE'))),
      (case s.state when 'SUSPENDED' then 'store.suspend' else 'store.close' end, s.changed, s.reason,
        jsonb_build_object('state', jsonb_build_array('ACTIVE', s.state), 'stateReason', jsonb_build_array(null, s.reason)))
    ) as e (action, at, reason, changes)
    where e.action = 'store.create' or (e.action = 'store.activate' and s.state <> 'DRAFT') or s.state in ('SUSPENDED', 'CLOSED')
    order by e.at`,
    [JSON.stringify(stores)],
  );
}

type State = 'ACTIVE' | 'CLOSED' | 'DRAFT' | 'SUSPENDED';
const REASONS: Readonly<Partial<Record<State, readonly string[]>>> = {
  SUSPENDED: ['Till system is being replaced', 'Water damage, closed for repairs', 'Stocktaking differs, under review'],
  CLOSED: ['Lease ended', 'Moved to the shopping centre nearby'],
};
const VERSIONS: Readonly<Record<State, number>> = { DRAFT: 1, ACTIVE: 2, SUSPENDED: 3, CLOSED: 3 };

function makeStore(place: number, now: Date) {
  const at = <Item>(list: readonly Item[], index: number): Item => {
    const item = list[index % list.length];
    if (item === undefined) throw new Error('An empty list has no item.');
    return item;
  };
  const round = Math.floor((place - 1) / cities.length);
  const city = at(cities, place - 1);
  const again = Math.floor(round / city.districts.length);
  const district = at(city.districts, round);
  const state = stateOf(place);
  // Records count from their creation, which for an old store is after its opening.
  const created = new Date(now.getTime() - DAY_MS * (400 + ((place * 137) % 700)));
  // Suspensions are recent, so that the earlier year of points includes frozen ones.
  const changed =
    state === 'SUSPENDED'
      ? new Date(now.getTime() - DAY_MS * (3 + ((place * 29) % 60)))
      : new Date(created.getTime() + DAY_MS * (state === 'ACTIVE' ? 2 : 30 + ((place * 29) % 350)));
  const opened = new Date(created.getTime() - DAY_MS * ((place * 211) % 3_600));
  return {
    id: storeId(place),
    sid: storeSid(place),
    area: city.area,
    name: again === 0 ? district : `${district} ${again + 1}`,
    address: `${at(city.streets, place + round)} ${1 + ((place * 37) % 180)}`,
    city: city.city,
    postal: city.postalCode,
    phone: `555${String(100_000 + place * 7).slice(-6)}`,
    opened: state === 'DRAFT' ? null : opened.toISOString().slice(0, 10),
    state,
    reason: REASONS[state] === undefined ? null : at(REASONS[state], place),
    changed: state === 'DRAFT' ? created : changed,
    created,
    actor: at(COLLEAGUES, place).sub,
    version: VERSIONS[state],
  };
}

function stateOf(place: number): State {
  if (place <= AT_LEAST) return 'ACTIVE';
  if (place % 13 === 5) return 'SUSPENDED';
  if (place % 17 === 3) return 'CLOSED';
  return place % 11 === 7 ? 'DRAFT' : 'ACTIVE';
}
