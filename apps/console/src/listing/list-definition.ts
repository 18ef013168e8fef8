import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import type { ComponentType, ReactNode } from 'react';
import type { ListName } from '../generated/graphql.ts';
import type { VersionsDocument } from '../lib/live/record-versions.ts';
import type { PageArguments, PageEnds } from './address/list-position.ts';
import type { SortDirection } from './address/list-state.ts';
import type { ColumnShape } from './columns/column-layout.ts';
import type { FilterShape, FilterValue } from './filter/filter-value.ts';
import type { ListCount } from './list-count.ts';
import type { ListQuery } from './list-query.ts';
import type { ListNewsSource } from './news/list-news-source.ts';
import type { BulkAction } from './selection/bulk-action.ts';

/** Texts and formats with which a cell speaks. */
export type CellFormats = Pick<MessagesHook, 't' | 'locale' | 'timeZone'>;

/** One column of a list. The pinned one holds the link to the record. */
export interface ListColumn<Row> extends ColumnShape {
  readonly headerKey: MessageKey;
  /** Numbers and times stand at the end edge, in both writing directions. */
  readonly align?: 'end';
  /** A key of the list's `sorts`; without it the header does not look clickable. */
  readonly sort?: string;
  readonly render: (row: Row, formats: CellFormats) => ReactNode;
  /** Shown on hover and focus instead of the cell's own text, such as the exact instant of a relative time. */
  readonly fullText?: (row: Row, formats: CellFormats) => string | null;
  /** What Ctrl/Cmd-C and the copy button take; for ids, codes and addresses. */
  readonly copyText?: (row: Row) => string | null;
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
  /** A short code before the label, such as a country's. */
  readonly code?: string;
}

export interface OptionContext extends CellFormats {
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly signal: AbortSignal;
}

/** One filter of a list. Which of them a person may use is the server's word. */
export interface ListFilter {
  readonly key: string;
  readonly labelKey: MessageKey;
  readonly shape: FilterShape;
  /** Values of a `set` filter. */
  readonly options?: (context: OptionContext) => Promise<readonly FilterOption[]>;
  /** Another filter on whose value the options depend. */
  readonly dependsOn?: string;
  /** Time filters of fields that may be empty offer "never". */
  readonly mayBeEmpty?: boolean;
}

/** Which page of what. */
export interface PageRequest extends ListQuery {
  readonly sort: { readonly key: string; readonly direction: SortDirection } | null;
  readonly page: PageArguments;
  readonly locale: string;
}
export interface ListPageData<Row> {
  readonly rows: readonly Row[];
  readonly ends: PageEnds;
  /** What the server took the search text for; null without a search. */
  readonly matchedBy: string | null;
}

/** Where rows come from. Each function aborts with the signal. */
export interface ListSource<Row> {
  readonly page: (request: PageRequest, signal: AbortSignal) => Promise<ListPageData<Row>>;
  readonly count: (query: ListQuery, signal: AbortSignal) => Promise<ListCount>;
}

/** How a list learns that rows it shows were changed. */
export interface RowChanges<Row> {
  readonly document: VersionsDocument;
  readonly versionOf: (row: Row) => number;
}

/** Everything that makes one list different from another. */
export interface ListDefinition<Row> {
  /** Names the list in preferences (`list.<name>`) and in session storage. */
  readonly name: string;
  /** What the rows belong to, where one list shows those of one record at a time: its id. Nothing of another is shown or counted. */
  readonly scope?: string;
  /** Name in the API's `listCapabilities`. */
  readonly capability: ListName;
  readonly titleKey: MessageKey;
  /** By whether the person may search by contact. Not shown where the server searches by nothing. */
  readonly searchHintKey: (searches: ReadonlySet<string>) => MessageKey;
  /** How to ask when a search of this shape finds nothing; null where there is nothing to say. */
  readonly searchHelpKey?: (text: string, searches: ReadonlySet<string>) => MessageKey | null;
  readonly emptyKey: MessageKey;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly ListFilter[];
  /** Sort in the address -> sort of the API. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Names of sorts that no column has. */
  readonly sortNames?: Readonly<Record<string, MessageKey>>;
  /** Words for what a search was recognised as; null where it needs none. */
  readonly matchKey: (matchedBy: string) => MessageKey | null;
  readonly rowId: (row: Row) => string;
  /** Where a row leads; `search` is that of the list, for what opens beside it. */
  readonly rowHref: (row: Row, search: URLSearchParams) => string;
  readonly rowLabel: (row: Row, formats: CellFormats) => string;
  /** The row on a phone: everything but the link around it. */
  readonly phoneRow: (row: Row, formats: CellFormats) => ReactNode;
  /** More of a row, unfolded below it (`?open=…`); a component made with `lazy`. Absent: rows do not unfold. */
  readonly detail?: ComponentType<{ readonly row: Row }>;
  readonly source: ListSource<Row>;
  /** The chosen filters as the list's API takes them; null while nothing is chosen. */
  readonly filterInput: (filters: Readonly<Record<string, FilterValue>>) => object | null;
  /** When a row was created, where rows say it: a selection of all that match has no later ones. */
  readonly rowCreatedAt?: (row: Row) => string;
  /** What can be done with many rows at once; absent: rows cannot be selected. */
  readonly bulk?: readonly BulkAction[];
  /** Absent: nothing tells of new rows. */
  readonly news?: ListNewsSource;
  /** Absent: nothing tells of changed rows. */
  readonly changes?: RowChanges<Row>;
}

/** What can be asked of a list without looking at its rows. */
export type CountedList = Pick<ListDefinition<unknown>, 'name' | 'scope' | 'filters' | 'sorts'> & {
  readonly columns: readonly ColumnShape[];
  readonly source: Pick<ListSource<unknown>, 'count'>;
};
