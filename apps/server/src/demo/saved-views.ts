import type { SavedViewState } from '@backcounter/domain';
import type { ClientBase } from 'pg';
import { stableId } from './stable-id.ts';

const PLAIN: SavedViewState = {
  search: '',
  filters: {},
  sort: null,
  columns: null,
  widths: {},
  density: 'normal',
  size: null,
};
const ACCOUNT_VIEWS: Readonly<Record<string, SavedViewState>> = {
  Suspended: { ...PLAIN, filters: { state: 'SUSPENDED' }, sort: '-last-seen' },
  'New this week': { ...PLAIN, filters: { created: '7d' } },
};

/** Adds two team views of accounts. Does nothing if the team ever had any, so that removed ones don't return. */
export async function seedSavedViews(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from saved_view where list_name = 'ACCOUNTS' and owner_sub is null) as found`,
  );
  if (rows[0]?.found) return;
  for (const [place, [name, state]] of Object.entries(ACCOUNT_VIEWS).entries()) {
    await client.query(
      `insert into saved_view (id, list_name, name, state, position) values ($1, 'ACCOUNTS', $2, $3, $4)`,
      [stableId(`saved view ${name}`), name, JSON.stringify(state), place + 1],
    );
  }
}
