import { useMessages } from '@backcounter/i18n/react';
import { formatRelative } from '@backcounter/ui';
import { formatMoney } from '../../../lib/format/money.ts';
import cardStyles from '../../../lib/page/query-card.module.css';
import { RedemptionStateMark } from '../public.tsx';
import type { OwnStreamer } from './own-money.ts';
import styles from './streamer-home.module.css';

/** The newest uses of the streamer's codes. */
export function RecentUses({ uses }: { readonly uses: OwnStreamer['recentUses'] }) {
  const { t, locale, timeZone } = useMessages();
  if (uses.length === 0) return <p className={cardStyles['none']}>{t('streamer-home.today.none')}</p>;
  return uses.map(({ id, state, at, codeLast4, campaignName, storeName, commissionMinor, currency }) => (
    <div key={id} className={`${cardStyles['row']} ${styles['recent']}`} data-plain="">
      <span className={cardStyles['name']}>
        <span className={styles['codeEnd']}>
          <span className="bc-code" dir="ltr">
            …{codeLast4}
          </span>
        </span>
        <bdi>{storeName ?? campaignName}</bdi>
      </span>
      <span className={styles['use']}>
        {state !== 'CONFIRMED' ? (
          <RedemptionStateMark state={state} />
        ) : commissionMinor == null || commissionMinor === 0 || currency == null ? null : (
          <bdi>+{formatMoney(commissionMinor, currency, locale)}</bdi>
        )}
        <time dateTime={at}>{formatRelative(new Date(at), new Date(), { locale, timeZone })}</time>
      </span>
    </div>
  ));
}
