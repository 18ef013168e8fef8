import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import type { ComponentType, ReactNode } from 'react';
import type { FindMatches } from '../lib/format/matched-text.ts';
import type { VersionsDocument } from '../lib/live/record-versions.ts';
import type { ExportedColumn, ExportedList } from '../lib/record/selected-rows.ts';
import type { PageArguments, PageEnds } from './address/list-position.ts';
import type { ListKind, ListState, SortDirection } from './address/list-url.ts';
import type { ColumnShape } from './columns/column-layout.ts';
import type { FilterShape, FilterValue } from './filter/filter-value.ts';
import type { ListCount } from './list-count.ts';
import type { ListQuery } from './list-query.ts';
import type { ListNewsSource } from './news/list-news-source.ts';
import type { BulkAction } from './selection/bulk-action.ts';

/** Texts and formats of cells. */
export type CellFormats = Pick<MessagesHook, 't' | 'locale' | 'timeZone' | 'figure'>;

/** One column of a list. The pinned one has the link to the record. */
export interface ListColumn<Row> extends ColumnShape, ExportedColumn {
  /** Numbers and times are aligned with the end edge, in both writing directions. */
  readonly align?: 'end';
  /** A key of the list's `sorts`; without it the header is not clickable. */
  readonly sort?: string;
  readonly render: (row: Row, formats: CellFormats) => ReactNode;
  /** Shown on hover and focus instead of the cell's own text, such as the exact instant of a relative time. */
  readonly fullText?: (row: Row, formats: CellFormats) => string | null;
  /** Text for Ctrl/Cmd-C and the copy button; for ids, codes and addresses. */
  readonly copyText?: (row: Row, formats: CellFormats) => string | null;
  /** Finds a search in the row's texts also where letters differ; null for rows that don't match by such a text. */
  readonly findSimilar?: (search: string, row: Row) => FindMatches | null;
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

/** One filter of a list. The server decides which of them a person may use. */
export interface ListFilter {
  readonly key: string;
  readonly labelKey: MessageKey;
  readonly shape: FilterShape;
  /** Values of a `set` filter. */
  readonly options?: (context: OptionContext) => Promise<readonly FilterOption[]>;
  /** `set`: choosing an option applies it, and no other. */
  readonly isSingle?: true;
  /** Texts of a field's values, which histories use as well. */
  readonly wordKeys?: ReadonlyMap<unknown, MessageKey>;
  /** Another filter whose value determines the options. */
  readonly dependsOn?: string;
  /** Time filters of fields that may be empty offer "never". */
  readonly mayBeEmpty?: boolean;
}

/** A page of a query. */
export interface PageRequest extends ListQuery {
  readonly sort: { readonly key: string; readonly direction: SortDirection } | null;
  readonly page: PageArguments;
  readonly locale: string;
}
export interface ListPageData<Row> {
  readonly rows: readonly Row[];
  readonly ends: PageEnds;
  /** How the server recognised the search text; null without a search. */
  readonly matchedBy: string | null;
}

/** The data source of a list. Each function aborts with the signal. */
export interface ListSource<Row> {
  readonly page: (request: PageRequest, signal: AbortSignal) => Promise<ListPageData<Row>>;
  readonly count: (query: ListQuery, signal: AbortSignal) => Promise<ListCount>;
}

/** Subscription to changes of the rows on screen. */
export interface RowChanges<Row> {
  readonly document: VersionsDocument;
  readonly versionOf: (row: Row) => number;
}

/** Properties of a kind of view besides the table. */
export interface ListKindProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly rows: readonly Row[];
  readonly hrefOf: (row: Row) => string;
  readonly onOpen: (row: Row, inNewTab: boolean) => void;
  readonly isPhone: boolean;
}

/** A view that a list always has. */
export interface Preset {
  readonly labelKey: MessageKey;
  readonly params: () => Readonly<Record<string, string>>;
}

/** The declaration of a list. */
export interface ListDefinition<Row> extends ExportedList {
  /** Name of the list in preferences (`list.<name>`) and in session storage. */
  readonly name: string;
  /** For rows of two lines, in every density. */
  readonly rowHeight?: number;
  /** Id of the parent, for a list of one record's rows. Rows of other parents are neither shown nor counted. */
  readonly scope?: string;
  readonly titleKey: MessageKey;
  /** Depends on whether the person may search by contact. Not shown where the list has no search. */
  readonly searchHintKey: (searches: ReadonlySet<string>) => MessageKey;
  /** Advice for a search of this form without results; null for none. */
  readonly searchHelpKey?: (text: string, searches: ReadonlySet<string>) => MessageKey | null;
  /** Headline of the empty list. */
  readonly emptyKey: MessageKey;
  /** Sentence below the headline. */
  readonly emptyBodyKey?: MessageKey;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly ListFilter[];
  /** Sort in the URL -> sort of the API. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Names of sorts without a column. */
  readonly sortNames?: Readonly<Record<string, MessageKey>>;
  /** Loads the column that says why rows match; behind the second one during a search. Its sort is best matches first. */
  readonly matchColumn?: () => Promise<ListColumn<Row>>;
  /** Text of how a search was recognised; null where it needs none. */
  readonly matchKey: (matchedBy: string) => MessageKey | null;
  readonly rowId: (row: Row) => string;
  /** Target of a row; `search` has the list's parameters, for a panel beside it. */
  readonly rowHref: (row: Row, search: URLSearchParams) => string;
  readonly rowLabel: (row: Row, formats: CellFormats) => string;
  /** Views of the product, before those that people save; filters as URL parameters. */
  readonly presets?: readonly Preset[];
  /** The kind of view besides the table, with its component. */
  readonly kinds?: readonly ListKind[];
  readonly KindView?: ComponentType<ListKindProps<Row>>;
  /** Address of a row's form; absent where rows are not edited. */
  readonly editHref?: (row: Row) => string | undefined;
  /** A record beside the list, around the facts of its row; a component made with `lazy`. */
  readonly Peek?: ComponentType<{ readonly row: Row; readonly children: ReactNode }>;
  /** Content of a row on a phone, inside its link. */
  readonly phoneRow: (row: Row, formats: CellFormats) => ReactNode;
  /** Details of a row, expanded below it (`?open=…`); a component made with `lazy`. Absent: rows can't be expanded. */
  readonly detail?: ComponentType<{ readonly row: Row }>;
  readonly source: ListSource<Row>;
  /** Address that saves filters and search, by the list's URL, as a record's rule; null without permission. */
  readonly ruleHref?: (query: string) => string | null;
  /** The selected filters as API input; null without any. */
  readonly filterInput: (filters: Readonly<Record<string, FilterValue>>) => object | null;
  /** When a row was created, if rows have it: a selection of all matches excludes later ones. */
  readonly rowCreatedAt?: (row: Row) => string;
  /** Bulk actions; absent: rows cannot be selected. */
  readonly bulk?: readonly BulkAction[];
  /** Absent: no notice of new rows. */
  readonly news?: ListNewsSource;
  /** Absent: no notice of changed rows. */
  readonly changes?: RowChanges<Row>;
}

/** The properties needed to count a list without loading rows. */
export type CountedList = Pick<ListDefinition<unknown>, 'name' | 'scope' | 'filters' | 'sorts' | 'kinds'> & {
  readonly columns: readonly ColumnShape[];
  readonly source: Pick<ListSource<unknown>, 'count'>;
};
