import { useMessages } from '@backcounter/i18n/react';
import { wallTimeOf } from '../../../lib/format/zoned-time.ts';
import { zonedTime, zonedWords } from '../../../lib/format/zoned-words.ts';
import styles from './giveaway-form.module.css';
import type { Terms } from './giveaway-terms.ts';

const DAY_MS = 86_400_000;

/** Opening, closing, draw and end of claims on one line, and as a list. */
export function GiveawayDates({ terms }: { readonly terms: Terms }) {
  const { t, locale } = useMessages();
  const zone = terms.timezone ?? 'UTC';
  const at = (instant: string | null) => (instant === null ? null : Date.parse(instant));
  const [opens, closes, draw] = [at(terms.opensAt), at(terms.closesAt), at(terms.drawAt)];
  const days = typeof terms.claimDays === 'number' ? terms.claimDays : null;
  // Winners are announced after the draw, at the earliest at once.
  const claim = draw === null || days === null ? null : draw + days * DAY_MS;
  const marks = [
    { key: 'opens', name: t('giveaway.field.opensAt'), at: opens },
    { key: 'closes', name: t('giveaway.field.closesAt'), at: closes },
    { key: 'draw', name: t('giveaway.field.drawAt'), at: draw },
    { key: 'claim', name: t('giveaway.dates.claim'), at: claim },
  ];
  const times = marks.flatMap((mark) => (mark.at === null ? [] : [mark.at]));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const isInOrder = times.length > 1 && times.every((time, place) => place === 0 || time >= (times[place - 1] ?? time));
  const share = (time: number) => `${(100 * (time - from)) / (to - from)}%`;
  const span = (start: number, end: number) => ({
    insetInlineStart: share(start),
    width: `${(100 * (end - start)) / (to - from)}%`,
  });
  return (
    <>
      {isInOrder ? (
        <div className={styles['line']} aria-hidden="true">
          {opens !== null && closes !== null ? <span data-part="entries" style={span(opens, closes)} /> : null}
          {draw !== null && claim !== null ? <span data-part="claims" style={span(draw, claim)} /> : null}
          {draw === null ? null : <i style={{ insetInlineStart: share(draw) }} />}
        </div>
      ) : null}
      <dl className={styles['dates']}>
        {marks.map(({ key, name, at: time }) => (
          <div key={key} data-mark={key}>
            <dt className="bc-small bc-dense bc-muted">{name}</dt>
            <dd className="bc-medium bc-number">
              {time === null ? '–' : zonedWords(new Date(time).toISOString(), zone, locale)}
              {time === null || zone === 'UTC' ? null : (
                <small>
                  {t('giveaway.date.zone', { time: inUtc(new Date(time).toISOString(), zone, locale), zone: 'UTC' })}
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The same instant in UTC, with the day only if it is another one. */
function inUtc(instant: string, zone: string, locale: string): string {
  const isSameDay = wallTimeOf(instant, zone).slice(0, 10) === instant.slice(0, 10);
  return isSameDay ? zonedTime(instant, 'UTC', locale) : zonedWords(instant, 'UTC', locale);
}
