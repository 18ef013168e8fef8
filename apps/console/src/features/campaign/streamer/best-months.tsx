import { useMessages } from '@backcounter/i18n/react';
import { UseBar } from '../../../lib/chart/use-bar.tsx';
import { dateFormat, formatPercent } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { bestMonth, commissionOf, inMonth, type OwnStreamer, todayIn } from './own-money.ts';
import styles from './streamer-home.module.css';

/** Commission of this month beside the streamer's own best month, by currency. */
export function BestMonths({ streamer: { months } }: { readonly streamer: OwnStreamer }) {
  const { t, locale, timeZone } = useMessages();
  const today = todayIn(timeZone);
  const now = new Map(commissionOf(inMonth(months, today)).map(({ currency, minor }) => [currency, minor]));
  const all = commissionOf(months);
  if (all.length === 0) return <p className={styles['hint']}>{t('streamer-home.share.none')}</p>;
  return all.map(({ currency }) => {
    const minor = now.get(currency) ?? 0;
    const best = bestMonth(months, currency, today);
    const isBest = best === undefined || minor >= best.commissionMinor;
    const words = isBest
      ? t('streamer-home.share.is-best')
      : t('streamer-home.share.of-best', {
          share: formatPercent(minor / best.commissionMinor, locale),
          month: dateFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(best.from)),
          amount: formatMoney(best.commissionMinor, currency, locale),
        });
    return (
      <div key={currency} className={styles['best']}>
        <strong>{formatMoney(minor, currency, locale)}</strong>
        <UseBar
          label={t('streamer-home.share.title')}
          used={isBest ? 1 : minor}
          most={isBest ? 1 : best.commissionMinor}
          words={words}
          size="card"
          isPlain
        />
        <span>{words}</span>
      </div>
    );
  });
}
