import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';
import { zonedWords } from '../../lib/format/zoned-words.ts';
import { addDays } from '../../listing/filter/zoned-day.ts';
import { type FieldProps, useField } from '../../records/form/record-form.tsx';
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
    if (!/^\d{4}-\d{2}-\d{2}$/.test(nextDay)) return setInstant(null);
    const wanted = isEnd && nextTime === '' ? `${addDays(nextDay, 1)}T00:00` : `${nextDay}T${nextTime || '00:00'}`;
    setInstant(instantOf(wanted, timeZone));
  };
  return (
    <div className={styles['field']}>
      <div className="bc-form-pair">
        <TextInput
          {...input}
          description={undefined}
          type="date"
          max="2099-12-31"
          aria-describedby={about}
          value={day}
          onChange={(event) => set(event.currentTarget.value, wall === null ? lastTime.current : time)}
        />
        <TextInput
          type="time"
          label={timeLabel}
          aria-describedby={about}
          step={time.length > 5 ? 0.001 : 60}
          value={time}
          disabled={instant === null}
          onChange={(event) => set(day, event.currentTarget.value)}
        />
      </div>
      <p id={about} className="bc-form-hint">
        {instant === null
          ? hint
          : t(isWholeDay ? 'crud.instant.end-of-day-utc' : 'crud.instant.utc', {
              time: zonedWords(instant, 'UTC', locale),
            })}
        {instant === null || myZone === timeZone || myZone === 'UTC' ? null : (
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
