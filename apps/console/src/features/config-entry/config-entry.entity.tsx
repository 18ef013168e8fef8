import { CONFIG_VALUE_TYPES, defineRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConfigEntryRowFragment } from '../../generated/graphql.ts';
import { settingName } from '../../lib/format/setting-name.ts';
import { ActionDialog } from '../../records/action-dialog.tsx';
import { changedColumn, valueFilter } from '../../records/entity-columns.tsx';
import { defineEntity, type EntityActionsProps } from '../../records/entity-definition.ts';
import { DrawerPart } from '../../records/record-drawer.tsx';
import { configEntryDocuments } from './config-entry.operations.ts';
import { ConfigEntryFields, ConfigEntryState, configRules, configWords, valueWords } from './config-entry-value.tsx';

/** Resets the setting to its default. */
function ConfigEntryReset({ record, onChanged }: EntityActionsProps<ConfigEntryRowFragment>) {
  const messages = useMessages();
  const { t } = messages;
  const [isAsking, setAsking] = useState(false);
  const byDefault = valueWords(record, record.defaultValue, messages);
  return (
    <>
      {record.actions.includes('RESET') ? (
        <DrawerPart>
          <Button leftSection={<IconRestore size={16} stroke={1.75} aria-hidden />} onClick={() => setAsking(true)}>
            {t('config-entry.reset.action')}
          </Button>
        </DrawerPart>
      ) : null}
      {isAsking ? (
        <ActionDialog
          document={configEntryDocuments.reset}
          record={record}
          title={t('config-entry.reset.title', { key: settingName(record.key, messages) })}
          consequence={t('config-entry.reset.consequence', {
            value: valueWords(record, record.value, messages),
            default: byDefault,
          })}
          verb={t('config-entry.reset.action')}
          isDestructive={false}
          onClose={() => setAsking(false)}
          onDone={onChanged}
        />
      ) : null}
    </>
  );
}

/** `/admin/config`. */
export const configEntries = defineEntity({
  record: defineRecord('config-entry', {}),
  path: '/admin/config',
  list: {
    name: 'config-entries',
    capability: 'CONFIG_ENTRIES',
    titleKey: 'shell.page.config',
    searchHintKey: () => 'config-entry.search.hint',
    emptyKey: 'config-entry.place.none',
    columns: [
      {
        key: 'key',
        headerKey: 'config-entry.field.key',
        width: 304,
        grows: true,
        isPinned: true,
        sort: 'key',
        render: ({ key }, formats) => <span className="bc-cell-name">{settingName(key, formats)}</span>,
      },
      {
        key: 'state',
        headerKey: 'crud.field.state',
        width: 112,
        render: (row) => <ConfigEntryState record={row} />,
      },
      {
        key: 'value',
        headerKey: 'config-entry.field.value',
        width: 148,
        align: 'end',
        render: (row, formats) => valueWords(row, row.value, formats),
      },
      {
        key: 'default',
        headerKey: 'config-entry.field.default',
        width: 148,
        align: 'end',
        render: (row, formats) => valueWords(row, row.defaultValue, formats),
      },
      changedColumn(),
    ],
    filters: [
      valueFilter(
        'valueType',
        'config-entry.field.valueType',
        CONFIG_VALUE_TYPES,
        (type) => `config-entry.type.${type}`,
      ),
      { key: 'isDefault', labelKey: 'config-entry.field.isDefault', shape: 'flag' },
      { key: 'isPublic', labelKey: 'config-entry.field.isPublic', shape: 'flag' },
    ],
    sorts: { key: 'KEY', changed: 'UPDATED' },
    phoneRow: (row, formats) => (
      <span className="bc-phone-row">
        <span className="bc-phone-main">
          <b className="bc-cell-name">{settingName(row.key, formats)}</b>
          <small>{valueWords(row, row.value, formats)}</small>
        </span>
        <span className="bc-phone-end">
          <ConfigEntryState record={row} />
        </span>
      </span>
    ),
  },
  documents: configEntryDocuments,
  nameOf: ({ key }, formats) => settingName(key, formats),
  fields: { value: 'config-entry.field.value' },
  rulesOf: configRules,
  wordsOf: configWords,
  Fields: ConfigEntryFields,
  drawn: [],
  State: ConfigEntryState,
  Actions: ConfigEntryReset,
});
