import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DateTimeInput } from '../../lib/date-time/date-time-input.tsx';
import { addDays } from '../../lib/format/zoned-time.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import styles from './filter-editor.module.css';
import { startOfDay } from './zoned-day.ts';

interface DateJumpProps {
  readonly isNewestFirst: boolean;
  readonly onGo: (instant: string) => void;
}

/** Jumps to a day in a list that is sorted by a date. */
export function DateJump({ isNewestFirst, onGo }: DateJumpProps) {
  const { t, timeZone } = useMessages();
  const [day, setDay] = useState('');
  return (
    <form
      className={styles['editor']}
      onSubmit={(event) => {
        event.preventDefault();
        // Newest first, a day begins with its last moment.
        if (day !== '') onGo(startOfDay(isNewestFirst ? addDays(day, 1) : day, timeZone));
      }}
    >
      <DateTimeInput kind="date" label={t('listing.foot.go-to-date')} isFirstFocus value={day} onChange={setDay} />
      <p className={styles['note']}>{t('listing.filter.zone', { zone: placeOfZone(timeZone) })}</p>
      <div className={styles['foot']}>
        <Button type="submit" variant="filled" disabled={day === ''}>
          {t('listing.foot.go')}
        </Button>
      </div>
    </form>
  );
}
