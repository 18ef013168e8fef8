import { useMessages } from '@backcounter/i18n/react';
import { Button, Input } from '@mantine/core';
import { useId, useState } from 'react';
import { startOfDay } from './zoned-day.ts';
import './filter-editor.css';

/** Starts the page at a day of a list that is sorted by a date. */
export function DateJump({ onGo }: { readonly onGo: (instant: string) => void }) {
  const { t, timeZone } = useMessages();
  const [day, setDay] = useState('');
  const id = useId();
  return (
    <form
      className="bc-filter-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') onGo(startOfDay(day, timeZone));
      }}
    >
      <Input.Wrapper label={t('listing.foot.go-to-date')} id={id}>
        <Input type="date" id={id} value={day} data-autofocus onChange={(event) => setDay(event.currentTarget.value)} />
      </Input.Wrapper>
      <p className="bc-filter-note">{t('listing.filter.zone', { zone: timeZone })}</p>
      <div className="bc-filter-foot">
        <Button type="submit" variant="filled" disabled={day === ''}>
          {t('listing.foot.go')}
        </Button>
      </div>
    </form>
  );
}
