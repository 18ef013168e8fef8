import { useMessages } from '@backcounter/i18n/react';
import { Button, Input } from '@mantine/core';
import { useId, useState } from 'react';
import styles from './filter-editor.module.css';
import { addDays, startOfDay } from './zoned-day.ts';

interface DateJumpProps {
  readonly isNewestFirst: boolean;
  readonly onGo: (instant: string) => void;
}

/** Jumps to a day in a list that is sorted by a date. */
export function DateJump({ isNewestFirst, onGo }: DateJumpProps) {
  const { t, timeZone } = useMessages();
  const [day, setDay] = useState('');
  const id = useId();
  return (
    <form
      className={styles['editor']}
      onSubmit={(event) => {
        event.preventDefault();
        // Newest first, a day begins with its last moment.
        if (day !== '') onGo(startOfDay(isNewestFirst ? addDays(day, 1) : day, timeZone));
      }}
    >
      <Input.Wrapper label={t('listing.foot.go-to-date')} id={id}>
        <Input type="date" id={id} value={day} data-autofocus onChange={(event) => setDay(event.currentTarget.value)} />
      </Input.Wrapper>
      <p className={styles['note']}>{t('listing.filter.zone', { zone: timeZone })}</p>
      <div className={styles['foot']}>
        <Button type="submit" variant="filled" disabled={day === ''}>
          {t('listing.foot.go')}
        </Button>
      </div>
    </form>
  );
}
