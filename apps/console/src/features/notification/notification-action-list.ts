import { NOTIFICATION_MACHINE, type NotificationState } from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';
import { useMessages } from '@backcounter/i18n/react';
import {
  IconArrowBackUp,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { refusalWords, stateActions } from '../../records/state-actions.ts';
import type { NotificationRecord } from './use-notification.ts';

/** Dialogs that a notification's page opens. */
export type NotificationDialogName = 'schedule' | 'unschedule' | 'pause' | 'resume' | 'cancel' | 'duplicate' | 'resend';

interface NotificationActionOptions {
  readonly notification: NotificationRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: NotificationDialogName) => void;
}

const ICONS = {
  PAUSE: IconPlayerPause,
  RESUME: IconPlayerPlay,
  EDIT: IconPencil,
  UNSCHEDULE: IconArrowBackUp,
  RESEND: IconRefresh,
  DUPLICATE: IconCopy,
  SCHEDULE: IconSend,
  CANCEL: IconX,
} as const;

/** Why not now: what the server says, or that the state does not allow it. */
export function refusalText(
  refusal: string | null | undefined,
  state: NotificationState,
  { t }: Pick<MessagesHook, 't'>,
): string {
  return refusalWords(refusal, t) ?? t('notification.action.not-now', { state: t(`notification.state.${state}`) });
}

/** What can be done with a notification now, as the server says: absent for people who can never do it, else with the reason why not now. */
export function useNotificationActions({
  notification,
  onEdit,
  onDialog,
}: NotificationActionOptions): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(
    () =>
      stateActions({
        machine: NOTIFICATION_MACHINE,
        record: notification,
        icons: ICONS,
        label: (key) =>
          t(
            key === 'schedule' && notification.sendMode === 'NOW'
              ? 'notification.action.send'
              : `notification.action.${key}`,
          ),
        notNow: t('notification.action.not-now', { state: t(`notification.state.${notification.state}`) }),
        t,
        run: (key) => (key === 'edit' ? onEdit() : onDialog(key)),
      }),
    [notification, onEdit, onDialog, t],
  );
}
