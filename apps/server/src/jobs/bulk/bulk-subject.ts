import type { NamedList, SqlValues } from '../../listing/list-definition.ts';
import { type FrozenSelection, selectionConditions } from '../../listing/selection.ts';
import type { Caller } from '../../ports/identity.ts';

/** Records of which a job changes many. */
export interface BulkSubject {
  /** Noun of their audit rows. */
  readonly noun: string;
  /** The list in which they are selected; its FROM is one table, whose key is the uuid `id`. */
  readonly list: NamedList;
  /** Alias of that table. */
  readonly alias: string;
  /** Column that its primary key has in front of `id`, such as the campaign of a coupon; `ruled r` has it then. */
  readonly keyColumn?: string;
  /** SQL of what people know a record by, for the file of what was left out. */
  readonly labelSql: string;
  /** SQL columns of an example in a dry run. */
  readonly sampleSql: string;
}

/** SQL conditions for the records of a selection. @throws AppError `access.denied` */
export function selectedRecords(
  { list }: BulkSubject,
  selection: FrozenSelection,
  caller: Caller,
  values: SqlValues,
): string[] {
  return selectionConditions(list, selection, list.exported.createdSql, caller, values);
}
