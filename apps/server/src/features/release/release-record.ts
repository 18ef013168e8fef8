import {
  AppError,
  type ChangeType,
  type ErrorCode,
  type Permission,
  RELEASE_TRANSITIONS,
  type ReleaseState,
} from '@backcounter/domain';
import type { Expected } from '../../crud/read-record.ts';
import { callerMay, type EffectContext, type RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';
import { releaseList } from './release.list.ts';

/** A release as far as it was asked for; members are named as the columns of its list. */
export interface ReleaseRow {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly state: ReleaseState;
  readonly stateReason: string | null;
  readonly stateChangedAt: string;
  readonly stateChangedBySub: string | null;
  readonly stateChangedByName: string | null;
  readonly publishedAt: string | null;
  readonly publishedBySub: string | null;
  readonly publishedByName: string | null;
  readonly changeLists: readonly ChangeListRow[];
  /** There is a list, and each has a change. */
  readonly isComplete: boolean;
  /** Nothing published, or withdrawn since, has the same number or a greater one. */
  readonly isGreatest: boolean;
  readonly bugs: number;
  readonly features: number;
  readonly improvements: number;
  readonly readers: number;
  readonly unread: number;
  readonly createdAt: string;
  readonly createdBySub: string | null;
  readonly createdByName: string | null;
  readonly updatedAt: string;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  readonly version: number;
}

/** A list of changes under a title. */
export interface ChangeListRow {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly ChangeRow[];
}

/** A bug mended, a feature added, or something improved. */
export interface ChangeRow {
  readonly id: string;
  readonly type: ChangeType;
  readonly title: string;
  readonly description: string;
}

/** What may be done with a release, in the order in which it is offered. */
export const RELEASE_ACTIONS = ['EDIT', 'PUBLISH', 'WITHDRAW', 'DUPLICATE', 'DISCARD'] as const;
/** One of the actions. */
export type ReleaseAction = (typeof RELEASE_ACTIONS)[number];

/** Says whether an action is open to the caller, and the error code that it would answer with where it isn't. */
export interface ReleaseActionRight {
  readonly action: ReleaseAction;
  readonly isAllowed: boolean;
  readonly refusal: ErrorCode | null;
}

type ActionRow = Pick<ReleaseRow, 'state' | 'isComplete' | 'isGreatest'>;

const PERMISSIONS: Readonly<Record<ReleaseAction, Permission>> = {
  EDIT: 'release.edit',
  DUPLICATE: 'release.edit',
  DISCARD: 'release.edit',
  PUBLISH: 'release.publish',
  WITHDRAW: 'release.publish',
};

/** What the caller may do with a release as it is now. */
export function releaseActions(row: ActionRow, caller: Caller): ReleaseActionRight[] {
  return RELEASE_ACTIONS.map((action) => {
    const refusal = refusalOf(action, row, caller);
    return { action, isAllowed: refusal === null, refusal };
  });
}

/** The error code with which an action would be refused now; null: it is open. */
export function refusalOf(action: ReleaseAction, row: ActionRow, caller: Caller): ErrorCode | null {
  if (!callerMay(caller, PERMISSIONS[action])) return 'access.denied';
  switch (action) {
    case 'PUBLISH':
      if (!RELEASE_TRANSITIONS[row.state].includes('PUBLISHED')) return 'state.invalid-transition';
      if (!row.isComplete) return 'release.empty';
      return row.state === 'DRAFT' && !row.isGreatest ? 'release.not-greatest' : null;
    case 'WITHDRAW':
      return RELEASE_TRANSITIONS[row.state].includes('WITHDRAWN') ? null : 'state.invalid-transition';
    case 'DISCARD':
      return row.state === 'DRAFT' ? null : 'state.invalid-transition';
    default:
      return null;
  }
}

/** Fields that a form may change now; of a release that was published its texts alone. */
export function openFieldsOf({ state }: Pick<ReleaseRow, 'state'>): readonly string[] {
  return state === 'DRAFT' ? ['number', 'date', 'changeLists', 'texts'] : ['texts'];
}

/** One release with the columns that are asked for. @throws AppError `record.not-found` */
export async function readRelease(context: RequestContext, id: string, selection: Selection): Promise<ReleaseRow> {
  const { columns } = columnsAsked(releaseList, selection);
  return one(await select<ReleaseRow>(context, columns, id, ''));
}

const COUNTED: ReadonlySet<string> = new Set(['readers', 'unread', 'bugs', 'features', 'improvements']);
const COLUMNS = Object.entries(releaseList.columns)
  .filter(([field]) => !COUNTED.has(field))
  .map(([field, sql]) => `${sql} as "${field}"`)
  .join(', ');

/** What a change looks at. */
export type LockedRelease = Omit<ReleaseRow, 'bugs' | 'features' | 'improvements' | 'readers' | 'unread'>;

/**
 * A release with its lists as it is now, locked until the transaction ends.
 * @throws AppError `record.not-found`; `record.conflict` with the release as it is now when it is not the version that was looked at
 */
export async function lockRelease(context: EffectContext, { id, expectedVersion }: Expected): Promise<LockedRelease> {
  // The lock first, in a statement of its own: the lists are read as they are once it is held.
  if (isUuid(id)) await context.db.selectFrom('release').select('id').where('id', '=', id).forUpdate().execute();
  const row = await peekRelease(context, id);
  if (row.version !== expectedVersion) {
    const { updatedBySub, updatedByName, ...shown } = row;
    const updatedBy = updatedBySub === null ? null : { sub: updatedBySub, name: updatedByName ?? updatedBySub };
    throw new AppError('record.conflict', {
      message: 'Somebody else has changed this release.',
      details: { current: { ...shown, updatedBy } },
    });
  }
  return row;
}

/** A release as it is now, without a lock. @throws AppError `record.not-found` */
export async function peekRelease(context: EffectContext, id: string): Promise<LockedRelease> {
  return one(await select<LockedRelease>(context, COLUMNS, id, ''));
}

function select<Row>(context: EffectContext, columns: string, id: string, more: string): Promise<Row[]> {
  const statement = statementFor(`select ${columns} from ${releaseList.from} where r.id = $1::uuid${more}`);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  return isUuid(id) ? context.sql.rows<Row>(statement, [id], options) : Promise.resolve([]);
}

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such release.' });
  return row;
}
