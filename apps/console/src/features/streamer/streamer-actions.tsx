import { STREAMER_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionDialog } from '../../crud/action-dialog.tsx';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import { UsageNote } from '../../crud/usage-note.tsx';
import type { StreamerRowFragment } from '../../generated/graphql.ts';
import { askedBefore } from '../../records/state-actions.ts';
import { streamerDocuments } from './streamer-record.operations.ts';

/** The campaigns of a streamer, and the way out of them and back. */
export function StreamerActions({ record, onChanged }: EntityActionsProps<StreamerRowFragment>) {
  const { t } = useMessages();
  const [asked, setAsked] = useState<'suspend' | 'reactivate' | null>(null);
  return (
    <UsageNote usages={record.usedBy}>
      {record.stateReason ? <p dir="auto">{t('streamer.state.because', { reason: record.stateReason })}</p> : null}
      {record.actions.includes('SUSPEND') ? (
        <Button
          className="bc-destructive"
          leftSection={<IconPlayerPause size={16} stroke={1.75} aria-hidden />}
          onClick={() => setAsked('suspend')}
        >
          {t('streamer.suspend.action')}
        </Button>
      ) : null}
      {record.actions.includes('REACTIVATE') ? (
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
          onClick={() => setAsked('reactivate')}
        >
          {t('streamer.reactivate.action')}
        </Button>
      ) : null}
      {asked ? (
        <ActionDialog
          document={streamerDocuments[asked]}
          record={record}
          title={t(`streamer.${asked}.title`, { name: record.displayName })}
          consequence={t(`streamer.${asked}.consequence`)}
          verb={t(`streamer.${asked}.action`)}
          {...askedBefore(STREAMER_MACHINE, asked)}
          onClose={() => setAsked(null)}
          onDone={onChanged}
        />
      ) : null}
    </UsageNote>
  );
}
