import { useMessages } from '@backcounter/i18n/react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { DateTimeInput } from '../../lib/date-time/date-time-input.tsx';
import { addDays, instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';
import { placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import { type FieldProps, useField } from '../form/record-form.tsx';
import styles from './instant-field.module.css';

interface InstantFieldProps<Values> extends FieldProps<Values, string | null> {
  readonly timeLabel: string;
  readonly timeZone: string;
  /** A non-blocking notice before saving. */
  readonly warning?: string | null;
  /** An end without a time is the end of its day: the following midnight. */
  readonly isEnd?: boolean;
}

/**
 * Date and time in a zone, with UTC and the reader's own time beside it; untouched, it keeps its instant to the
 * millisecond.
 */
export function InstantField<Values>(props: InstantFieldProps<Values>) {
  const { hint, timeLabel, timeZone, warning = null, isEnd = false } = props;
  const { t, locale, timeZone: myZone } = useMessages();
  const about = useId();
  const { value, set: setInstant, input } = useField(props);
  const instant = value || null;
  const wall = instant === null ? null : wallTimeOf(instant, timeZone);
  const isWholeDay = isEnd && wall?.endsWith('T00:00');
  const day = wall === null ? '' : isWholeDay ? addDays(wall.slice(0, 10), -1) : wall.slice(0, 10);
  const time = wall === null || isWholeDay ? '' : wall.slice(11);
  // A day that is cleared and typed again keeps its time.
  const lastTime = useRef(time);
  if (wall !== null) lastTime.current = time;
  const set = (nextDay: string, nextTime: string) => {
    if (nextDay === '') return setInstant(null);
    const wanted = isEnd && nextTime === '' ? `${addDays(nextDay, 1)}T00:00` : `${nextDay}T${nextTime || '00:00'}`;
    setInstant(instantOf(wanted, timeZone));
  };
  return (
    <div className="bc-stack bc-gap-xs">
      <div className="bc-form-pair">
        <DateTimeInput
          {...input}
          description={undefined}
          kind="date"
          max="2099-12-31"
          isAhead
          timeZone={timeZone}
          aria-describedby={about}
          value={day}
          onChange={(next) => set(next, wall === null ? lastTime.current : time)}
        />
        <DateTimeInput
          kind="time"
          label={timeLabel}
          timeZone={timeZone}
          aria-describedby={about}
          value={time}
          disabled={instant === null}
          onChange={(next) => set(day, next)}
        />
      </div>
      <p id={about} className="bc-form-hint">
        {instant === null
          ? hint
          : isWholeDay
            ? t('crud.instant.end-of-day-utc', { time: zonedWords(instant, 'UTC', locale) })
            : myZone === timeZone || timeZone === 'UTC'
              ? t('crud.instant.utc', { time: zonedWords(instant, 'UTC', locale) })
              : t('crud.instant.place', {
                  time: zonedWords(instant, timeZone, locale),
                  place: placeOfZone(timeZone),
                })}
        {instant === null || myZone === timeZone || (myZone === 'UTC' && isWholeDay) ? null : (
          <> · {t('crud.instant.mine', { time: zonedWords(instant, myZone, locale) })}</>
        )}
        {/* A live region, to announce changes. */}
        <span role="status" className={styles['warning']}>
          {warning === null ? null : (
            <>
              <IconAlertTriangle size={14} stroke={1.75} aria-hidden /> {warning}
            </>
          )}
        </span>
      </p>
    </div>
  );
}
