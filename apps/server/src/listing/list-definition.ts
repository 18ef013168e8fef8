import type { Permission } from '@backcounter/domain';
import type { RequestContext, Services } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';

/** Collects values for `$n` placeholders. */
export class SqlValues {
  readonly list: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** Kinds of filter. Each has one input type in the API; LIVE uses that of BOOLEAN. */
export type FilterKind = 'BOOLEAN' | 'CODE' | 'ENUM' | 'ID' | 'INSTANT' | 'LIVE' | 'NUMBER' | 'TEXT';

/**
 * Reads the values of a column for which a LIVE filter currently holds; null if there are too many to filter by.
 * @throws AppError `service.unavailable` if the source does not answer
 */
export type LiveValues = () => Promise<readonly string[] | null>;

/** Records that each have a rule about rows of the list. */
export interface RuleSource {
  /**
   * Reads the rules of records by id, once for all statements of a request; a frozen selection keeps them.
   * @throws AppError `filter.invalid` for a record that the caller may not see
   */
  read(context: RequestContext, ids: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /**
   * SQL condition of a rule's rows; may be NULL.
   * @throws AppError `access.denied` for a rule with a forbidden clause
   */
  condition(rule: unknown, values: SqlValues, caller: Caller, now: Date): string;
  /** `condition` takes an array of rules, and is that of rows of any of them: PostgreSQL finds them in one go. */
  readonly isOfAll?: true;
}

/** A filter of a list. */
export interface FilterDefinition {
  readonly kind: FilterKind;
  /** SQL of the column; for BOOLEAN, of a condition. */
  readonly sql: string;
  /** For the API. */
  readonly description?: string;
  /** PostgreSQL type to cast values to, if the driver's text is not enough. */
  readonly cast?: string;
  /** ENUM: the values, in order. */
  readonly values?: readonly string[];
  /**
   * ENUM: SQL condition by value, true or false but never NULL, if indexes support those better than comparing `sql`.
   * @param required placeholder for the value of the list's required filter
   */
  readonly conditions?: (required: string) => Readonly<Record<string, string>>;
  /**
   * LIVE: the source outside the database that knows for which values of `sql` the filter holds; null if there is none,
   * and then the list has no such filter.
   */
  readonly live?: (services: Services) => LiveValues | null;
  /**
   * For related records of which a row may have many: FROM and WHERE of a row's records, of which `sql` is a column.
   * `in` matches rows that have any of the values, `notIn` rows that have none; a NUMBER matches rows with any value in
   * the range.
   */
  readonly related?: string;
  /** ID: each of the records has a rule, and its rows are those that match. `sql` is not used. */
  readonly rules?: RuleSource;
  /**
   * CODE and TEXT: SQL condition of rows with one of the chosen values, instead of comparing `sql`; `filter` has all
   * filters.
   * @throws AppError `filter.invalid`, or `access.denied` for a value that the caller may not see
   */
  readonly condition?: (
    chosen: readonly string[],
    values: SqlValues,
    request: { readonly filter: Readonly<Record<string, unknown>>; readonly caller: Caller },
  ) => string;
  /** Requires exactly one value with `in`: all rows belong to one record, within which the list's key is unique. */
  readonly isRequired?: true;
  readonly permission?: Permission;
  /** Its rows differ between callers, who then share no cursors and counts. Only such a filter learns who calls. */
  readonly isOwn?: true;
}

/** An order of a list. The expression is never NULL and is indexed together with the key. */
export interface SortDefinition {
  readonly sql: string;
  readonly cast: string;
  /** API field that returns exactly this value, or null. */
  readonly field: string | null;
  readonly defaultDirection: 'ASC' | 'DESC';
  readonly isDate: boolean;
  /**
   * The table is partitioned by this column: pages then also compare it alone, because PostgreSQL does not prune by row
   * comparisons.
   */
  readonly isPartitionKey?: true;
  /** Permission to sort by it; hidden from everyone else. */
  readonly permission?: Permission;
  /** Best matches first: only with a search, where it is the default. The ways to match determine `sql`. */
  readonly isRelevance?: true;
  /**
   * JOIN clause of the table with the column `sql`, where each row has exactly one match, and that table's column equal
   * to the list's key: the index covers the two.
   */
  readonly joined?: { readonly join: string; readonly key: string };
}

/** One interpretation of a search text. */
export interface SearchMode {
  /** Value of `matchedBy`. */
  readonly mode: string;
  condition(values: SqlValues): string;
  /** True if the number of matches varies with the text: plan each time with the actual value. */
  readonly isFragment: boolean;
  /** The ways to match that it combines, best first, if the list ranks its matches; `match` is the best one found. */
  readonly ranked?: { readonly tiers: readonly SearchTier[]; readonly match: string };
}

/** Interpretations of a search text, or ways to match it, best first; null if the caller may not search this way. */
export type SearchPlan = readonly SearchMode[] | { readonly tiers: readonly SearchTier[] } | null;

/** One way in which rows match a search text. */
export interface SearchTier {
  /** Value of `matchedOn`. */
  readonly match: string;
  /**
   * EXACT: a unique key, whose match ends the search. SIMILAR: used only if the other tiers find few rows.
   */
  readonly kind: 'EXACT' | 'PART' | 'SIMILAR';
  /** A table, with alias, whose rows name the list's rows; absent: the condition is on the list's own table. */
  readonly among?: { table(values: SqlValues): string; readonly key: string };
  condition(values: SqlValues): string;
  /** Condition on a row of the list alone, if it is not that such a row exists. */
  holds?(values: SqlValues): string;
  /** An index supplies the tier's rows in the order of this SQL and the key: pages need not sort all matches. */
  readonly order?: string;
  /** With `order`: condition for the first of several rows of `among` that name the same row. */
  first?(values: SqlValues): string;
}

/** A restriction of rows: its condition, and the scope that cursors and counts are bound to. */
export interface RowRule {
  readonly scope: string;
  condition(values: SqlValues): string;
}

/** Declaration of a list: what can be requested and how it is read. */
export interface ListDefinition {
  readonly name: string;
  /** FROM clause with alias. */
  readonly from: string;
  /** SQL, type and field of the unique key that ends every order. */
  readonly key: { readonly sql: string; readonly cast: string; readonly field: string };
  /** SQL by API field; rows carry the requested fields under these names. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that a field needs in addition to, or instead of, the one with its name. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** LEFT JOIN clauses by the field that needs them. */
  readonly joins: Readonly<Record<string, string>>;
  readonly sorts: Readonly<Record<string, SortDefinition>>;
  readonly defaultSort: string;
  readonly filters: Readonly<Record<string, FilterDefinition>>;
  /** Kinds of search for `listCapabilities`, limited to those the caller may use. */
  searches(caller: Caller): readonly string[];
  planSearch(text: string, caller: Caller): SearchPlan;
  /**
   * Restricts the rows that the caller may see; null for no restriction. Applies to everything done with the list:
   * pages, counts, searches, news, files and selections. Without it, everyone sees all rows.
   */
  readonly rows?: (caller: Caller) => RowRule | null;
  /** Callers of the same class share cursors and counts. */
  roleClass(caller: Caller): string;
  /** SQL without parameters of the maintained total of the whole list, one row with `value`; null if there is none. */
  readonly totalSql: string | null;
}

/** A column for files of a list. Its type follows from the type of the SQL. */
export interface ExportColumn {
  readonly sql: string;
  /** `sql` is a map of names by locale; the file contains the one of its language. */
  readonly isByLocale?: true;
  /** LEFT JOIN clause that `sql` needs. */
  readonly join?: string;
  /** Permission to export the column; hidden from everyone else. */
  readonly permission?: Permission;
}

/** Export of a list. */
export interface ListExport {
  /** SQL of a row's creation time. */
  readonly createdSql: string;
  /** By key, in the order offered. */
  readonly columns: Readonly<Record<string, ExportColumn>>;
}

/** A kind of key by which pasted entries name records. */
export interface PastedKey {
  /** Value of `PastedMatch.match`. */
  readonly match: string;
  /** The key in an entry; null if it has none of this kind. */
  keyOf(entry: string): string | null;
  /** PostgreSQL type of the key. */
  readonly cast: string;
  /** JOIN clauses from `given (key, n)` to the rows of the list, under the alias of its `from`. */
  readonly joins: string;
}

/** A top-level list, not part of a record: it has an API name, capabilities and saved views. */
export interface NamedList extends ListDefinition {
  /** Permission to query its capabilities and use its saved views. */
  readonly readPermission: Permission;
  readonly exported: ListExport;
  /** Kinds of key that the caller may paste to find records, the one that wins first; absent: none. */
  readonly pastedKeys?: (caller: Caller) => readonly PastedKey[];
}

declare const VALUE: unique symbol;
/** SQL of a column, with the type of its values. */
export type Column<Value> = string & { readonly [VALUE]: Value };
/** Marks the SQL of a column with the type of its values. */
export const column = <Value>(sql: string) => sql as Column<Value>;
/** A row as its columns say. */
export type RowOf<Columns> = {
  readonly [Key in keyof Columns]: Columns[Key] extends Column<infer Value> ? Value : never;
};

/** Rows are plain objects whose properties are API fields; the engine removes its own two properties. */
export interface ListRow {
  [field: string]: unknown;
}
