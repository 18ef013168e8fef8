import {
  compact,
  decodeFilter,
  encodeFilter,
  expandInstant,
  type FilterShape,
  type FilterValue,
} from '../filter/filter-value.ts';

export type SortDirection = 'ASC' | 'DESC';
export interface SortState {
  readonly key: string;
  readonly direction: SortDirection;
}

/** Position of the page. `firstRow` is the absolute number of its first row, if known. */
export type ListPosition =
  | { readonly kind: 'first' }
  | { readonly kind: 'last' }
  | { readonly kind: 'after' | 'before'; readonly cursor: string; readonly firstRow: number | null }
  | { readonly kind: 'date'; readonly instant: string };

/** Kinds of view besides the table. */
export type ListKind = 'timeline' | 'calendar';

/** The state that determines rows and columns. It is stored in the URL only. */
export interface ListState {
  /** Id of the current or last saved view; `all`: explicitly none; null: unspecified. */
  readonly view: string | null;
  readonly search: string;
  readonly filters: Readonly<Record<string, FilterValue>>;
  /** Null: the list's default. */
  readonly sort: SortState | null;
  /** Null: the person's last choice, else the product's default. */
  readonly size: number | null;
  /** Null: the person's last choice, else the list's default. */
  readonly columns: readonly string[] | null;
  /** Null: the table. */
  readonly kind: ListKind | null;
  readonly position: ListPosition;
}

/** The properties of a list that the codec needs. Keys of filters and sorts must not be one of `RESERVED_KEYS`. */
export interface ListUrlShape {
  readonly filters: Readonly<Record<string, FilterShape>>;
  readonly sorts: readonly string[];
  readonly columns: readonly string[];
  readonly sizes: readonly number[];
  readonly kinds?: readonly ListKind[];
}

export interface ListUrlProblem {
  readonly kind: 'unknown' | 'damaged' | 'repeated' | 'forbidden';
  readonly key: string;
}

/** Reserved parameters, which can't be names of filters. */
export const RESERVED_KEYS = ['view', 'q', 'sort', 'size', 'cols', 'after', 'before', 'from', 'at', 'as'] as const;

/** Parameters of panels beside a list, such as a record's form; changes of the list keep them. */
export const PANEL_KEYS = ['new', 'edit', 'arrange', 'tab', 'step', 'open', 'import', 'check'] as const;

/** Explicitly no saved view, for people whose list opens with one. */
export const NO_VIEW = 'all';

const VIEW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEARCH_MAX_LENGTH = 200;
const CURSOR_MAX_LENGTH = 2048;

/** The default state of a list. */
export const INITIAL_LIST_STATE: ListState = {
  view: null,
  search: '',
  filters: {},
  sort: null,
  size: null,
  columns: null,
  kind: null,
  position: { kind: 'first' },
};

/** Parses a URL. Never throws: unusable parts are skipped and reported, so that the page can show them. */
export function decodeListUrl(
  params: URLSearchParams,
  shape: ListUrlShape,
): { readonly state: ListState; readonly problems: readonly ListUrlProblem[] } {
  const problems: ListUrlProblem[] = [];
  const note = (kind: ListUrlProblem['kind'], key: string) => problems.push({ kind, key });
  const single = new Map<string, string>();
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key);
    if (new Set(values).size > 1) note('repeated', key);
    else single.set(key, values[0] ?? '');
  }
  const read = <T>(key: (typeof RESERVED_KEYS)[number], parse: (text: string) => T | undefined): T | undefined => {
    const text = single.get(key);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) note('damaged', key);
    return value;
  };

  const filters: Record<string, FilterValue> = {};
  for (const [key, text] of single) {
    if (isReserved(key)) continue;
    const filterShape = Object.hasOwn(shape.filters, key) ? shape.filters[key] : undefined;
    const value = filterShape && decodeFilter(filterShape, text);
    if (filterShape === undefined) note('unknown', key);
    else if (value) filters[key] = value;
    else note('damaged', key);
  }

  const view = read('view', (text) => (text === NO_VIEW || VIEW_ID.test(text) ? text : undefined));
  const search = read('q', (text) => (text.length <= SEARCH_MAX_LENGTH ? text : undefined));
  const sort = read('sort', (text) => parseSort(text, shape.sorts));
  const size = read('size', (text) => shape.sizes.find((known) => String(known) === text));
  const columns = read('cols', (text) => parseColumns(text, shape.columns));
  const kind = read('as', (text) => shape.kinds?.find((known) => known === text));
  const position = readPosition(read);
  return {
    state: {
      view: view ?? null,
      search: search ?? '',
      filters,
      sort: sort ?? null,
      size: size ?? null,
      columns: columns ?? null,
      kind: kind ?? null,
      position,
    },
    problems,
  };
}

/**
 * Writes a URL; defaults are omitted. Keys are in a fixed order, so equal states give equal links. A URL with nothing
 * but a saved view means the view as saved, so a view that was cleared is written with an empty search.
 */
