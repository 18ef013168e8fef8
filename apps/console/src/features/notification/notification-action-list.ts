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

/** Why an action is not possible now: the server's reason, or else the state. */
export function refusalText(
  refusal: string | null | undefined,
  state: NotificationState,
  { t }: Pick<MessagesHook, 't'>,
): string {
  return refusalWords(refusal, t) ?? t('notification.action.not-now', { state: t(`notification.state.${state}`) });
}

/**
 * Actions on the notification, as the server reports them. An action that this person can never take is absent; one
 * that the state forbids is disabled, with the reason.
 */
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
