import { type RawBuilder, sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import { isUuid } from '../listing/list-filter.ts';
import type { Entity } from './entity.ts';
import type { EntityRow, EntityValues } from './entity-declaration.ts';
import { fieldsInvalid } from './field-input.ts';
import { type Expected, lockRecord, peekRecord } from './read-record.ts';
import { snakeCase } from './snake-case.ts';

/**
 * Moves a record before another one of the same parent, or to the end. Renumbers positions from 1 in one statement;
 * concurrent moves wait for each other, so they end in one order without gaps. The others' versions are unchanged,
 * since no one edited them.
 * @throws AppError `record.not-found`, `record.conflict`, `field.invalid` on `before`
 */
export async function moveRecord(
  context: EffectContext,
  entity: Entity,
  expected: Expected,
  before: string | null,
): Promise<void> {
  // Reads the parent without a lock: locking the order before the record prevents deadlocks.
  await lockOrder(context, entity, await peekRecord(context, entity, expected.id));
  const current = await lockRecord(context, entity, expected);
  const { id } = current;
  const target = before?.toLowerCase() ?? null;
  if (target === id) return;
  const others = (await orderOf(context, entity, current)).filter((other) => other !== id);
  const place = target === null ? others.length : others.indexOf(target);
  if (place === -1) throw fieldsInvalid({ before: [{ rule: 'unknown' }] });
  const order = others.toSpliced(place, 0, id);
  const position = place + 1;
  if (position === current.position) return;
  await sql`
    update ${sql.table(entity.table)} as r
    set position = wanted.place,
      version = version + (id = ${id})::int,
      updated_at = case when id = ${id} then now() else updated_at end,
      updated_by = case when id = ${id} then ${context.caller.sub} else updated_by end
    from unnest(${order}::uuid[]) with ordinality as wanted (wanted_id, place)
    where id = wanted_id and (position <> wanted.place or id = ${id})`.execute(context.db);
  await recordAudit(context, {
    action: `${entity.noun}.move`,
    entityType: entity.noun,
    entityId: id,
    outcome: 'DONE',
    changes: { position: [current.position, position] },
  });
}

/** Locks the order of a parent's records until this transaction ends. */
export async function lockOrder(context: EffectContext, entity: Entity, values: EntityValues): Promise<void> {
  const { within } = entity.position ?? { within: null };
  const name = `position ${entity.noun} ${within === null ? '' : String(values[within])}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(context.db);
}

/** SQL of the position after the last record of a parent; the order must be locked. */
export function nextPosition(entity: Entity, values: EntityValues): RawBuilder<unknown> {
  return sql`(select coalesce(max(position), 0) + 1 from ${sql.table(entity.table)} where ${sameParent(entity, values)})`;
}

async function orderOf(context: EffectContext, entity: Entity, current: EntityRow): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(entity.table)} where ${sameParent(entity, current)} order by position, id`.execute(
    context.db,
  );
  return rows.map(({ id }) => id);
}

function sameParent({ position }: Entity, values: EntityValues): RawBuilder<unknown> {
  if (position?.within == null) return sql`true`;
  const parent = String(values[position.within]);
  return isUuid(parent) ? sql`${sql.ref(snakeCase(position.within))} = ${parent}` : sql`false`;
}
