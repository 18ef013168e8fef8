import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/client.ts';

/** A release in the popup and changelog (specification, section 3). */
export interface PublishedRelease {
  readonly id: string;
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly changeLists: readonly PublishedChangeList[];
}

/** A titled list of changes in a release. */
export interface PublishedChangeList {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly PublishedChange[];
}

export const CHANGE_TYPES = ['BUG', 'FEATURE', 'IMPROVEMENT'] as const;

/** A change. */
export interface PublishedChange {
  readonly id: string;
  readonly type: (typeof CHANGE_TYPES)[number];
  readonly title: string;
  readonly description: string;
}

/** Maximum releases per response or page. */
export const RELEASES_MAX = 20;
/** Releases shown to a person who has never marked any as read: the latest, not years of history (decision 0046). */
const RELEASES_FOR_NEWCOMERS = 3;

type Row = Omit<PublishedRelease, 'date'> & { readonly date: Date };

const CONTENT = sql`
  SELECT release.id, release.number AS version, release.date, (
    SELECT jsonb_agg(jsonb_build_object('id', list.id, 'title', list.title, 'changes', (
        SELECT jsonb_agg(
            jsonb_build_object('id', change.id, 'type', change.type, 'title', change.title, 'description', change.description)
            ORDER BY change.position)
          FROM change WHERE change.change_list_id = list.id)) ORDER BY list.position)
      FROM change_list AS list WHERE list.release_id = release.id) AS "changeLists"
  FROM release WHERE release.state = 'PUBLISHED'`;

/** Releases published since the person last marked them as read, newest first. */
export function unreadReleases(db: Kysely<Database>, sub: string): Promise<PublishedRelease[]> {
  return read(
    db,
    sql`
      ${CONTENT}
      AND release.published_at > coalesce((SELECT visited_at FROM release_visit WHERE sub = ${sub}), '-infinity')
    ORDER BY release.number_key DESC
    LIMIT (SELECT CASE WHEN EXISTS (SELECT FROM release_visit WHERE sub = ${sub})
      THEN ${RELEASES_MAX} ELSE ${RELEASES_FOR_NEWCOMERS} END::int)`,
  );
}

/** The newest releases, read or not. */
export function newestReleases(db: Kysely<Database>): Promise<PublishedRelease[]> {
  return read(db, sql`${CONTENT} ORDER BY release.number_key DESC LIMIT ${RELEASES_MAX}`);
}

/** A page of all releases, newest first, and the version where the next page starts, or null. */
export async function releasePage(
  db: Kysely<Database>,
  before: string | null,
): Promise<{ readonly releases: readonly PublishedRelease[]; readonly olderThan: string | null }> {
  const found = await read(
    db,
    sql`
      ${CONTENT} AND (${before}::text IS NULL OR release.number_key < semver_key(${before}) COLLATE "C")
    ORDER BY release.number_key DESC LIMIT ${RELEASES_MAX + 1}`,
  );
  const releases = found.slice(0, RELEASES_MAX);
  return { releases, olderThan: found.length > RELEASES_MAX ? (releases.at(-1)?.version ?? null) : null };
}

/** Marks everything published so far as read; the stored time never goes back. */
export async function markAsRead(db: Kysely<Database>, sub: string): Promise<void> {
  await sql`
    INSERT INTO release_visit (sub) VALUES (${sub})
    ON CONFLICT (sub) DO UPDATE SET visited_at = greatest(release_visit.visited_at, excluded.visited_at)`.execute(db);
}

/** A name of the person for the popup, by which a browser that people share knows them apart (decision 0045). */
export async function readerOf(db: Kysely<Database>, sub: string): Promise<string> {
  const { reader } = await db
    .selectFrom('server_secret')
    .select(sql<string>`encode(sha256(secret || convert_to(${`reader ${sub}`}, 'UTF8')), 'hex')`.as('reader'))
    .where('name', '=', 'cursor-key')
    .executeTakeFirstOrThrow();
  return reader;
}

async function read(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<PublishedRelease[]> {
  const { rows } = await statement.$castTo<Row>().execute(db);
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }));
}
