import type { RecordDefinition, RecordFields } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { ComponentType } from 'react';
import type { ActionInput, Ask, Change, ExpectedRecord } from '../lib/record/record-steps.ts';
import type { CellFormats, ListDefinition } from '../listing/list-definition.ts';
import type { ListDocuments } from '../listing/list-source.ts';
import type { Choices } from './fields/choices.ts';
import type { FormValues } from './form/field-map.ts';
import type { FieldRules } from './form/field-problems.ts';
import type { FieldForm } from './form/record-form.tsx';
import type { FieldValue, FieldValues } from './form/record-merge.ts';
import type { HistoryAnswer, HistoryVariables } from './history/history-tab.tsx';

/** The fields that the kit needs of every record. */
export interface EntityRow {
  readonly id: string;
  readonly version: number;
}

/** Further fields of a record's own page. */
export interface EntityRecordPart {
  /** Actions possible now, according to the server: `EDIT`, `ARCHIVE`, … */
  readonly actions: readonly string[];
  /** Number of references by kind; a count may be a lower bound. */
  readonly usedBy: readonly { readonly kind: string; readonly count: number; readonly isLowerBound: boolean }[];
  readonly updatedAt: string;
  readonly updatedBy?: { readonly name: string } | null;
}
export type EntityRecord<Row> = Row & EntityRecordPart;

/**
 * Documents of an entity. Each query aliases its only root field, `list` or `record`; mutations answer as in `Saved`.
 */
export interface EntityDocuments<Row> extends ListDocuments<Row> {
  readonly record: Ask<
    { readonly record?: EntityRecord<Row> | null },
    { readonly id: string; readonly locale: string }
  >;
  readonly history: Ask<HistoryAnswer, HistoryVariables>;
  readonly update: Change<ExpectedRecord & { readonly patch: never }>;
}

/** Properties of a form's fields. */
export interface EntityFieldsProps<Row, Definition extends Pick<RecordDefinition, 'fields'>> {
  readonly form: FieldForm<FormValues<Definition['fields']>>;
  /** The record as it was loaded; null for a new one. */
  readonly record: EntityRecord<Row> | null;
  readonly labelOf: (field: string) => string;
}

/** Properties of an entity's own actions. */
export interface EntityActionsProps<Row> {
  readonly record: EntityRecord<Row>;
  /** Call after a change, to reload the record, its history and the list. */
  readonly onChanged: () => Promise<void>;
}

/** Properties of the part above a form's fields. */
export interface EntityLeadProps<Row> extends Pick<EntityFieldsProps<Row, RecordDefinition>, 'form'> {
  /** Null for a new record. */
  readonly record: EntityRecord<Row> | null;
  readonly onChanged: () => Promise<void>;
}

/** Creation of records. */
export interface EntityCreation {
  /** Title of the drawer, and label of its buttons. */
  readonly titleKey: MessageKey;
  /** Input: all fields with a value. */
  readonly document: Change<never>;
  /** Initial values of a new record; booleans default to false. */
  readonly values?: FieldValues;
}

/** Archiving of records: hidden from pickers, but kept in the database. */
export interface EntityArchival {
  readonly archive: Change<ActionInput>;
  readonly restore: Change<ExpectedRecord>;
}

/** Reordering of records. */
export interface EntityOrder<Row> {
  /** `before`: the record that will follow, null for the end. */
  readonly document: Change<ExpectedRecord & { readonly before: string | null }>;
  /** Sort of the API for this order. */
  readonly sort: string;
  /** The record of another entity, such as a category, within which records are ordered; null for one order. */
  readonly groupOf: (row: Row) => { readonly id: string; readonly choices: Choices } | null;
}

/** Labels of values; undefined for the default. The record is null for a new one. */
export type ValueWords<Row = unknown> = (
  field: string,
  value: FieldValue,
  formats: CellFormats,
  record: Row | null,
) => string | undefined;

/** The declaration of an entity's pages. Parts that the entity does not have are omitted. */
export interface EntityDefinition<Row extends EntityRow> {
  /** Entered fields. The noun identifies the entity in permissions, audit events and drafts. */
  readonly record: Pick<RecordDefinition, 'noun' | 'fields' | 'rules'>;
  readonly path: string;
  readonly list: Pick<
    ListDefinition<Row>,
    | 'name'
    | 'capability'
    | 'fileLabels'
    | 'rowHeight'
    | 'titleKey'
    | 'searchHintKey'
    | 'emptyKey'
    | 'emptyBodyKey'
    | 'columns'
    | 'filters'
    | 'sorts'
    | 'phoneRow'
  > & {
    /** Filters that the list opens with, in its URL. */
    readonly opensWith?: string;
  };
  /** The drawer of a record is beside the list where there is room, without covering it. */
  readonly isDocked?: true;
  readonly documents: EntityDocuments<Row>;
  readonly nameOf: (row: Row, formats: CellFormats) => string;
  /** Permanent short name, in the drawer's head; typed before a record in wide use is archived. */
  readonly codeOf?: (row: Row) => string;
  /** Fields of the form with their labels. */
  readonly fields: Readonly<Record<string, MessageKey>>;
  /** Labels of fields of the history that are not in the form. */
  readonly otherFields?: Readonly<Record<string, MessageKey>>;
  /** Rules of the fields, where they differ by record. */
  readonly rulesOf?: (record: Row | null) => FieldRules;
  readonly wordsOf?: ValueWords<Row>;
  readonly Fields: ComponentType<EntityFieldsProps<Row, RecordDefinition>>;
  /** Fields that `Fields` renders; the others follow, rendered by kind. */
  readonly drawn: readonly string[];
  /** State of a record: plain in a row, a pill in the drawer's title. */
  readonly State?: ComponentType<{ readonly record: Row; readonly variant?: 'pill' | 'plain' }>;
  /** Picture and preview, above the fields. */
  readonly Lead?: ComponentType<EntityLeadProps<Row>>;
  /** Further actions on a record, below its form. */
  readonly Actions?: ComponentType<EntityActionsProps<Row>>;
  readonly creation?: EntityCreation;
  /** Creation in a panel of the feature's own. */
  readonly creator?: {
    readonly titleKey: MessageKey;
    readonly Panel: ComponentType<{ readonly onClose: () => void; readonly onCreated: (id: string) => void }>;
  };
  readonly archival?: EntityArchival;
  readonly order?: EntityOrder<Row>;
}

/** Declares an entity; infers the row's type from its documents, and the form's values from its record. */
export function defineEntity<Row extends EntityRow, Fields extends RecordFields>(
  definition: Omit<EntityDefinition<Row>, 'record' | 'Fields'> & {
    readonly record: Pick<RecordDefinition<Fields>, 'noun' | 'fields' | 'rules'>;
    readonly Fields: ComponentType<EntityFieldsProps<Row, { readonly fields: Fields }>>;
  },
): EntityDefinition<Row> {
  // The kit fills the form from the same record.
  return definition as unknown as EntityDefinition<Row>;
}
