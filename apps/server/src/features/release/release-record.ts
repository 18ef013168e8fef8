import { AppError, RELEASE_MACHINE, type ReleaseAction, type ReleaseState, type StateFacts } from '@backcounter/domain';
import { type Expected, recordConflict } from '../../crud/read-record.ts';
import { type ConditionProblems, refuseState } from '../../crud/state-change.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { type ReleaseRow, releaseList } from './release.list.ts';

/** Facts of a release for the guards of the state table. */
export function factsOf({
  state,
  isComplete,
  isGreatest,
}: Pick<ReleaseRow, 'state' | 'isComplete' | 'isGreatest'>): StateFacts<ReleaseState> {
  return { state, unmet: [...(isComplete ? [] : ['empty']), ...(isGreatest ? [] : ['not-greatest'])] };
}

const PROBLEMS: ConditionProblems = {
  'release.empty': {
    message: 'To be published, a release needs a list of changes, and each list needs a change.',
    details: { fields: { changeLists: [{ rule: 'required' }] } },
  },
  'release.not-greatest': {
    message: 'The number of the release must be greater than that of every release published before.',
    details: { fields: { number: [{ rule: 'not-greatest' }] } },
  },
};

/** @throws AppError `state.invalid-transition`, `release.empty`, `release.not-greatest` */
export function refuseRelease({ now }: EffectContext, release: LockedRelease, action: ReleaseAction): void {
  refuseState(RELEASE_MACHINE, action, factsOf(release), now, PROBLEMS);
}

/** Fields that a form may change now; of a published release only the texts. */
export function openFieldsOf({ state }: Pick<ReleaseRow, 'state'>): readonly string[] {
  return state === 'DRAFT' ? ['number', 'date', 'changeLists', 'texts'] : ['texts'];
}

/** Returns one release with the requested columns. @throws AppError `record.not-found` */
export async function readRelease(context: RequestContext, id: string, selection: Selection): Promise<ReleaseRow> {
  const { columns } = columnsAsked(releaseList, selection);
  return one(await select<ReleaseRow>(context, columns, id, ''));
}

const COUNTED: ReadonlySet<string> = new Set(['readers', 'unread', 'bugs', 'features', 'improvements']);
const COLUMNS = Object.entries(releaseList.columns)
  .filter(([field]) => !COUNTED.has(field))
  .map(([field, sql]) => `${sql} as "${field}"`)
  .join(', ');

/** Columns that a change reads. */
export type LockedRelease = Omit<ReleaseRow, 'bugs' | 'features' | 'improvements' | 'readers' | 'unread'>;

/**
 * Returns the current release with its lists, locked until the transaction ends.
 * @throws AppError `record.not-found`; `record.conflict` with the current release if another version is expected
 */
export async function lockRelease(context: EffectContext, { id, expectedVersion }: Expected): Promise<LockedRelease> {
  // Locks in a statement of its own, so that the lists are read after the lock is granted.
  if (isUuid(id)) await context.db.selectFrom('release').select('id').where('id', '=', id).forUpdate().execute();
  const row = await peekRelease(context, id);
  if (row.version !== expectedVersion) throw recordConflict(row);
  return row;
}

/** Returns the current release without a lock. @throws AppError `record.not-found` */
export async function peekRelease(context: EffectContext, id: string): Promise<LockedRelease> {
  return one(await select<LockedRelease>(context, COLUMNS, id, ''));
}

function select<Row>(context: EffectContext, columns: string, id: string, more: string): Promise<Row[]> {
  const statement = statementFor(`select ${columns} from ${releaseList.from} where r.id = $1::uuid${more}`);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  return isUuid(id) ? context.sql.rows<Row>(statement, [id], options) : Promise.resolve([]);
}

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new AppError('record.not-found', { message: 'Release not found.' });
  return row;
}
