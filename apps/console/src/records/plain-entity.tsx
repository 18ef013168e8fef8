import { type PlainNoun, plainRecord } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import {
  ARCHIVED_FILTER,
  changedColumn,
  entityCodeColumn,
  entityNameColumn,
  ORDER_SORTS,
  phoneRow,
  stateColumn,
} from './entity-columns.tsx';
import {
  defineEntity,
  type EntityArchival,
  type EntityCreation,
  type EntityDefinition,
  type EntityDocuments,
  type EntityOrder,
  type EntityRow,
} from './entity-definition.ts';
import { EntityState } from './entity-state.tsx';
import { CodeAndName } from './fields/entity-fields.tsx';

interface PlainRow extends EntityRow {
  readonly code: string;
  readonly name: string;
  readonly archivedAt?: string | null;
  readonly updatedAt: string;
}

/** The differences between plain entities: fields, names and documents. */
export interface PlainEntity<Row extends PlainRow> {
  readonly noun: PlainNoun;
  readonly path: string;
  readonly capability: EntityDefinition<Row>['list']['capability'];
  readonly titleKey: MessageKey;
  readonly emptyKey: MessageKey;
  /** Title of the drawer for a new record. */
  readonly newKey: MessageKey;
  readonly documents: EntityDocuments<Row> &
    Pick<EntityArchival, 'archive' | 'restore'> & {
      readonly create: EntityCreation['document'];
      readonly move: EntityOrder<Row>['document'];
    };
}

/**
 * An entity with a permanent code and a name in each language, archived instead of deleted, in an order that people
 * set.
 */
export function plainEntity<Row extends PlainRow>(entity: PlainEntity<Row>): EntityDefinition<Row> {
  const { noun, path, documents, capability, titleKey, emptyKey, newKey } = entity;
  return defineEntity({
    record: plainRecord(noun),
    path,
    list: {
      name: path.slice(path.lastIndexOf('/') + 1),
      capability,
      titleKey,
      searchHintKey: () => 'crud.search.hint',
      emptyKey,
      columns: [entityNameColumn(), entityCodeColumn(), stateColumn(), changedColumn()],
      filters: [ARCHIVED_FILTER],
      sorts: ORDER_SORTS,
      phoneRow: phoneRow((row) => <EntityState record={row} />),
    },
    documents,
    nameOf: ({ name }) => name,
    codeOf: ({ code }) => code,
    fields: { code: 'crud.field.code', nameI18n: 'crud.field.name' },
    Fields: CodeAndName,
    drawn: ['code', 'nameI18n'],
    State: EntityState,
    creation: { titleKey: newKey, document: documents.create },
    archival: { archive: documents.archive, restore: documents.restore },
    order: { document: documents.move, sort: 'POSITION', groupOf: () => null },
  });
}
