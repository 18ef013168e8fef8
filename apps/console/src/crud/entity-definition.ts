import type { RecordDefinition } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { ComponentType } from 'react';
import type { ListCount } from '../listing/list-count.ts';
import type { CellFormats, ListDefinition } from '../listing/list-definition.ts';
import type { FieldRules } from '../records/form/field-problems.ts';
import type { FieldValue, FieldValues } from '../records/form/record-merge.ts';
import type { RecordFormState } from '../records/form/use-record-form.ts';
import type { HistoryEntry } from '../records/history/history-tab.tsx';
import type { Ask, Saved } from './ask.ts';
import type { Choices } from './fields/choices.ts';

/** What the kit needs of every record. */
export interface EntityRow {
  readonly id: string;
  readonly version: number;
}

/** What a record's own page needs besides its fields. */
export interface EntityRecordPart {
  /** What may be done with it now, as the server says: `EDIT`, `ARCHIVE`, … */
  readonly actions: readonly string[];
  /** How many of what refer to it; a count may be a lower bound. */
  readonly usedBy: readonly { readonly kind: string; readonly count: number; readonly isLowerBound: boolean }[];
  readonly updatedAt: string;
  readonly updatedBy?: { readonly name: string } | null;
}
export type EntityRecord<Row> = Row & EntityRecordPart;

interface Ends {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
}
export type HistoryAnswer = {
  readonly record?: {
    readonly history: {
      readonly nodes: readonly HistoryEntry[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
    };
  } | null;
};
export type PageAnswer<Row> = {
  readonly list: { readonly nodes: readonly Row[]; readonly pageInfo: Ends; readonly matchedBy?: string | null };
};

/** Documents of an entity. Each query aliases its one root field, `list` or `record`; mutations answer as `Saved` says. */
export interface EntityDocuments<Row> {
  readonly page: Ask<PageAnswer<Row>>;
  readonly count: Ask<{ readonly list: { readonly count: ListCount } }>;
  /** Variables `id` and `locale`. */
  readonly record: Ask<{ readonly record?: EntityRecord<Row> | null }>;
  readonly history: Ask<HistoryAnswer>;
  /** Input `id`, `expectedVersion` and the changed fields as `patch`. */
  readonly update: Ask<Saved>;
}

/** What a form's fields are drawn with. */
export interface EntityFieldsProps<Row> {
  readonly form: RecordFormState;
  /** The record as it was read; null for a new one. */
  readonly record: EntityRecord<Row> | null;
  readonly labelOf: (field: string) => string;
}

/** What an entity's own actions get. */
export interface EntityActionsProps<Row> {
  readonly record: EntityRecord<Row>;
  /** After a change: the record, its history and the list are asked again. */
  readonly onChanged: () => Promise<void>;
}

/** How new records come to be. */
export interface EntityCreation {
  /** Title of the drawer, and the words on its buttons. */
  readonly titleKey: MessageKey;
  /** Input: all fields that have a value. */
  readonly document: Ask<Saved>;
  /** Initial values of a new record; booleans default to false. */
  readonly values?: FieldValues;
}

/** How records leave the pickers without leaving the database. */
export interface EntityArchival<Row> {
  /** Input `id`, `expectedVersion` and `reason`. */
  readonly archive: Ask<Saved>;
  /** Input `id` and `expectedVersion`. */
  readonly restore: Ask<Saved>;
  /** What has to be typed before a record in wide use is archived. */
  readonly codeOf: (row: Row) => string;
}

/** How the order of records is changed. */
export interface EntityOrder<Row> {
  /** Input `id`, `expectedVersion` and `before`: the record that will follow, null for the end. */
  readonly document: Ask<Saved>;
  /** Sort of the API that gives the order. */
  readonly sort: string;
  /** Records are in order within a record of another entity, such as a category; null where there is one order. */
  readonly groupOf: (row: Row) => { readonly id: string; readonly choices: Choices } | null;
}

/** Words for values that are not words themselves; undefined where the general ones do. The record is null for a new one. */
export type ValueWords<Row = unknown> = (
  field: string,
  value: FieldValue,
  formats: CellFormats,
  record: Row | null,
) => string | undefined;

/** Everything that makes one entity's pages different from another's. A part that an entity has not is left out. */
export interface EntityDefinition<Row extends EntityRow> {
  /** Entered fields. The noun names the entity in permissions, audit events and drafts. */
  readonly record: Pick<RecordDefinition, 'noun' | 'fields' | 'rules'>;
  readonly path: string;
  readonly list: Pick<
    ListDefinition<Row>,
    'name' | 'capability' | 'titleKey' | 'searchHintKey' | 'emptyKey' | 'columns' | 'filters' | 'sorts' | 'phoneRow'
  >;
  readonly documents: EntityDocuments<Row>;
  readonly nameOf: (row: Row, formats: CellFormats) => string;
  /** Fields of the form with their names. */
  readonly fields: Readonly<Record<string, MessageKey>>;
  /** Rules of the fields, where each record has its own. */
  readonly rulesOf?: (record: Row | null) => FieldRules;
  readonly wordsOf?: ValueWords<Row>;
  readonly Fields: ComponentType<EntityFieldsProps<Row>>;
  /** Fields that `Fields` draws; others follow behind, drawn by their kind. */
  readonly drawn: readonly string[];
  /** State of a record: plain in a row, a pill in the drawer's title. */
  readonly State?: ComponentType<{ readonly record: Row; readonly variant?: 'pill' | 'plain' }>;
  /** What else can be done with a record, below its form. */
  readonly Actions?: ComponentType<EntityActionsProps<Row>>;
  readonly creation?: EntityCreation;
  readonly archival?: EntityArchival<Row>;
  readonly order?: EntityOrder<Row>;
}

/** Says once what an entity is; the row's type follows from its documents. */
export function defineEntity<Row extends EntityRow>(definition: EntityDefinition<Row>): EntityDefinition<Row> {
  return definition;
}
