import type { ClientBase } from 'pg';
import releases from './data/releases.json' with { type: 'json' };
import { COLLEAGUES } from './history.ts';
import { stableId } from './stable-id.ts';

type Release = (typeof releases)[number];
type ReleaseList = Release['lists'][number];

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Hour of publication. */
const HOUR = 9;
/** Days between creation and publication. */
const WRITTEN_DAYS = 4;

/**
 * Generates a year of releases of this product with audit events; one is withdrawn and two are drafts. Does nothing if
 * there are releases.
 */
export async function seedReleases(client: ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from release) as found');
  if (rows[0]?.found) return;
  for (const [at, release] of releases.entries()) await seedRelease(client, now, release, at);
  await seedVisits(client, now);
}

interface Event {
  readonly at: Date;
  readonly by: string;
  readonly verb: string;
  readonly reason?: string;
  readonly changes: object;
}

async function seedRelease(client: ClientBase, now: Date, release: Release, at: number): Promise<void> {
  const { version: number, daysAgo, lists, withdrawn } = release;
  const id = stableId(`release ${number}`);
  const morning = (days: number): Date => {
    const date = new Date(now.getTime() - days * DAY_MS);
    date.setUTCHours(HOUR, 0, 0, 0);
    return date;
  };
  const date = morning(daysAgo);
  const isDraft = release.draft === true;
  const editedAt = morning(release.editedDaysAgo ?? daysAgo);
  const createdAt = new Date(editedAt.getTime() - WRITTEN_DAYS * DAY_MS + HOUR_MS);
  const by = (offset: number): string => COLLEAGUES[(at + offset) % COLLEAGUES.length]?.sub ?? COLLEAGUES[0].sub;
  await client.query(
    `insert into release (id, number, date, created_at, created_by, updated_at, updated_by, state_changed_at, state_changed_by)
     values ($1, $2, $3, $4, $5, $6, $5, $4, $5)`,
    [id, number, date, createdAt, by(0), editedAt],
  );
  for (const [place, list] of lists.entries()) await seedList(client, id, number, list, place);
  const outline = lists.map(({ title, changes }) => ({
    title,
    changes: changes.map(({ type, title: changeTitle }) => ({ type, title: changeTitle })),
  }));
  const events: Event[] = [
    {
      at: createdAt,
      by: by(0),
      verb: 'create',
      changes: { number: [null, number], date: [null, date], outline: [null, outline.slice(0, 1)] },
    },
  ];
  if (outline.length > 1) {
    const edited = new Date(editedAt.getTime() - 2 * HOUR_MS);
    events.push({ at: edited, by: by(0), verb: 'update', changes: { outline: [outline.slice(0, 1), outline] } });
  }
  if (!isDraft) {
    events.push({ at: date, by: by(1), verb: 'publish', changes: { state: ['DRAFT', 'PUBLISHED'] } });
    await client.query(
      `update release set state = 'PUBLISHED', published_at = $2, published_by = $3, state_changed_at = $2, state_changed_by = $3,
         updated_at = $2, updated_by = $3, version = $4 where id = $1`,
      [id, date, by(1), events.length],
    );
  }
  if (withdrawn !== undefined) {
    const withdrawnAt = morning(withdrawn.daysAgo);
    const { reason } = withdrawn;
    events.push({
      at: withdrawnAt,
      by: by(2),
      verb: 'withdraw',
      reason,
      changes: { state: ['PUBLISHED', 'WITHDRAWN'] },
    });
    await client.query(
      `update release set state = 'WITHDRAWN', state_reason = $2, state_changed_at = $3, state_changed_by = $4, updated_at = $3,
         updated_by = $4, version = $5 where id = $1`,
      [id, reason, withdrawnAt, by(2), events.length],
    );
  }
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
     select (e ->> 'at')::timestamptz, e ->> 'by', array['ADMIN'], 'seed-' || left(md5($2 || place), 16), 'release.' || (e ->> 'verb'),
       'release', $2, 'DONE', e ->> 'reason', e -> 'changes'
     from jsonb_array_elements($1::jsonb) with ordinality as events (e, place)`,
    [JSON.stringify(events), id],
  );
}

async function seedList(
  client: ClientBase,
  releaseId: string,
  number: string,
  { title, changes }: ReleaseList,
  place: number,
): Promise<void> {
  const list = stableId(`release ${number} list ${place}`);
  await client.query('insert into change_list (id, release_id, title, position) values ($1, $2, $3, $4)', [
    list,
    releaseId,
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

/** Writes the last visits of colleagues, each at a different time. */
async function seedVisits(client: ClientBase, now: Date): Promise<void> {
  const DAYS_AGO = [1, 9, 60];
  for (const [at, { sub }] of COLLEAGUES.entries()) {
    const visitedAt = new Date(now.getTime() - (DAYS_AGO[at] ?? 1) * DAY_MS);
    await client.query('insert into release_visit (sub, visited_at) values ($1, $2) on conflict do nothing', [
      sub,
      visitedAt,
    ]);
  }
}
