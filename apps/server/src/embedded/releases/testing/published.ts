import type { TestDatabase } from '../../../db/testing/test-database.ts';

/** A list of a release: its title, then type and title of each change. */
export type ListOf = readonly [
  title: string,
  ...changes: (readonly [type: string, title: string, description?: string])[],
];

const LISTS: readonly ListOf[] = [['Accounts', ['FEATURE', 'find a card by its number']]];

/** Publishes a release and returns its id. */
export async function publish(
  { pool }: TestDatabase,
  version: string,
  { date = '2026-02-03T10:00:00Z', at = new Date().toISOString(), lists = LISTS } = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('INSERT INTO release (number, date) VALUES ($1, $2) RETURNING id', [
    version,
    date,
  ]);
  const id = rows[0]?.id ?? '';
  for (const [place, [title, ...changes]] of lists.entries()) {
    const list = await pool.query<{ id: string }>(
      'INSERT INTO change_list (release_id, title, position) VALUES ($1, $2, $3) RETURNING id',
      [id, title, place + 1],
    );
    await pool.query(
      `INSERT INTO change (change_list_id, type, title, description, position)
       SELECT $1, (change ->> 0)::change_type, change ->> 1, coalesce(change ->> 2, 'Text'), place
       FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS changes (change, place)`,
      [list.rows[0]?.id, JSON.stringify(changes)],
    );
  }
  await pool.query(`UPDATE release SET state = 'PUBLISHED', published_at = $2 WHERE id = $1`, [id, at]);
  return id;
}
