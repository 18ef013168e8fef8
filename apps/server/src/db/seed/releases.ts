import type { ClientBase } from 'pg';
import releases from './data/releases.json' with { type: 'json' };
import { stableId } from './stable-id.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Releases went out in the morning. */
const HOUR = 9;

/** A year of releases of this product. Where there is any release, nothing is added. */
export async function seedReleases(client: ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from release) as found');
  if (rows[0]?.found) return;
  for (const { version, daysAgo, lists } of releases) {
    const id = stableId(`release ${version}`);
    const date = new Date(now.getTime() - daysAgo * DAY_MS);
    date.setUTCHours(HOUR, 0, 0, 0);
    await client.query('insert into release (id, version, date) values ($1, $2, $3)', [id, version, date]);
    for (const [place, { title, changes }] of lists.entries()) {
      const list = stableId(`release ${version} list ${place}`);
      await client.query('insert into change_list (id, release_id, title, position) values ($1, $2, $3, $4)', [
        list,
        id,
        title,
        place + 1,
      ]);
      await client.query(
        `insert into change (id, change_list_id, type, title, description, position)
         select (row ->> 'id')::uuid, $1, (row ->> 'type')::change_type, row ->> 'title', row ->> 'description', place
         from jsonb_array_elements($2::jsonb) with ordinality as changes (row, place)`,
        [list, JSON.stringify(changes.map((change, at) => ({ ...change, id: stableId(`${list} change ${at}`) })))],
      );
    }
    await client.query(`update release set state = 'PUBLISHED', published_at = $2 where id = $1`, [id, date]);
  }
}
