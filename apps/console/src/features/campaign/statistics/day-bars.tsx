import { useMessages } from '@backcounter/i18n/react';
import { formatDay } from '../../../lib/format/dates.ts';
import styles from './day-bars.module.css';

interface DayBarsProps {
  readonly label: string;
  readonly days: readonly { readonly day: string; readonly value: number }[];
}

/** A small bar chart with a bar per day, and the same data as a table for screen readers. */
export function DayBars({ label, days }: DayBarsProps) {
  const { t, locale, figure } = useMessages();
  const most = Math.max(1, ...days.map(({ value }) => value));
  const dayOf = (day: string) => formatDay(day, { locale, timeZone: 'UTC' }) ?? day;
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className={styles['bars']}>
      <figcaption className="bc-flex bc-between bc-small bc-dense bc-faint">
        <span>{label}</span>
        <span>{t('campaign.figures.most', { count: most })}</span>
      </figcaption>
      <div aria-hidden="true">
        {days.map(({ day, value }) => (
          <span key={day} data-none={value === 0 || undefined} title={`${dayOf(day)}: ${figure(value)}`}>
            <i style={{ blockSize: `${(value / most) * 100}%` }} />
          </span>
        ))}
      </div>
      {first && last ? (
        <p className="bc-flex bc-between bc-small bc-dense bc-faint" aria-hidden="true">
          <span>{dayOf(first.day)}</span>
          <span>{dayOf(last.day)}</span>
        </p>
      ) : null}
      <table className="bc-sr-only">
        <caption>{label}</caption>
        <tbody>
          {days.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{dayOf(day)}</th>
              <td>{figure(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
