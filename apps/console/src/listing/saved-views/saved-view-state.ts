import type { SavedViewState } from '@backcounter/domain';
import { isRecord, isText } from '../../lib/settings/shape.ts';
import {
  decodeListUrl,
  encodeListUrl,
  INITIAL_LIST_STATE,
  type ListState,
  type ListUrlProblem,
  type ListUrlShape,
} from '../address/list-url.ts';
import { type ColumnShape, isSameColumns, visibleColumns } from '../columns/column-layout.ts';
import { type Arrangement, readArrangement, type ShownArrangement } from '../columns/list-arrangement.ts';

/** A saved view, as the list uses it. */
export interface SavedView {
  readonly id: string;
  readonly scope: 'PERSONAL' | 'TEAM';
  readonly name: string;
  /** Filters, search and sort order as URL parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Columns, widths, density and page size as saved for everyone. */
  readonly arrangement: Arrangement;
  /** This person's own layout of the view; null: as saved. */
  readonly own: Arrangement | null;
  readonly isDefault: boolean;
  /** The list opens with it for everyone without another choice. */
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
  /** The list opens with it for everyone without another choice. */
  readonly isTeamDefault: boolean;
  readonly mayChange: boolean;
  readonly version: number;
}

/** Parses a view of any version of the console: an invalid part is ignored. */
export function readSavedView({ state, arrangement, ...view }: SavedViewData): SavedView {
  const stored = isRecord(state) ? state : {};
  const params: Record<string, string> = {};
  if (isRecord(stored['filters'])) {
    for (const [key, text] of Object.entries(stored['filters'])) if (isText(text)) params[key] = text;
  }
  // After the filters: none of them can override these reserved parameters.
  for (const key of ['view', 'cols', 'size', 'after', 'before', 'from', 'at', 'as']) delete params[key];
  params['q'] = isText(stored['search']) ? stored['search'] : '';
  if (isText(stored['sort'])) params['sort'] = stored['sort'];
  else delete params['sort'];
  if (stored['kind'] === 'timeline' || stored['kind'] === 'calendar') params['as'] = stored['kind'];
  return {
    ...view,
    params,
    arrangement: readArrangement(stored),
    own: isRecord(arrangement) ? readArrangement(arrangement) : null,
  };
}

/** The list in the state of a view, and the parts of the view that this list does not have. */
export function stateOfView(
  { id, params, arrangement }: SavedView,
  shape: ListUrlShape,
  columns: readonly string[] | null = arrangement.columns,
): { readonly state: ListState; readonly problems: readonly ListUrlProblem[] } {
  const { state, problems } = decodeListUrl(new URLSearchParams(params), shape);
  return { state: { ...state, view: id, columns }, problems };
}

/**
 * The content of a view, from the list's current state. Default columns are not stored, so that they change with the
 * list.
 */
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
    ...(state.kind === null ? {} : { kind: state.kind }),
  };
}

/** True when the query, sort order or columns on screen differ from the saved view. */
export function isModified(
  state: ListState,
  shown: readonly string[],
  view: SavedView,
  shape: ListUrlShape,
  columns: readonly ColumnShape[],
): boolean {
  const saved = stateOfView(view, shape).state;
  const question = ({ search, filters, sort, kind }: ListState) =>
    JSON.stringify(encodeListUrl({ ...INITIAL_LIST_STATE, search, filters, sort, kind }));
  return question(state) !== question(saved) || !isSameColumns(shown, visibleColumns(columns, saved.columns, null));
}
