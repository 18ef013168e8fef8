import { may, type Permission, type Role } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { UiIcon } from '@backcounter/ui';
import type { ComponentType } from 'react';
import type { ListName } from '../../generated/graphql.ts';

/** Which rows are meant, in the API's words: `ids` that were picked by hand, or all that filter and search match but for `exclusions`. */
export interface ListSelection {
  /** The list's filter as its API takes it. */
  readonly filter: object | null;
  readonly search: string | null;
  readonly ids: readonly string[] | null;
  readonly exclusions: readonly string[] | null;
  /** Rows that were created after this instant are not meant; the server's clock. */
  readonly upTo: string | null;
}

/** How many rows a selection has, never an estimate: `LOWER_BOUND` says "at least so many". */
export interface SelectionCount {
  readonly kind: 'EXACT' | 'LOWER_BOUND';
  readonly value: number;
}

/** What a dialog is told of the list behind it. */
export interface BulkDialogProps {
  readonly selection: ListSelection;
  /** Null where nobody has counted: the dialog asks for itself. */
  readonly count: SelectionCount | null;
  readonly list: ListName;
  /** Keys of the columns on screen, in their order. */
  readonly columns: readonly string[];
  readonly onClose: () => void;
  /** The server has taken a job that changes the rows: the dialog is done, and so is the selection. */
  readonly onStarted: (jobId: string) => void;
}

/** Something that can be done with many rows of a list at once, as a job. */
export interface BulkAction {
  readonly key: string;
  readonly labelKey: MessageKey;
  readonly icon: UiIcon;
  /** Who doesn't hold it, doesn't see the action. */
  readonly permission: Permission;
  /** A component made with `lazy`: it is fetched when it is opened. */
  readonly dialog: ComponentType<BulkDialogProps>;
}

/** The actions that these roles may take; without any, a list has no checkboxes. */
export function allowedActions(actions: readonly BulkAction[], roles: readonly Role[]): readonly BulkAction[] {
  return actions.filter(({ permission }) => may(roles, permission));
}
