import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useRouter } from '@tanstack/react-router';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { useDuplicate, useRichStep } from '../../records/rich-record.ts';
import { askedBefore } from '../../records/state-actions.ts';
import { CopiedSegment } from '../segment/public.tsx';
import { type NotificationRecord, notifications } from './notification.entity.ts';
import type { NotificationDialogName } from './notification.steps.ts';
import { notificationDocuments } from './notification-record.operations.ts';

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
  const send = useRichStep(notifications, notification, onClose);
  const duplicate = useDuplicate(notifications, notification, onClose);
  const { sent, recipients, failed, pending } = notification.figures;
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
        if (dialog === 'duplicate') return duplicate({});
        const { saved } = await send(notificationDocuments[dialog], asks.hasReason ? { reason } : {});
        // The accounts that failed are in a new draft.
        if (dialog === 'resend') void router.navigate({ href: `${notifications.href(saved.record.id)}?edit` });
      }}
    />
  );
}
