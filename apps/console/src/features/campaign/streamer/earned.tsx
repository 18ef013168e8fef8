import { useMessages } from '@backcounter/i18n/react';
import { everyDay, sumByDay } from '../../../lib/chart/every-day.ts';
import { dateFormat } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { addDays } from '../../../lib/format/zoned-time.ts';
import { DayBars } from '../statistics/day-bars.tsx';
import { commissionOf, commissionWords, daysBefore, inMonth, type OwnStreamer, todayIn } from './own-money.ts';
import styles from './streamer-home.module.css';

const CHART_DAYS = 30;

/** Commission of this month, what is confirmed and what is not, and uses by day. */
export function Earned({ streamer }: { readonly streamer: OwnStreamer }) {
  const { t, locale, timeZone } = useMessages();
  const today = todayIn(timeZone);
  const { months, days, pending } = streamer;
  const words = (figures: Parameters<typeof commissionOf>[0]) => commissionWords(commissionOf(figures), locale);
  const uses = sumByDay(days.map(({ from, uses: value }) => ({ day: from, value })));
  return (
    <div className={styles['earned']}>
      <div>
        <strong className={styles['amount']}>{words(inMonth(months, today)) ?? t('streamer-home.earned.none')}</strong>
        <Trend streamer={streamer} today={today} />
        <dl>
          <dt className="bc-muted">{t('streamer-home.earned.pending')}</dt>
          <dd>{words(pending) ?? '–'}</dd>
          <dt className="bc-muted">{t('streamer-home.earned.confirmed')}</dt>
          <dd>{words(months) ?? '–'}</dd>
        </dl>
      </div>
      <DayBars
        label={t('streamer-home.uses.by-day')}
        days={everyDay(addDays(today, 1 - CHART_DAYS), today, uses, 'none')}
      />
    </div>
  );
}

/** This month compared with the same days of the month before. */
function Trend({ streamer: { days, months }, today }: { readonly streamer: OwnStreamer; readonly today: string }) {
  const { t, locale } = useMessages();
  const [main] = commissionOf(inMonth(months, today));
  const { from, to } = daysBefore(today);
  const before = commissionOf(days.filter((day) => day.from >= from && day.from <= to));
  const earlier = before.find(({ currency }) => currency === main?.currency);
  if (main === undefined || earlier === undefined) return null;
  const more = main.minor - earlier.minor;
  const sign = more > 0 ? '+' : '';
  const format = dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return (
    <span className={styles['trend']}>
      <b className="bc-medium" data-tone={more > 0 ? 'positive' : more < 0 ? 'negative' : 'plain'}>
        <bdi>
          {sign}
          {formatMoney(more, main.currency, locale)}
        </bdi>
      </b>{' '}
      {t('streamer-home.earned.compared', { period: format.formatRange(new Date(from), new Date(to)) })}
    </span>
  );
}
