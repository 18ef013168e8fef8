import type { ComponentType } from 'react';
import type { ChangesProps } from './history/change-list.tsx';

/** Shows changes of a record with the labels and formats of its fields. */
export type ChangesView = ComponentType<ChangesProps>;

/** A kind of record for other places: its page and the labels of its fields. */
export interface RecordKind {
  /** Its page; `parent` is the record whose page shows it, such as the campaign of a coupon. */
  readonly href: (id: string, parent: string | null) => string;
  readonly changes?: ChangesView;
}

/** Kinds by the noun of their actions; a missing kind has no page. */
export type RecordKinds = Readonly<Record<string, RecordKind>>;

/** Key under which a record with a page of its own is cached. */
export const richKey = (noun: string, id: string, locale: string) => [noun, id, 'record', locale] as const;
