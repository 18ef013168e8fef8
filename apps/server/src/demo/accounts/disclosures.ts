import type { ClientBase } from 'pg';
import { DEMO_ADMIN_SUB, DEMO_STREAMER_SUB } from '../../embedded/identity/demo-people.ts';

/** Generates unsuspicious disclosures and exports of demo staff for each of the last 14 days and today. */
export async function seedDisclosures(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into staff_disclosure (staff_sub, kind, bucket, amount)
    select usual.sub, usual.kind::disclosure_kind, date_bin('5 minutes', $3::timestamptz - make_interval(hours => 24 * day.n + 3), 'epoch'),
      usual.amount + usual.amount * (day.n * 5 % 7) / 7
    from (values ($1, 'CONTACT', 3), ($1, 'EXPORT_ROW', 280), ($2, 'CODE', 6)) usual (sub, kind, amount)
    cross join generate_series(0, 14) day (n) on conflict do nothing`,
    [DEMO_ADMIN_SUB, DEMO_STREAMER_SUB, now],
  );
}
