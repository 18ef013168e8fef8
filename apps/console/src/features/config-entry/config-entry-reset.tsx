import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionDialog } from '../../crud/action-dialog.tsx';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import type { ConfigEntryRowFragment } from '../../generated/graphql.ts';
import { configEntryDocuments } from './config-entry.operations.ts';
import { valueWords } from './config-entry-value.tsx';

/** The way back to the default. */
export function ConfigEntryReset({ record, onChanged }: EntityActionsProps<ConfigEntryRowFragment>) {
  const messages = useMessages();
  const { t } = messages;
  const [isAsking, setAsking] = useState(false);
  const byDefault = valueWords(record, record.defaultValue, messages);
  return (
    <>
      {record.actions.includes('RESET') ? (
        <section className="bc-usage">
          <Button leftSection={<IconRestore size={16} stroke={1.75} aria-hidden />} onClick={() => setAsking(true)}>
            {t('config-entry.reset.action')}
          </Button>
        </section>
      ) : null}
      {isAsking ? (
        <ActionDialog
          document={configEntryDocuments.reset}
          record={record}
          title={t('config-entry.reset.title', { key: record.key })}
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
