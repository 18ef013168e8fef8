import { NOTIFICATION_MACHINE } from '@backcounter/domain';
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
import type { RichActions } from '../../records/record-screen.tsx';
import { stateActions } from '../../records/state-actions.ts';
import { type NotificationRecord, notifications } from './notification.entity.ts';

/** Dialogs that a notification's page opens. */
export type NotificationDialogName = 'schedule' | 'unschedule' | 'pause' | 'resume' | 'cancel' | 'duplicate' | 'resend';

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

/** Actions on a notification. */
export const notificationActions: RichActions<NotificationRecord, NotificationDialogName> = {
  main: ['schedule', 'unschedule', 'pause', 'resume'],
  mainFor: ({ state }) => (state === 'FAILED' ? 'resend' : null),
  behind: ['duplicate', 'cancel'],
  of: (notification, { edit, open }, t) =>
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
      notNow: notifications.notNow(notification, t),
      t,
      run: (key) => (key === 'edit' ? edit(null) : open(key)),
    }),
};
