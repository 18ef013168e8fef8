import type { NamedList, SqlValues } from '../../listing/list-definition.ts';
import { type FrozenSelection, selectionConditions } from '../../listing/selection.ts';
import type { Caller } from '../../ports/identity.ts';

/** A kind of record that supports bulk changes. */
export interface BulkSubject {
  /** Noun of its audit rows. */
  readonly noun: string;
  /** The list for selection; its FROM is one table with the uuid key `id`. */
  readonly list: NamedList;
  /** Alias of that table. */
  readonly alias: string;
  /** Column before `id` in the primary key, such as a coupon's campaign; `ruled r` then includes it. */
  readonly keyColumn?: string;
  /** SQL of a record's label in the file of unchanged records. */
  readonly labelSql: string;
  /** SQL columns of an example in a dry run. */
  readonly sampleSql: string;
}

/** SQL conditions of a selection's records. @throws AppError `access.denied` */
export function selectedRecords(
  { list }: BulkSubject,
  selection: FrozenSelection,
  caller: Caller,
  values: SqlValues,
): string[] {
  return selectionConditions(list, selection, list.exported.createdSql, caller, values);
}
