import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { useMemo } from 'react';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { AudienceXray } from '../audience/audience-xray.tsx';
import { type Audience, useAudienceOf } from '../audience/use-audience.ts';
import { Checks } from '../form/checks.tsx';
import { editedNotification } from '../form/edit-notification.tsx';
import { missingFields, notificationRules } from '../form/notification-form-rules.ts';
import { notificationFormValues } from '../form/notification-form-values.ts';
import { useNotificationWords } from '../form/use-notification-words.ts';
import { useContentLanguages } from '../language-tabs.tsx';
import type { NotificationRecord } from '../notification.entity.ts';
import styles from '../notification.module.css';
import { deliveryList } from './delivery.list.tsx';
import { Funnel } from './funnel.tsx';
import { WaveTable } from './wave-table.tsx';

/** Deliveries of a notification by account; its expected audience before it is prepared. */
export function DeliveriesTab({ record: notification }: TabPart<NotificationRecord>) {
  const definition = useMemo(() => deliveryList(notification.id), [notification.id]);
  if (notification.state === 'DRAFT' || notification.state === 'SCHEDULED') {
    return <Ahead notification={notification} />;
  }
  const { figures, reasons } = notification;
  return (
    <RecordListTab above={<Funnel figures={{ ...figures, reasons }} />}>
      <ListPart definition={definition} />
    </RecordListTab>
  );
}

/** Shown before the first delivery. */
function Ahead({ notification }: { readonly notification: NotificationRecord }) {
  const { t } = useMessages();
  const audience = useAudienceOf(notification.id, notification.version);
  const waves = notification.wavePlan.length > 0 ? notification.wavePlan : (audience.data?.waves ?? []);
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        {notification.state === 'DRAFT' ? (
          <DraftChecks notification={notification} audience={audience.data} />
        ) : (
          <div className="bc-record-card">
            <EmptyState title={t('notification.ahead.title')} body={t('notification.ahead.scheduled')} />
          </div>
        )}
        {waves.length > 0 ? (
          <section className={`bc-record-card ${styles['waveCard']}`}>
            <WaveTable waves={waves} />
          </section>
        ) : null}
      </div>
      <div className="bc-record-column">
        <AudienceXray audience={audience} />
      </div>
    </div>
  );
}

interface DraftChecksProps {
  readonly notification: NotificationRecord;
  readonly audience: Audience | undefined;
}

/** Requirements that a draft does not meet yet. */
function DraftChecks({ notification, audience }: DraftChecksProps) {
  const { labelOf } = useNotificationWords();
  const values = notificationFormValues(editedNotification(notification));
  const languages = useContentLanguages(values);
  const missing = missingFields(
    notificationRules(() => values),
    values,
  );
  return (
    <Checks
      values={values}
      missing={missing}
      languages={languages}
      labelOf={labelOf}
      audience={audience}
      isTested={notification.isTested}
    />
  );
}
