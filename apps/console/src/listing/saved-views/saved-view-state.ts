import type { SavedViewState } from '@backcounter/domain';
import { isRecord, isText } from '../../lib/settings/shape.ts';
import {
  decodeListUrl,
  encodeListUrl,
  INITIAL_LIST_STATE,
  type ListState,
  type ListUrlProblem,
  type ListUrlShape,
} from '../address/list-state.ts';
import { type ColumnShape, isSameColumns, visibleColumns } from '../columns/column-layout.ts';
import { type Arrangement, readArrangement, type ShownArrangement } from '../columns/list-arrangement.ts';

/** A view that is kept on the server, as the list uses it. */
export interface SavedView {
  readonly id: string;
  readonly scope: 'PERSONAL' | 'TEAM';
  readonly name: string;
  /** Filters, search and order in the form of the address. */
  readonly params: Readonly<Record<string, string>>;
  /** Columns, widths, density and page size as they are saved for all. */
  readonly arrangement: Arrangement;
  /** How this person has arranged the view for themselves; null: as it is saved. */
  readonly own: Arrangement | null;
  readonly isDefault: boolean;
  /** The list opens with it for everybody who has chosen nothing else. */
  readonly isTeamDefault: boolean;
  readonly mayChange: boolean;
  readonly version: number;
}

/** A view as the server sends it. */
export interface SavedViewData {
  readonly id: string;
  readonly scope: 'PERSONAL' | 'TEAM';
  readonly name: string;
  readonly state: unknown;
  readonly arrangement?: unknown;
  readonly isDefault: boolean;
  /** The list opens with it for everybody who has chosen nothing else. */
  readonly isTeamDefault: boolean;
  readonly mayChange: boolean;
  readonly version: number;
}

/** Reads a view, whatever version of the console saved it: a part that doesn't fit is as if it weren't there. */
export function readSavedView({ state, arrangement, ...view }: SavedViewData): SavedView {
  const stored = isRecord(state) ? state : {};
  const params: Record<string, string> = {};
  if (isRecord(stored['filters'])) {
    for (const [key, text] of Object.entries(stored['filters'])) if (isText(text)) params[key] = text;
  }
  // After the filters: none of them can take the place of what the address means by these.
  for (const key of ['view', 'cols', 'size', 'after', 'before', 'from', 'at']) delete params[key];
  params['q'] = isText(stored['search']) ? stored['search'] : '';
  if (isText(stored['sort'])) params['sort'] = stored['sort'];
  else delete params['sort'];
  return {
    ...view,
    params,
    arrangement: readArrangement(stored),
    own: isRecord(arrangement) ? readArrangement(arrangement) : null,
  };
}

/** The list as a view shows it, and what of the view this list does not have. */
export function stateOfView(
  { id, params, arrangement }: SavedView,
  shape: ListUrlShape,
  columns: readonly string[] | null = arrangement.columns,
): { readonly state: ListState; readonly problems: readonly ListUrlProblem[] } {
  const { state, problems } = decodeListUrl(new URLSearchParams(params), shape);
  return { state: { ...state, view: id, columns }, problems };
}

/** What a view keeps of a list as it stands. Columns that are the list's own are not written down: they may change with it. */
export function viewStateOf(state: ListState, arrangement: ShownArrangement): SavedViewState {
  const {
    q = '',
    sort = null,
    ...filters
  } = encodeListUrl({
    ...INITIAL_LIST_STATE,
    search: state.search,
    filters: state.filters,
    sort: state.sort,
  });
  const { columns, widths, density, size } = arrangement;
  return {
    search: q,
    filters,
    sort,
    columns: columns && [...columns],
    widths: { ...widths },
    density,
    size: size as SavedViewState['size'],
  };
}

/** True when rows, order or columns on screen are not those that the view has saved. */
export function isModified(
  state: ListState,
  shown: readonly string[],
  view: SavedView,
  shape: ListUrlShape,
  columns: readonly ColumnShape[],
): boolean {
  const saved = stateOfView(view, shape).state;
  const question = ({ search, filters, sort }: ListState) =>
    JSON.stringify(encodeListUrl({ ...INITIAL_LIST_STATE, search, filters, sort }));
  return question(state) !== question(saved) || !isSameColumns(shown, visibleColumns(columns, saved.columns, null));
}
