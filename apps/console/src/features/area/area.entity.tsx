import { areaRecord } from '@backcounter/domain';
import {
  ARCHIVED_FILTER,
  CODE_SORTS,
  changedColumn,
  choiceFilter,
  entityCodeColumn,
  entityNameColumn,
  phoneRow,
  stateColumn,
} from '../../crud/entity-columns.tsx';
import { defineEntity } from '../../crud/entity-definition.ts';
import { entityLabels } from '../../crud/entity-labels.ts';
import { EntityState } from '../../crud/entity-state.tsx';
import { AreaFields, countryChoices } from './area-fields.tsx';
import { areaDocuments as documents } from './area-record.operations.ts';

/** `/admin/areas`. */
export const areas = defineEntity({
  record: areaRecord,
  path: '/admin/areas',
  list: {
    name: 'areas',
    capability: 'AREAS',
    titleKey: 'shell.page.areas',
    searchHintKey: () => 'crud.search.hint',
    emptyKey: 'area.place.none',
    columns: [
      entityNameColumn(),
      entityCodeColumn(),
      {
        key: 'country',
        headerKey: 'area.field.countryCode',
        width: 160,
        render: ({ country }) => <span dir="auto">{country.name}</span>,
      },
      { key: 'timezone', headerKey: 'crud.field.timezone', width: 160, render: ({ timezone }) => timezone },
      stateColumn(),
      changedColumn(),
    ],
    filters: [
      choiceFilter('country', 'area.field.countryCode', countryChoices),
      { key: 'isActive', labelKey: 'crud.field.active', shape: 'flag' },
      ARCHIVED_FILTER,
    ],
    sorts: CODE_SORTS,
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  fields: entityLabels(areaRecord, (field) => `area.field.${field}`),
  Fields: AreaFields,
  drawn: ['countryCode', 'code', 'nameI18n', 'timezone', 'isActive'],
  State: EntityState,
  creation: {
    titleKey: 'area.new.title',
    document: documents.create,
    values: { isActive: true },
  },
  archival: { archive: documents.archive, restore: documents.restore, codeOf: ({ code }) => code },
});
