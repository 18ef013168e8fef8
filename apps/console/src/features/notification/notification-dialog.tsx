import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CopiedSegment } from '../../crud/fields/segment-field.tsx';
import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { change } from '../../lib/record/record-steps.ts';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';
import type { NotificationDialogName } from './notification-action-list.ts';
import { notificationDocuments } from './notification-record.operations.ts';
import { type NotificationRecord, useRefreshNotification } from './use-notification.ts';

type Step = Exclude<NotificationDialogName, 'schedule'>;
interface NotificationDialogProps {
  readonly dialog: Step;
  readonly notification: NotificationRecord;
  readonly onClose: () => void;
}

/**
 * Pauses, resumes, cancels, unschedules or duplicates the notification. Each shows its effect in numbers, and asks for
 * a reason if one is required.
 */
export function NotificationDialog({ dialog, notification, onClose }: NotificationDialogProps) {
  const { t, locale } = useMessages();
  const router = useRouter();
  const refresh = useRefreshNotification(notification.id);
  const [key] = useState(newIdempotencyKey);
  const version = useRef(notification.version);
  const { sent, recipients, failed } = notification.figures;
  const figure = (value: number) => new Intl.NumberFormat(locale).format(value);
  const makesDraft = dialog === 'duplicate' || dialog === 'resend';
  const isUnsent = dialog === 'cancel' && sent === 0;
  const asks = askedBefore(NOTIFICATION_MACHINE, dialog);
  return (
    <ReasonDialog
      title={t(`notification.${dialog}.title`, { title: notification.title })}
      consequence={
        <>
          <p>
            {t(isUnsent ? 'notification.cancel.unsent' : `notification.${dialog}.consequence`, {
              sent: figure(sent),
              left: figure(Math.max(0, recipients - sent)),
              failed: figure(failed),
              count: recipients,
            })}
          </p>
          {dialog === 'duplicate' ? <CopiedSegment segment={notification.segment} /> : null}
        </>
      }
      verb={t(`notification.action.${dialog}`)}
      {...asks}
      isCancelling={dialog === 'cancel'}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          const to = { id: notification.id, expectedVersion: version.current };
          const options = { idempotencyKey: key, errorsShown: 'in-place' } as const;
          const { id } = await (dialog === 'duplicate'
            ? change(notificationDocuments.duplicate, { id: to.id }, options)
            : change(notificationDocuments[dialog], { ...to, ...(asks.hasReason ? { reason } : {}) }, options));
          onClose();
          if (makesDraft) void router.navigate({ href: `/notifications/${id}?edit` });
        } finally {
          // Also after a conflict: the page then shows the current notification.
          void refresh();
        }
      }}
    />
  );
}
