import { ERROR_CODES, type ErrorCode, type NotificationState } from '@backcounter/domain';
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
import { errorKey } from '../../lib/error-text.ts';
import type { RecordAction } from '../../lib/record-actions.ts';
import { type NotificationRecord, rightTo } from './use-notification.ts';

/** Dialogs that a notification's page opens. */
export type NotificationDialogName = 'schedule' | 'unschedule' | 'pause' | 'resume' | 'cancel' | 'duplicate' | 'resend';

interface NotificationActionOptions {
  readonly notification: NotificationRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: NotificationDialogName) => void;
}

const RIGHTS = [
  { key: 'pause', right: 'PAUSE', icon: IconPlayerPause },
  { key: 'resume', right: 'RESUME', icon: IconPlayerPlay },
  { key: 'edit', right: 'EDIT', icon: IconPencil },
  { key: 'unschedule', right: 'UNSCHEDULE', icon: IconArrowBackUp },
  { key: 'resend', right: 'RESEND', icon: IconRefresh },
  { key: 'duplicate', right: 'DUPLICATE', icon: IconCopy },
  { key: 'schedule', right: 'SCHEDULE', icon: IconSend },
  { key: 'cancel', right: 'CANCEL', icon: IconX },
] as const;

/** What makes sense in each state; of these some are not possible yet or any more, with a reason. */
const IN_PLACE: Readonly<Record<NotificationState, readonly string[]>> = {
  DRAFT: ['edit', 'schedule', 'duplicate'],
  SCHEDULED: ['unschedule', 'cancel', 'duplicate'],
  PREPARING: ['pause', 'cancel', 'duplicate'],
  SENDING: ['pause', 'cancel', 'duplicate'],
  PAUSED: ['resume', 'cancel', 'duplicate'],
  SENT: ['resend', 'duplicate'],
  CANCELED: ['resend', 'duplicate'],
  FAILED: ['resend', 'duplicate'],
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** Why not now: what the server says, or that the state does not allow it. */
export function refusalText(
  refusal: string | null | undefined,
  state: NotificationState,
  { t }: Pick<MessagesHook, 't'>,
): string {
  const isPlain = !refusal || refusal === 'state.invalid-transition' || !isErrorCode(refusal);
  return isPlain ? t('notification.action.not-now', { state: t(`notification.state.${state}`) }) : t(errorKey(refusal));
}

/** What can be done with a notification now, as the server says: absent for people who can never do it, else with the reason why not now. */
export function useNotificationActions({
  notification,
  onEdit,
  onDialog,
}: NotificationActionOptions): readonly RecordAction[] {
  const messages = useMessages();
  return useMemo(
    () =>
      RIGHTS.flatMap(({ key, right, icon }): RecordAction[] => {
        const stands = rightTo(notification, right);
        if (!stands || !IN_PLACE[notification.state].includes(key)) return [];
        const isNow = key === 'schedule' && notification.sendMode === 'NOW';
        return [
          {
            key,
            icon,
            label: messages.t(isNow ? 'notification.action.send' : `notification.action.${key}`),
            isAllowed: stands.isAllowed,
            whyNot: refusalText(stands.refusal, notification.state, messages),
            run: key === 'edit' ? onEdit : () => onDialog(key),
          },
        ];
      }),
    [notification, onEdit, onDialog, messages],
  );
}
