import type { ClientBase } from 'pg';
import { COLLEAGUES } from './history.ts';

/**
 * Adds machine clients besides the demo's point of sale: an active and a suspended one. They have no secret, so nothing
 * can sign in as them. Existing clients with their names are kept.
 */
export async function seedMachineClients(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into machine_client (client_id, name, scopes, state, state_reason, last_used_at, is_demo, created_at, created_by, updated_at, updated_by)
    select m.id, m.name, m.scopes, m.state, m.reason, $1::timestamptz - m.used, true, $1::timestamptz - m.made, $2, $1::timestamptz - m.made, $2
    from (values
      ('app-backend', 'Mobile app', 'account.sync giveaway.enter notification.receipt presence.write', 'ACTIVE'::machine_client_state,
        null, interval '4 minutes', interval '390 days'),
      ('kiosk-pilot', 'Kiosks of the pilot in Porto', 'points.transfer coupon.redeem', 'SUSPENDED', 'The pilot has ended',
        interval '47 days', interval '160 days')
    ) as m (id, name, scopes, state, reason, used, made)
    on conflict (client_id) do nothing`,
    [now, COLLEAGUES[0].sub],
  );
  await client.query(
    `insert into app (client_id, name, origins, redirect_addresses, scopes, state, state_reason, created_at, created_by, updated_at, updated_by)
    select a.id, a.name, a.origin, a.origin || '/signed-in', a.scopes, a.state, a.reason, $1::timestamptz - a.made, $2, $1::timestamptz - a.made, $2
    from (values
      ('intranet', 'Intranet', 'https://intranet.demo.test', 'presence.read release.read', 'ACTIVE'::app_state, null, interval '120 days'),
      ('rota-pilot', 'Rota planner', 'https://rota.demo.test', 'presence.read', 'SUSPENDED', 'The pilot has ended', interval '200 days')
    ) as a (id, name, origin, scopes, state, reason, made)
    on conflict (client_id) do nothing`,
    [now, COLLEAGUES[0].sub],
  );
}
