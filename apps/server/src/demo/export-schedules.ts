import type { ClientBase } from 'pg';
import { DEMO_ADMIN_SUB } from '../embedded/identity/demo-people.ts';
import { stableId } from './stable-id.ts';

const COLUMNS = { ACCOUNTS: ['number', 'displayName', 'country', 'state'], STORES: ['sid', 'name', 'state'] } as const;
const SCHEDULES = [
  { name: 'Stores', list: 'STORES', format: 'CSV', frequency: 'DAILY', day: null, hour: 6, isPaused: false },
  {
    name: 'Suspended accounts',
    list: 'ACCOUNTS',
    format: 'XLSX',
    frequency: 'WEEKLY',
    day: 1,
    hour: 7,
    isPaused: false,
  },
  { name: 'All accounts', list: 'ACCOUNTS', format: 'XLSX', frequency: 'MONTHLY', day: 1, hour: 5, isPaused: true },
] as const;

/** Adds three scheduled exports of the administrator, one of them paused. Does nothing if there are any. */
export async function seedExportSchedules(client: ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from export_schedule) as found');
  if (rows[0]?.found) return;
  for (const { name, list, format, frequency, day, hour, isPaused } of SCHEDULES) {
    const params = {
      ...{ list, format, locale: 'en-US', timeZone: 'Europe/Berlin', sort: null },
      columns: COLUMNS[list].map((key) => ({ key, heading: key })),
      selection: { filter: name === 'Suspended accounts' ? { state: { in: ['SUSPENDED'] } } : {}, search: null },
    };
    await client.query(
      `insert into export_schedule (id, owner_sub, name, params, frequency, day, hour, timezone, next_at, created_at)
      values ($1, $2, $3, $4, $5::text::export_frequency, $6::int, $7::int, 'Europe/Berlin',
        case when not $9 then next_export_at($5::text, $6::int, $7::int, 'Europe/Berlin', $8) end, $8::timestamptz)`,
      [stableId(`export ${name}`), DEMO_ADMIN_SUB, name, params, frequency, day, hour, now, isPaused],
    );
  }
}
