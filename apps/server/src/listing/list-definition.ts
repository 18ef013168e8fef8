import type { Permission } from '@backcounter/domain';
import type { Services } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';

/** `$n` placeholders and their values, in order. */
export class SqlValues {
  readonly list: unknown[] = [];

  /** Adds a value and gives its placeholder. */
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** Kinds of filter; each has one input type in the API, LIVE that of BOOLEAN. */
export type FilterKind = 'BOOLEAN' | 'CODE' | 'ENUM' | 'ID' | 'INSTANT' | 'LIVE' | 'NUMBER' | 'TEXT';

/**
 * Reads which values of a column a LIVE filter holds for at this moment; null: more than one may filter by.
 * @throws AppError `service.unavailable` while whoever knows does not answer
 */
export type LiveValues = () => Promise<readonly string[] | null>;

/** One filter of a list. */
export interface FilterDefinition {
  readonly kind: FilterKind;
  /** SQL of the column, or for BOOLEAN of a condition that is true or false. */
  readonly sql: string;
  /** PostgreSQL type that a value is cast to, where the driver's text isn't enough. */
  readonly cast?: string;
  /** ENUM: the values, in order. */
  readonly values?: readonly string[];
  /**
   * ENUM: SQL condition by value, each false or true and never NULL, where indexes serve those better than a comparison of `sql`.
   * @param required placeholder of the value of the list's required filter
   */
  readonly conditions?: (required: string) => Readonly<Record<string, string>>;
  /** LIVE: who outside of the database knows for which values of `sql` it holds now; null: nobody, so that the list has no such filter. */
  readonly live?: (services: Services) => LiveValues | null;
  /**
   * For choices among records that a row may have many of: FROM and WHERE of those of a row, of which `sql` is a column. `in` holds for
   * a row that has one of the chosen, `notIn` for one that has none. A NUMBER holds for a row that has one within the range.
   */
  readonly related?: string;
  /** Exactly one value by `in`, always: the rows are those of one record, within which alone the list's key is unique. */
  readonly isRequired?: true;
  readonly permission?: Permission;
}

/** One order of a list. The expression is never NULL and has an index together with the key. */
export interface SortDefinition {
  readonly sql: string;
  readonly cast: string;
  /** Field of the API that shows exactly this value, or null. */
  readonly field: string | null;
  readonly defaultDirection: 'ASC' | 'DESC';
  readonly isDate: boolean;
  /** The table is partitioned by it: pages then name it alone too, as PostgreSQL does not prune by a pair of columns. */
  readonly isPartitionKey?: true;
  /** Who may sort by it; for everybody else it does not exist. */
  readonly permission?: Permission;
  /**
   * JOIN clause of the table that `sql` is a column of, where each row has exactly one, and the column there that equals the list's key:
   * the index is on the two of them.
   */
  readonly joined?: { readonly join: string; readonly key: string };
}

/** One way to understand a search text. */
export interface SearchMode {
  /** Value of `matchedBy`. */
  readonly mode: string;
  condition(values: SqlValues): string;
  /** The text alone decides nothing about how many rows match: plan with the value at hand, not once for all. */
  readonly isFragment: boolean;
}

/** What a search text may mean, best first; `null` when this caller may not search like that. */
export type SearchPlan = readonly SearchMode[] | null;

/** Rows that somebody may see: what cursors and counts are bound to, and the condition. */
export interface RowRule {
  readonly scope: string;
  condition(values: SqlValues): string;
}

/** A list, declared once: what may be asked and how it is read. */
export interface ListDefinition {
  readonly name: string;
  /** FROM clause with alias. */
  readonly from: string;
  /** SQL, type and field of the unique key that ends every order. */
  readonly key: { readonly sql: string; readonly cast: string; readonly field: string };
  /** SQL by field of the API; a row carries the fields that were asked for under these names. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that a field needs besides, or instead of, one of its own name. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** LEFT JOIN clauses by the field that needs them. */
  readonly joins: Readonly<Record<string, string>>;
  readonly sorts: Readonly<Record<string, SortDefinition>>;
  readonly defaultSort: string;
  readonly filters: Readonly<Record<string, FilterDefinition>>;
  /** Names of search kinds for `listCapabilities`, by what the caller may see. */
  searches(caller: Caller): readonly string[];
  planSearch(text: string, caller: Caller): SearchPlan;
  /**
   * Rows that the caller may see, null: all of them. Holds for whatever is done with the list: pages, counts, searches, news, files and
   * selections. Without it everybody sees all rows.
   */
  readonly rows?: (caller: Caller) => RowRule | null;
  /** Callers of one class get the same cursors and counts. */
  roleClass(caller: Caller): string;
  /** SQL (no parameters) of the maintained total of the whole list, one row with `value`; null: there is none. */
  readonly totalSql: string | null;
}

/** One column that files of a list may have. Texts, numbers, instants and the like are told apart by the type of the SQL. */
export interface ExportColumn {
  readonly sql: string;
  /** `sql` is a map of names by locale, of which the file has that of its language. */
  readonly isByLocale?: true;
  /** LEFT JOIN clause that `sql` needs. */
  readonly join?: string;
  /** Who may have the column; for everybody else it does not exist. */
  readonly permission?: Permission;
}

/** What of a list may be exported. */
export interface ListExport {
  /** SQL of the instant at which a row was created. */
  readonly createdSql: string;
  /** By key, in the order in which they are offered. */
  readonly columns: Readonly<Record<string, ExportColumn>>;
}

/** A list that stands by itself, not inside a record: it has a name in the API, capabilities and saved views. */
export interface NamedList extends ListDefinition {
  /** Who may ask for its capabilities and use its saved views. */
  readonly readPermission: Permission;
  readonly exported: ListExport;
}

/** Rows come as plain objects whose members are named as the API's fields; the engine takes its own two members off. */
export interface ListRow {
  [field: string]: unknown;
}
