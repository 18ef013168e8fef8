import { may, NOTIFICATION_LIMITS, NOTIFICATION_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { ProblemWords } from '../../../lib/api/problem-words.tsx';
import { RequestError } from '../../../lib/api/request-error.ts';
import { formatNumber } from '../../../lib/format/formats.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { useRichStep } from '../../../records/rich-record.ts';
import { Reach } from '../audience/audience-xray.tsx';
import { useAudienceOf } from '../audience/use-audience.ts';
import { languageWords } from '../language-tabs.tsx';
import { type NotificationRecord, notifications } from '../notification.entity.ts';
import { notificationDocuments } from '../notification-record.operations.ts';
import { whenWords } from '../notification-words.ts';

interface ScheduleDialogProps {
  readonly notification: NotificationRecord;
  readonly onClose: () => void;
  readonly onScheduled: () => void;
}

const EXTRA = NOTIFICATION_MACHINE.actions.SCHEDULE.extraPermissions ?? [];

/**
 * Confirms recipients, time and languages before sending. The server accepts only the number of recipients that was
 * shown here; a large one must be typed. If the number has changed since, the dialog shows the new one.
 */
export function ScheduleDialog({ notification, onClose, onScheduled }: ScheduleDialogProps) {
  const formats = useMessages();
  const { t, locale } = formats;
  const audience = useAudienceOf(notification.id, notification.version);
  const send = useRichStep(notifications, notification, onClose);
  const { data } = audience;
  const isNow = notification.sendMode === 'NOW';
  const figure = formatNumber(data?.recipients ?? 0, locale);
  // Service topics have neither a cap nor quiet hours.
  const limited =
    notification.topic.kind === 'MARKETING' && (notification.ignoreFrequencyCap || notification.ignoreQuietHours);
  const needed = EXTRA.filter(({ word }) => (word === 'large' ? data?.isLarge === true : limited));
  const needsAdmin = needed.length > 0;
  const mayLarge = needed.every(({ permission }) => may(currentRoles(), permission));
  const isTyped = data?.needsTypedNumber === true;
  return (
    <ReasonDialog
      title={
        data === undefined
          ? t(audience.error ? 'notification.action.schedule' : 'notification.schedule.counting')
          : t(isNow ? 'notification.schedule.title-now' : 'notification.schedule.title', {
              count: data.recipients,
              figure,
            })
      }
      consequence={
        audience.error ? (
          <ProblemWords error={audience.error} />
        ) : data === undefined ? (
          <Skeleton width="12rem" height="1.25rem" />
        ) : (
          <>
            <Reach data={data} />
            <p dir="auto">{whenWords(notification, formats)}</p>
            {notification.missingLocales.length > 0 ? (
              <p>
                {t('notification.schedule.fallback', {
                  languages: languageWords(notification.missingLocales, locale),
                })}
              </p>
            ) : null}
            {limited ? <p>{t('notification.schedule.limits')}</p> : null}
            {mayLarge ? null : <p role="alert">{t('notification.schedule.admin')}</p>}
          </>
        )
      }
      verb={t(isNow ? 'notification.action.send' : 'notification.action.schedule')}
      isDestructive={false}
      isReasonRequired={needsAdmin}
      hasReason={needsAdmin}
      {...(isTyped
        ? {
            typed: {
              text: String(data.recipients),
              label: t('notification.schedule.typed', {
                number: String(data.recipients),
                above: NOTIFICATION_LIMITS.typedAbove,
              }),
            },
          }
        : {})}
      isIncomplete={data === undefined || data.recipients === 0 || !mayLarge}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          await send(notificationDocuments.schedule, {
            agreedRecipients: data?.recipients ?? 0,
            reason: reason || null,
            confirmRecipients: isTyped ? data.recipients : null,
          });
          onScheduled();
        } catch (error) {
          if (error instanceof RequestError && error.code === 'audience.changed') void audience.refetch();
          throw error;
        }
      }}
    />
  );
}
