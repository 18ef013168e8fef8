import { AppError } from '@backcounter/domain';
import type { EffectContext } from '../graphql/request-context.ts';
import type { Selection } from '../graphql/schema/selection.ts';
import type { Stamped } from '../graphql/schema/shared-fields.ts';
import { columnsAsked } from '../listing/list-columns.ts';
import { SqlValues } from '../listing/list-definition.ts';
import { isUuid, rowConditions } from '../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../listing/statements.ts';
import type { Entity } from './entity.ts';
import type { EntityRow } from './entity-declaration.ts';

/** Identifies the version of a record that a person has read. */
export interface Expected {
  readonly id: string;
  readonly expectedVersion: number;
}

const TEXT_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * One record with the selected columns.
 * @throws AppError `record.not-found`, and errors of lists
 */
export async function readRecord(
  context: EffectContext,
  entity: Entity,
  id: string,
  selection: Selection,
): Promise<EntityRow> {
  const { columns } = columnsAsked(entity.list, selection);
  return one(await select(context, entity, columns, id, ''));
}

/**
 * The whole record, locked until the transaction ends. Unlike `for no key update`, `for update` also waits for holders
 * of `for key share`: rule batches of a badge, and inserts that reference the record.
 * @throws AppError `record.not-found`; `record.conflict` with the current record if its version is another one
 */
export async function lockRecord(context: EffectContext, entity: Entity, expected: Expected): Promise<EntityRow> {
  const row = one(await select(context, entity, ownColumns(entity), expected.id, ' for update'));
  if (row.version !== expected.expectedVersion) throw recordConflict(row);
  return row;
}

/** The whole record without a lock. @throws AppError `record.not-found` */
export async function peekRecord(context: EffectContext, entity: Entity, id: string): Promise<EntityRow> {
  return one(await select(context, entity, ownColumns(entity), id, ''));
}

function ownColumns({ list }: Entity): string {
  return Object.entries(list.columns)
    .filter(([field]) => field !== 'usedBy')
    .map(([field, sql]) => `${sql} as "${field}"`)
    .join(', ');
}

async function select(
  context: EffectContext,
  { list, key }: Entity,
  columns: string,
  id: string,
  lock: string,
): Promise<readonly EntityRow[]> {
  if (!(key.cast === 'uuid' ? isUuid(id) : TEXT_KEY.test(id))) return [];
  const values = new SqlValues();
  const conditions = [
    `r.${key.column} = ${values.add(id)}::${key.cast}`,
    ...rowConditions(list, context.caller, values),
  ];
  return context.sql.rows<EntityRow>(
    statementFor(`select ${columns} from ${list.from} where ${conditions.join(' and ')}${lock}`),
    values.list,
    { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
}

function one([row]: readonly EntityRow[]): EntityRow {
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such record.' });
  return row;
}

/** `record.conflict` with the current record. */
export function recordConflict(row: Pick<Stamped, 'updatedBySub' | 'updatedByName'>): AppError {
  const { updatedBySub: sub, updatedByName: name, ...current } = row;
  return new AppError('record.conflict', {
    message: 'Someone else has changed this record.',
    details: { current: { ...current, updatedBy: sub === null ? null : { sub, name: name ?? sub } } },
  });
}
