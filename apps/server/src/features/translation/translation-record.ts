import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import { type Expected, recordConflict } from '../../crud/read-record.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { type TranslationRow, translationList } from './translation.list.ts';

/** Returns one text with the requested columns. @throws AppError `record.not-found` */
export async function readTranslation(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<TranslationRow> {
  const { columns } = columnsAsked(translationList, selection);
  return one(await select<TranslationRow>(context, columns, id, ''));
}

const COLUMNS = Object.entries(translationList.columns)
  .filter(([field]) => field !== 'others')
  .map(([field, sql]) => `${sql} as "${field}"`)
  .join(', ');

/** Columns that a change reads. */
export type LockedTranslation = Omit<TranslationRow, 'others'>;

/**
 * Returns the current text, locked until the transaction ends.
 * @throws AppError `record.not-found`; `record.conflict` with the current text if another version is expected
 */
export async function lockTranslation(
  context: EffectContext,
  { id, expectedVersion }: Expected,
): Promise<LockedTranslation> {
  const known = one(await select<{ clientId: string }>(context, 'r.client_id as "clientId"', id, ''));
  await holdClient(context, known.clientId);
  const row = one(await select<LockedTranslation>(context, COLUMNS, id, ' for no key update of r'));
  if (row.version !== expectedVersion) throw recordConflict(row);
  return row;
}

/**
 * Keeps a starting server from writing shipped texts until the transaction ends. Must come before any other lock of
 * texts.
 */
export async function holdClient({ db }: EffectContext, clientId: string): Promise<void> {
  await sql`select from translation_client where client_id = ${clientId} for key share`.execute(db);
}

function select<Row>(context: EffectContext, columns: string, id: string, lock: string): Promise<Row[]> {
  const statement = statementFor(`select ${columns} from ${translationList.from} where r.id = $1::uuid${lock}`);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  return isUuid(id) ? context.sql.rows<Row>(statement, [id], options) : Promise.resolve([]);
}

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new AppError('record.not-found', { message: 'Text not found.' });
  return row;
}
