import type { MessageKey } from '@backcounter/i18n';
import type { ListName } from '../../generated/graphql.ts';

/**
 * The selected rows in the API's terms:
 * `ids` that were picked one by one, or all that match filter and search except for `exclusions`.
 */
export interface ListSelection {
  /** The list's filter as API input. */
  readonly filter: object | null;
  readonly search: string | null;
  readonly ids: readonly string[] | null;
  readonly exclusions: readonly string[] | null;
  /** Excludes rows created after this instant of the server's clock. */
  readonly upTo: string | null;
}

/** Number of rows of a selection, never an estimate: `LOWER_BOUND` means "at least". */
export interface SelectionCount {
  readonly kind: 'EXACT' | 'LOWER_BOUND';
  readonly value: number;
}

/** A column on screen, as files of the rows see it. */
export interface ExportedColumn {
  readonly key: string;
  readonly headerKey: MessageKey;
  /** Columns of files with its content, where their names don't follow from its key. */
  readonly exported?: readonly string[];
}

/** A list, as files of its rows see it. */
export interface ExportedList {
  /** Name in the API. */
  readonly capability: ListName;
  readonly columns: readonly ExportedColumn[];
  /** Labels of columns of files that are neither on screen nor fields of the record. */
  readonly fileLabels?: Readonly<Record<string, MessageKey>>;
}

/** Properties of a bulk dialog. */
export interface BulkDialogProps {
  readonly selection: ListSelection;
  /** Null where the rows were not counted: the dialog counts itself. */
  readonly count: SelectionCount | null;
  readonly list: ExportedList;
  /** Keys of the columns on screen, in order. */
  readonly columns: readonly string[];
  readonly onClose: () => void;
  /** The server has accepted a job that changes the rows: closes the dialog and clears the selection. */
  readonly onStarted: (jobId: string) => void;
}
