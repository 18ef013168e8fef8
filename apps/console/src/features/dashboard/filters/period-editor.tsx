import { useMessages } from '@backcounter/i18n/react';
import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { DateTimeInput } from '../../../lib/date-time/date-time-input.tsx';
import { placeOfZone } from '../../../lib/format/zoned-words.ts';
import { EditorForm } from '../../../listing/filter/editor-form.tsx';
import styles from '../../../listing/filter/filter-editor.module.css';
import { isDay } from './dashboard-address.ts';
import { countDays, type DashboardPeriod, LAST_DAYS, PERIOD_MAX_DAYS } from './dashboard-period.ts';
import type { DashboardCalendar } from './dashboard-scope.ts';

interface PeriodEditorProps {
  readonly period: DashboardPeriod;
  readonly calendar: DashboardCalendar | null;
  readonly onApply: (period: DashboardPeriod) => void;
  readonly onCancel: () => void;
}

/** Picks the last n days, the current month, or days of a calendar. */
export function PeriodEditor({ period, calendar, onApply, onCancel }: PeriodEditorProps) {
  const { t } = useMessages();
  const [choice, setChoice] = useState(() => (period.kind === 'last' ? `${period.days}d` : period.kind));
  const [first, setFirst] = useState(calendar?.days.from ?? '');
  const [last, setLast] = useState(calendar?.days.to ?? '');
  const chosen = chosenPeriod(choice, first, last, calendar?.today ?? null);
  const isTooLong = isDay(first) && isDay(last) && countDays({ from: first, to: last }) > PERIOD_MAX_DAYS;
  const day = (label: string, value: string, onChange: (value: string) => void) => (
    <DateTimeInput
      kind="date"
      label={label}
      timeZone={calendar?.timezone}
      value={value}
      max={calendar?.today}
      onChange={onChange}
    />
  );
  return (
    <EditorForm
      label={t('dashboard.filter.PERIOD')}
      canApply={chosen !== null}
      onCancel={onCancel}
      onSubmit={() => chosen && onApply(chosen)}
    >
      <Radio.Group value={choice} onChange={setChoice} aria-label={t('dashboard.filter.PERIOD')}>
        <div className={styles['options']}>
          {[...LAST_DAYS]
            .sort((a, b) => a - b)
            .map((days) => (
              <Radio
                key={days}
                size="xs"
                value={`${days}d`}
                label={t('dashboard.period.last', { days })}
                data-autofocus={choice === `${days}d` || undefined}
              />
            ))}
          <Radio size="xs" value="this-month" label={t('dashboard.period.this-month')} />
          <Radio size="xs" value="days" label={t('dashboard.period.custom')} />
        </div>
      </Radio.Group>
      {choice === 'days' ? (
        <div className={styles['days']}>
          {day(t('listing.filter.first-day'), first, setFirst)}
          {day(t('listing.filter.last-day'), last, setLast)}
          <p className={styles['note']} role={isTooLong ? 'alert' : undefined}>
            {isTooLong
              ? t('dashboard.period.too-long', { days: PERIOD_MAX_DAYS })
              : calendar && t('listing.filter.zone', { zone: placeOfZone(calendar.timezone) })}
          </p>
        </div>
      ) : null}
    </EditorForm>
  );
}

function chosenPeriod(choice: string, first: string, last: string, today: string | null): DashboardPeriod | null {
  if (choice === 'this-month') return { kind: 'this-month' };
  const days = LAST_DAYS.find((each) => `${each}d` === choice);
  if (days !== undefined) return { kind: 'last', days };
  if (!isDay(first) || !isDay(last) || first > last || countDays({ from: first, to: last }) > PERIOD_MAX_DAYS)
    return null;
  return today === null || last <= today ? { kind: 'days', first, last } : null;
}
