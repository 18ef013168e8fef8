import { JOB_LIMITS } from '@backcounter/domain';
import type { ListSelection, SelectionCount } from '../../lib/record/selected-rows.ts';
import { encodeListUrl, INITIAL_LIST_STATE } from '../address/list-url.ts';
import type { ListCount } from '../list-count.ts';
import type { ListQuery } from '../list-query.ts';

/** A row as the selection uses it; `createdAt` is null where rows don't have it. */
export interface SelectableRow {
  readonly id: string;
  readonly createdAt: string | null;
}

interface NoSelection {
  readonly kind: 'none';
}

/** A list's query with an identity. */
export interface Question extends ListQuery {
  /** Equal for queries of the same rows. */
  readonly key: string;
}

/** Rows that were picked one by one or page by page. */
interface PickedRows {
  readonly kind: 'picked';
  /** With the key of the query in which they were picked. */
  readonly ids: ReadonlyMap<string, string>;
  /** Picked rows that the person kept when the query changed. */
  readonly kept: ReadonlySet<string>;
  /** When the first was picked. */
  readonly since: string;
}

/** All rows that match a query, with exceptions. */
interface RuleSelection {
  readonly kind: 'rule';
  readonly question: Question;
  /** Number of matches, never an estimate; null if not counted. */
  readonly matched: SelectionCount | null;
  readonly exclusions: ReadonlySet<string>;
  /** When they were counted, by the server's clock: excludes later rows. */
  readonly since: string;
  /** The person kept it when the query changed. */
  readonly isKept: boolean;
}

/** The selected rows of a list. Survives paging, sorting and layout changes. */
export type RowSelection = NoSelection | PickedRows | RuleSelection;

/** Why rows could not be selected or deselected. */
export type SelectionProblem = 'too-many-picked' | 'too-many-excluded' | 'of-earlier-question' | 'created-later';

/** The selection after a gesture; unchanged if there is a problem. */
export interface SelectionStep {
  readonly selection: RowSelection;
  readonly problem: SelectionProblem | null;
}

export const NO_SELECTION: RowSelection = { kind: 'none' };

export function questionOf({ filters, search }: ListQuery): Question {
  const text = search.trim();
  return {
    filters,
    search: text,
    key: JSON.stringify(encodeListUrl({ ...INITIAL_LIST_STATE, filters, search: text })),
  };
}

/** True for a selected row, as far as the list on screen can know. */
export function isRowSelected(selection: RowSelection, row: SelectableRow, question: Question): boolean {
  if (selection.kind === 'picked') return selection.ids.has(row.id);
  return refusalOf(selection, row, question) === null && selection.kind === 'rule' && !selection.exclusions.has(row.id);
}

/** Why this row can neither be selected nor deselected now; null if it can. */
function refusalOf(selection: RowSelection, row: SelectableRow, question: Question): SelectionProblem | null {
  if (selection.kind !== 'rule') return null;
  if (selection.question.key !== question.key) return 'of-earlier-question';
  return row.createdAt !== null && Date.parse(row.createdAt) > Date.parse(selection.since) ? 'created-later' : null;
}

/** Selects or deselects rows of the list on screen: all of them or, beyond the limit, none. */
export function setRows(
  selection: RowSelection,
  rows: readonly SelectableRow[],
  isOn: boolean,
  question: Question,
  now: string,
): SelectionStep {
  if (selection.kind === 'rule') return setRowsOfRule(selection, rows, isOn, question);
  const picked = selection.kind === 'picked' ? selection : null;
  const ids = new Map(picked?.ids);
  for (const { id } of rows) {
    if (!isOn) ids.delete(id);
    else if (!ids.has(id)) ids.set(id, question.key);
  }
  if (isOn && ids.size > JOB_LIMITS.selectionIdsMax) return { selection, problem: 'too-many-picked' };
  if (ids.size === 0) return { selection: NO_SELECTION, problem: null };
  const kept = new Set([...(picked?.kept ?? [])].filter((id) => ids.has(id)));
  return { selection: { kind: 'picked', ids, kept, since: picked?.since ?? now }, problem: null };
}

function setRowsOfRule(
  selection: RuleSelection,
  rows: readonly SelectableRow[],
  isOn: boolean,
  question: Question,
): SelectionStep {
  const refusals = rows.map((row) => refusalOf(selection, row, question));
  const problem = refusals.find((refusal) => refusal !== null) ?? null;
  // A page that includes later rows is selected as far as possible.
  if (problem !== null && refusals.every((refusal) => refusal !== null)) return { selection, problem };
  const exclusions = new Set(selection.exclusions);
  rows.forEach(({ id }, index) => {
    if (refusals[index] !== null) return;
    if (isOn) exclusions.delete(id);
    else exclusions.add(id);
  });
  if (exclusions.size > JOB_LIMITS.selectionExclusionsMax) return { selection, problem: 'too-many-excluded' };
  const isNothingLeft = selection.matched?.kind === 'EXACT' && exclusions.size >= selection.matched.value;
  return { selection: isNothingLeft ? NO_SELECTION : { ...selection, exclusions }, problem: null };
}

/** All matching rows, as counted by the list; an estimate yields no number. */
export function selectAllMatching(question: Question, { kind, value, countedAt }: ListCount): RowSelection {
  return {
    kind: 'rule',
    question,
    matched: kind === 'ESTIMATE' ? null : { kind, value },
    exclusions: new Set(),
    since: countedAt,
    isKept: false,
  };
}

/** True when the query has changed since rows were selected, and the person has not decided about them. */
export function asksToKeep(selection: RowSelection, question: Question): boolean {
  if (selection.kind === 'none') return false;
  if (selection.kind === 'rule') return !selection.isKept && selection.question.key !== question.key;
  return [...selection.ids].some(([id, key]) => key !== question.key && !selection.kept.has(id));
}

/** Keeps the selection although the query has changed. */
export function keepSelection(selection: RowSelection): RowSelection {
  if (selection.kind === 'picked') return { ...selection, kept: new Set(selection.ids.keys()) };
  return selection.kind === 'rule' ? { ...selection, isKept: true } : selection;
}

/** Number of selected rows; null if not counted. */
export function countSelected(selection: RowSelection): SelectionCount | null {
  if (selection.kind === 'none') return { kind: 'EXACT', value: 0 };
  if (selection.kind === 'picked') return { kind: 'EXACT', value: selection.ids.size };
  const { matched, exclusions } = selection;
  return matched && { kind: matched.kind, value: Math.max(0, matched.value - exclusions.size) };
}

/** Number of rows selected under another query; null if not counted. */
export function countOfEarlier(selection: RowSelection, question: Question): SelectionCount | null {
  const isOther = selection.kind === 'rule' && selection.question.key !== question.key;
  if (isOther) return countSelected(selection);
  const keys = selection.kind === 'picked' ? [...selection.ids.values()] : [];
  return { kind: 'EXACT', value: keys.filter((key) => key !== question.key).length };
}

/** The selection as API input. */
export function toListSelection(
  selection: Exclude<RowSelection, NoSelection>,
  filterInput: (filters: ListQuery['filters']) => object | null,
): ListSelection {
  if (selection.kind === 'picked') {
    return { filter: null, search: null, ids: [...selection.ids.keys()], exclusions: null, upTo: null };
  }
  const { question, exclusions, since } = selection;
  return {
    filter: filterInput(question.filters),
    search: question.search || null,
    ids: null,
    exclusions: [...exclusions],
    upTo: since,
  };
}
