import type { ClientBase } from 'pg';
import { DEMO_ADMIN_SUB } from '../embedded/identity/demo-people.ts';

const HOURS_AWAY = 20;

/** Adds admin@demo.test before their first sign-in, as a colleague who viewed the index page yesterday. */
export async function seedAdministrator(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into staff_user (sub, display_name, last_roles) values ($1, 'Astrid Lindholm', '{ADMIN}') on conflict do nothing`,
    [DEMO_ADMIN_SUB],
  );
  await client.query(
    `insert into staff_look (staff_sub, looked_at) values ($1, $2::timestamptz - make_interval(hours => ${HOURS_AWAY}))
    on conflict do nothing`,
    [DEMO_ADMIN_SUB, now],
  );
}
