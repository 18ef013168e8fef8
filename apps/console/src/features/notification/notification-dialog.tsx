import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CopiedSegment } from '../../crud/fields/segment-field.tsx';
import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { change, useRecordStep } from '../../lib/record/record-steps.ts';
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
  const { t, figure } = useMessages();
  const router = useRouter();
  const refresh = useRefreshNotification(notification.id);
  const [key] = useState(newIdempotencyKey);
  const send = useRecordStep(notification, { onClose, refresh });
  const { sent, recipients, failed, pending } = notification.figures;
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
              left: figure(pending),
              failed,
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
        const draft = await (dialog === 'duplicate'
          ? change(
              notificationDocuments.duplicate,
              { id: notification.id },
              { idempotencyKey: key, errorsShown: 'in-place' },
            )
          : send(notificationDocuments[dialog], asks.hasReason ? { reason } : {}).then(({ saved }) => saved.record));
        if (dialog === 'duplicate') {
          void refresh();
          onClose();
        }
        if (makesDraft) void router.navigate({ href: `/notifications/${draft.id}?edit` });
      }}
    />
  );
}
