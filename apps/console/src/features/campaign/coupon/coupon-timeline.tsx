import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Link } from '@tanstack/react-router';
import type { CheckCouponQuery } from '../../../generated/graphql.ts';
import { ledgerWords } from '../../../lib/format/zoned-words.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { OPEN_USE } from '../redemption/redemption.list.tsx';
import styles from './check-tab.module.css';

interface CouponTimelineProps {
  readonly story: CheckCouponQuery['checkCoupon']['story'];
  readonly campaignId: string;
}

/** Events of a code since it was ordered, oldest first. */
export function CouponTimeline({ story, campaignId }: CouponTimelineProps) {
  const formats = useMessages();
  const { t } = formats;
  return (
    <section className={styles['story']}>
      <h2>{t('coupon.story.title')}</h2>
      <ol>
        {story.map(({ at, kind, by, reason, redemptionId, storeName, accountId, accountNumber, orderRef }) => (
          <li key={`${at} ${kind} ${redemptionId ?? ''}`} data-kind={kind}>
            <time className="bc-muted bc-number" dateTime={at}>
              {ledgerWords(at, formats.timeZone, formats.locale)}
            </time>
            <span>
              <b>
                {redemptionId ? (
                  <Link
                    to="/campaigns/$id"
                    params={{ id: campaignId }}
                    search={{ tab: 'redemptions', [OPEN_USE]: redemptionId }}
                  >
                    {t(`coupon.story.${kind}`)}
                  </Link>
                ) : (
                  t(`coupon.story.${kind}`)
                )}
              </b>
              {by ? (
                <>
                  {' '}
                  {t('records.history.by')} <bdi>{by.name}</bdi>
                </>
              ) : null}
              {accountNumber || storeName || orderRef ? (
                <small dir="auto">
                  {accountId && may(currentRoles(), 'account.read') ? (
                    <Link to="/accounts/$id" params={{ id: accountId }}>
                      #{accountNumber}
                    </Link>
                  ) : accountNumber ? (
                    `#${accountNumber}`
                  ) : null}
                  {accountNumber && (storeName || orderRef) ? ' · ' : null}
                  {[storeName, orderRef].filter(Boolean).join(' · ')}
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