export function encodeListUrl(state: ListState): Record<string, string> {
  const { view, ...others } = state;
  const params = encodeQuestion(others);
  if (view === null) return params;
  const isEmptied = view !== NO_VIEW && Object.keys(params).length === 0;
  return isEmptied ? { view, q: '' } : { view, ...params };
}

function encodeQuestion(state: Omit<ListState, 'view'>): Record<string, string> {
  const params: Record<string, string> = {};
  if (state.search !== '') params['q'] = state.search;
  for (const key of Object.keys(state.filters).sort()) {
    const value = state.filters[key];
    if (value) params[key] = encodeFilter(value);
  }
  if (state.sort) params['sort'] = `${state.sort.direction === 'DESC' ? '-' : ''}${state.sort.key}`;
  if (state.columns) params['cols'] = state.columns.join('.');
  if (state.kind !== null) params['as'] = state.kind;
  if (state.size !== null) params['size'] = String(state.size);
  const { position } = state;
  if (position.kind === 'last') params['at'] = 'end';
  if (position.kind === 'date') params['at'] = compact(position.instant);
  if (position.kind === 'after' || position.kind === 'before') {
    params[position.kind] = position.cursor;
    if (position.firstRow !== null) params['from'] = String(position.firstRow);
  }
  return params;
}

/** Changes the query and returns to the first page, because a cursor belongs to one query. */
export function withQuery(
  state: ListState,
  change: Partial<Pick<ListState, 'search' | 'filters' | 'sort' | 'size'>>,
): ListState {
  return { ...state, ...change, position: { kind: 'first' } };
}

/** Sets one filter, or removes it with null. */
export function withFilter(state: ListState, key: string, value: FilterValue | null): ListState {
  const { [key]: _removed, ...others } = state.filters;
  return withQuery(state, { filters: value === null ? others : { ...others, [key]: value } });
}

/** Ascending, descending, then the list's default again. */
export function nextSort(current: SortState | null, key: string): SortState | null {
  if (current?.key !== key) return { key, direction: 'ASC' };
  return current.direction === 'ASC' ? { key, direction: 'DESC' } : null;
}

/** True if the list is not a table: phones have no timeline. */
export function isKindShown(kind: ListKind | null, isPhone: boolean): boolean {
  return kind === 'calendar' || (kind === 'timeline' && !isPhone);
}

/** True while a filter or search is active, to distinguish "nothing matches" from "nothing here yet". */
export function isNarrowed(state: ListState): boolean {
  return state.search.trim() !== '' || Object.keys(state.filters).length > 0;
}

/** Removes parts that this person or this server does not allow, and reports them. */
export function restrict(
  state: ListState,
  allowed: { readonly filters: ReadonlySet<string>; readonly sorts: ReadonlySet<string> },
): { readonly state: ListState; readonly problems: readonly ListUrlProblem[] } {
  const problems: ListUrlProblem[] = [];
  const filters = Object.fromEntries(
    Object.entries(state.filters).filter(([key]) => {
      if (!allowed.filters.has(key)) problems.push({ kind: 'forbidden', key });
      return allowed.filters.has(key);
    }),
  );
  const isSortAllowed = state.sort === null || allowed.sorts.has(state.sort.key);
  if (!isSortAllowed) problems.push({ kind: 'forbidden', key: 'sort' });
  if (problems.length === 0) return { state, problems };
  return {
    state: { ...state, filters, sort: isSortAllowed ? state.sort : null, position: { kind: 'first' } },
    problems,
  };
}

function isReserved(key: string): boolean {
  return ([...RESERVED_KEYS, ...PANEL_KEYS] as readonly string[]).includes(key);
}

function parseSort(text: string, sorts: readonly string[]): SortState | undefined {
  const direction = text.startsWith('-') ? 'DESC' : 'ASC';
  const key = direction === 'DESC' ? text.slice(1) : text;
  return sorts.includes(key) ? { key, direction } : undefined;
}

function parseColumns(text: string, known: readonly string[]): readonly string[] | undefined {
  const columns = text.split('.');
  const isValid = new Set(columns).size === columns.length && columns.every((column) => known.includes(column));
  return isValid ? columns : undefined;
}

function readPosition(
  read: <T>(key: 'after' | 'before' | 'from' | 'at', parse: (text: string) => T | undefined) => T | undefined,
): ListPosition {
  const cursor = (text: string) => (text !== '' && text.length <= CURSOR_MAX_LENGTH ? text : undefined);
  const after = read('after', cursor);
  const before = read('before', cursor);
  const at = read('at', (text) => (text === 'end' ? text : expandInstant(text)));
  const firstRow = read('from', (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)) ?? null;
  if (after !== undefined) return { kind: 'after', cursor: after, firstRow };
  if (before !== undefined) return { kind: 'before', cursor: before, firstRow };
  if (at === 'end') return { kind: 'last' };
  return at === undefined ? { kind: 'first' } : { kind: 'date', instant: at };
}
