import type { ComponentType } from 'react';
import type { RecordChange } from './history/change-list.tsx';

/** Draws changes of some record with the names and formats of its own fields. */
export type ChangesView = ComponentType<{ readonly changes: readonly RecordChange[] }>;

/** What other places know of a kind of record: where one is shown, and how its fields are said. */
export interface RecordKind {
  readonly href: (id: string) => string;
  readonly changes?: ChangesView;
}

/** Kinds by the noun of their actions; a kind that is not in it has no page of its own. */
export type RecordKinds = Readonly<Record<string, RecordKind>>;
