import { MACHINE_CLIENT_STATES, machineClientRecord, parseScopes } from '@backcounter/domain';
import { formatExact, formatRelative } from '@backcounter/ui';
import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react';
import type { MachineClientRowFragment } from '../../generated/graphql.ts';
import { formatList } from '../../lib/format/formats.ts';
import { codeColumn, nameColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats } from '../../listing/list-definition.ts';
import { changedColumn, valueFilter } from '../../records/entity-columns.tsx';
import { defineEntity } from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { recordStateMark } from '../../records/entity-state.tsx';
import { MachineClientActions } from './machine-client-actions.tsx';
import { MachineClientFields, machineClientWords } from './machine-client-fields.tsx';
import { machineClientDocuments as documents } from './machine-client-record.operations.ts';

const LOOKS = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
} as const;

/** Active or suspended. */
const MachineClientStateMark = recordStateMark(LOOKS, (state) => `machine-client.state.${state}`);

type Row = MachineClientRowFragment;

const lastUse = ({ lastUsedAt }: Row, formats: CellFormats) =>
  lastUsedAt == null
    ? formats.t('machine-client.use.never')
    : formatRelative(new Date(lastUsedAt), new Date(), formats);
const scopesOf = ({ scopes }: Row, { t, locale }: CellFormats) =>
  formatList(
    parseScopes(scopes).map((scope) => t(`machine-client.scope.${scope}`)),
    locale,
  );

export const machineClients = defineEntity({
  record: machineClientRecord,
  path: '/admin/machine-clients',
  list: {
    name: 'machine-clients',
    capability: 'MACHINE_CLIENTS',
    titleKey: 'shell.page.machine-clients',
    searchHintKey: () => 'machine-client.search.hint',
    emptyKey: 'machine-client.place.none',
    emptyBodyKey: 'machine-client.place.none-body',
    columns: [
      nameColumn('name', 'crud.field.name', 200, ({ name }: Row) => name, { sort: 'name' }),
      codeColumn('clientId', 'machine-client.field.clientId', 160, ({ clientId }: Row) => clientId, {
        sort: 'clientId',
      }),
      {
        key: 'scopes',
        headerKey: 'machine-client.field.scopes',
        width: 320,
        grows: true,
        render: scopesOf,
        fullText: scopesOf,
      },
      {
        key: 'state',
        headerKey: 'crud.field.state',
        width: 128,
        render: (row) => <MachineClientStateMark record={row} />,
      },
      {
        key: 'lastUsed',
        headerKey: 'machine-client.field.last-used',
        width: 128,
        align: 'end',
        sort: 'lastUsed',
        render: lastUse,
        fullText: (row, formats) =>
          row.lastUsedAt == null ? lastUse(row, formats) : formatExact(new Date(row.lastUsedAt), formats),
      },
      changedColumn(),
    ],
    filters: [
      valueFilter('state', 'crud.field.state', MACHINE_CLIENT_STATES, (state) => `machine-client.state.${state}`),
      { key: 'lastUsed', labelKey: 'machine-client.field.last-used', shape: 'instant' },
    ],
    sorts: { name: 'NAME', clientId: 'CLIENT_ID', lastUsed: 'LAST_USED', changed: 'UPDATED' },
    fileLabels: { documents: 'records.documents.title' },
    phoneRow: (row, formats) => (
      <PhoneRow title={<bdi>{row.name}</bdi>} end={<MachineClientStateMark record={row} />}>
        {lastUse(row, formats)}
      </PhoneRow>
    ),
  },
  documents,
  nameOf: ({ name }) => name,
  codeOf: ({ clientId }) => clientId,
  fields: entityLabels(machineClientRecord, (field) => `machine-client.field.${field}`),
  otherFields: { documents: 'records.documents.title', secretEnds: 'machine-client.field.secret-ends' },
  wordsOf: machineClientWords,
  Fields: MachineClientFields,
  drawn: ['name', 'clientId', 'scopes', 'stores', 'countries', 'pointsMax', 'isDry'],
  State: MachineClientStateMark,
  Actions: MachineClientActions,
  creation: {
    titleKey: 'machine-client.new.title',
    document: documents.create,
  },
});
