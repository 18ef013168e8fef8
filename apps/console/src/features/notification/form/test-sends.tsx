import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, State } from '@backcounter/ui';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { ownName } from '../../../records/form/text-languages.ts';
import type { NotificationRecord } from '../notification.entity.ts';
import styles from './notification-form.module.css';

/** Test sends of a notification: account, language, sender and result. */
export function TestSends({ notification }: { readonly notification: NotificationRecord }) {
  const { t, locale, timeZone } = useMessages();
  return (
    <ul className={styles['testList']}>
      {notification.testSends.map((each) => (
        <li key={each.id} data-past={!each.isCurrent || undefined}>
          <span>
            <bdi>{each.account.displayName ?? each.account.publicNo}</bdi>
            <small className="bc-faint">
              {' '}
              {ownName(each.locale)} · {t('notification.content.test-by', { name: each.by.name })}
            </small>
            {each.isCurrent ? null : <small className="bc-faint"> {t('notification.test.earlier')}</small>}
          </span>
          <span>
            {each.devices > 0 ? (
              <State tone="positive" icon={IconCircleCheck} word={t('delivery.state.SENT')} />
            ) : (
              <State tone="negative" icon={IconAlertTriangle} word={each.detail ?? t('delivery.state.FAILED')} />
            )}
            <small className="bc-faint">
              <RelativeTime value={new Date(each.at)} locale={locale} timeZone={timeZone} />
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
