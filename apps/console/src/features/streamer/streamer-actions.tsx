import { STREAMER_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import { StateButtons } from '../../crud/state-buttons.tsx';
import { UsageNote } from '../../crud/usage-note.tsx';
import type { StreamerRowFragment } from '../../generated/graphql.ts';
import { streamerDocuments } from './streamer-record.operations.ts';

const ICONS = { SUSPEND: IconPlayerPause, REACTIVATE: IconPlayerPlay };

/** Campaigns and actions of a streamer. */
export function StreamerActions(props: EntityActionsProps<StreamerRowFragment>) {
  const { record } = props;
  const { t } = useMessages();
  return (
    <UsageNote usages={record.usedBy}>
      {record.stateReason ? <p dir="auto">{t('streamer.state.because', { reason: record.stateReason })}</p> : null}
      <StateButtons
        {...props}
        machine={STREAMER_MACHINE}
        icons={ICONS}
        documents={streamerDocuments}
        words={(action) => ({
          verb: t(`streamer.${action}.action`),
          title: t(`streamer.${action}.title`, { name: record.displayName }),
          consequence: t(`streamer.${action}.consequence`),
        })}
      />
    </UsageNote>
  );
}
