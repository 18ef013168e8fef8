import { useMessages } from '@backcounter/i18n/react';
import type { CheckCouponQuery } from '../../../generated/graphql.ts';
import { ledgerWords } from '../../../lib/format/zoned-words.ts';
import styles from './check-tab.module.css';

/** Events of a code since it was ordered, oldest first. */
export function CouponTimeline({ story }: { readonly story: CheckCouponQuery['checkCoupon']['story'] }) {
  const formats = useMessages();
  const { t } = formats;
  return (
    <section className={styles['story']}>
      <h2>{t('coupon.story.title')}</h2>
      <ol>
        {story.map(({ at, kind, by, reason, redemptionId, storeName, accountNumber, orderRef }) => (
          <li key={`${at} ${kind} ${redemptionId ?? ''}`} data-kind={kind}>
            <time dateTime={at}>{ledgerWords(at, formats.timeZone, formats.locale)}</time>
            <span>
              <b>{t(`coupon.story.${kind}`)}</b>
              {by ? (
                <>
                  {' '}
                  {t('records.history.by')} <bdi>{by.name}</bdi>
                </>
              ) : null}
              {accountNumber || storeName || orderRef ? (
                <small dir="auto">
                  {[accountNumber ? `#${accountNumber}` : null, storeName, orderRef].filter(Boolean).join(' · ')}
                </small>
              ) : null}
              {reason ? <small dir="auto">“{reason}”</small> : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
