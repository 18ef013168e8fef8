import type { ChangeInput, ChangeListInput } from '@backcounter/domain';
import { sql } from 'kysely';
import type { AuditChanges } from '../../audit/record-audit.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import type { ChangeListRow } from './release.list.ts';

/** Lists as sent by a form; existing lists and changes have their ids. */
export type ReleaseContent = readonly ChangeListInput[];

/** Returns the content without ids, for another release. */
export function withoutIds(content: ReleaseContent): ReleaseContent {
  return content.map(({ title, changes }) => ({
    title,
    changes: changes.map(({ type, title: changeTitle, description }) => ({ type, title: changeTitle, description })),
  }));
}

/** Keeps only ids of this release, each once; entries with other ids become new. */
export function withKnownIds(content: ReleaseContent, present: readonly ChangeListRow[]): ReleaseContent {
  const lists = new Set(present.map(({ id }) => id));
  const changes = new Set(present.flatMap((list) => list.changes.map(({ id }) => id)));
  const taken = (ids: Set<string>, id: string | null | undefined): string | null => {
    const key = id?.toLowerCase();
    return key !== undefined && ids.delete(key) ? key : null;
  };
  return content.map((list) => ({
    ...list,
    id: taken(lists, list.id),
    changes: list.changes.map((change) => ({ ...change, id: taken(changes, change.id) })),
  }));
}

/** Whether both have the same lists and changes of the same types in the same order, ignoring texts. */
export function isSameOutline(content: ReleaseContent, present: readonly ChangeListRow[]): boolean {
  const outline = (lists: ReleaseContent) =>
    JSON.stringify(lists.map(({ id, changes }) => [id, changes.map((change) => [change.id, change.type])]));
  return outline(content) === outline(present);
}

/** Replaces the lists of a draft; entries with an id keep it. */
export async function replaceContent({ db }: EffectContext, releaseId: string, content: ReleaseContent): Promise<void> {
  await db.deleteFrom('change_list').where('release_id', '=', releaseId).execute();
  if (content.length === 0) return;
  await sql`
    insert into change_list (id, release_id, title, position)
    select coalesce((l ->> 'id')::uuid, uuid_v7()), ${releaseId}, l ->> 'title', position
    from jsonb_array_elements(${JSON.stringify(content)}::jsonb) with ordinality as lists (l, position)`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select id from change_list where release_id = ${releaseId} order by position`.execute(db);
  const changes = content.flatMap(({ changes: each }, at) =>
    each.map((change, place) => ({ ...change, listId: rows[at]?.id, position: place + 1 })),
  );
  if (changes.length === 0) return;
  await sql`
    insert into change (id, change_list_id, type, title, description, position)
    select coalesce((c ->> 'id')::uuid, uuid_v7()), (c ->> 'listId')::uuid, (c ->> 'type')::change_type, c ->> 'title', c ->> 'description',
      (c ->> 'position')::smallint
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as c`.execute(db);
}

/** Updates the texts of existing lists and changes. */
export async function correctTexts({ db }: EffectContext, content: ReleaseContent): Promise<void> {
  const changes = content.flatMap((list) => list.changes);
  await sql`
    update change_list l set title = t.title from jsonb_to_recordset(${JSON.stringify(content)}::jsonb) as t (id uuid, title text)
    where l.id = t.id and l.title <> t.title`.execute(db);
  await sql`
    update change c set title = t.title, description = t.description
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as t (id uuid, title text, description text)
    where c.id = t.id and (c.title, c.description) is distinct from (t.title, t.description)`.execute(db);
}

type Text = readonly [field: string, text: string];

/**
 * Returns the differences between two states of the lists for the audit trail: each text under its id, and the outline
 * if it differs.
 */
export function contentChanges(before: ReleaseContent, after: ReleaseContent): AuditChanges {
  const textsBefore = textsOf(before);
  const textsAfter = textsOf(after);
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const [field, text] of textsAfter) {
    const earlier = textsBefore.get(field);
    if (earlier !== undefined && earlier !== text) changes[field] = [earlier, text];
  }
  const [outlineBefore, outlineAfter] = [outlineOf(before), outlineOf(after)];
  const isMoved = JSON.stringify(shapeOf(before)) !== JSON.stringify(shapeOf(after));
  return isMoved ? { ...changes, outline: [outlineBefore, outlineAfter] } : changes;
}

function textsOf(content: ReleaseContent): ReadonlyMap<string, string> {
  const ofChange = ({ id, type, title, description }: ChangeInput): readonly Text[] => [
    [`type.${id}`, type],
    [`title.${id}`, title],
    [`text.${id}`, description],
  ];
  const all = content.flatMap(({ id, title, changes }): readonly Text[] => [
    ...(id == null ? [] : [[`list.${id}`, title] as const]),
    ...changes.filter(({ id: changeId }) => changeId != null).flatMap(ofChange),
  ]);
  return new Map(all);
}

/** Returns the ids and types of lists and changes, in order. */
function shapeOf(content: ReleaseContent): unknown {
  return content.map(({ id, changes }) => [id ?? null, changes.map((change) => change.id ?? null)]);
}

/** Returns the lists with their changes in readable form, without descriptions, which are audited separately. */
export function outlineOf(content: ReleaseContent): readonly OutlineEntry[] {
  return content.map(({ title, changes }) => ({
    title,
    changes: changes.map(({ type, title: changeTitle }) => ({ type, title: changeTitle })),
  }));
}

/** A list in the audit trail. */
export interface OutlineEntry {
  readonly title: string;
  readonly changes: readonly Pick<ChangeInput, 'type' | 'title'>[];
}
