import { useMessages } from '@backcounter/i18n/react';
import { Button, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { DateTimeInput } from '../../lib/date-time/date-time-input.tsx';
import { firstDayOfWeek } from '../../lib/format/week.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { daySpans } from './day-spans.ts';
import { EditorForm, type FilterEditorProps } from './editor-form.tsx';
import styles from './filter-editor.module.css';
import type { InstantRange } from './filter-value.ts';
import { DEFAULT_DAYS, isRelative, RelativeDays, RelativeRadios, relativeOf, relativeRange } from './relative-days.tsx';
import { dayOf, daysToWindow, windowToDays } from './zoned-day.ts';

/** Picks a time: days from now, whole days of a calendar, or never. */
export function InstantEditor({ filter, state, onApply, onCancel }: FilterEditorProps) {
  const { t, locale, timeZone } = useMessages();
  const current = state.filters[filter.key];
  const old = current?.kind === 'instant' ? current.range : null;
  const oldDays = old && 'from' in old ? windowToDays(old, timeZone) : null;
  const [choice, setChoice] = useState(() => choiceOf(old));
  const [first, setFirst] = useState(oldDays?.first ?? '');
  const [last, setLast] = useState(oldDays?.last ?? '');
  const [days, setDays] = useState<number | null>(relativeOf(old)?.days ?? DEFAULT_DAYS);
  const range = isRelative(choice) ? relativeRange(choice, days) : rangeOf(choice, first, last, timeZone, old);
  return (
    <EditorForm
      label={t(filter.labelKey)}
      canApply={range !== null}
      onCancel={onCancel}
      onSubmit={() => range && onApply({ kind: 'instant', range })}
    >
      <Radio.Group value={choice} onChange={setChoice} aria-label={t(filter.labelKey)}>
        <div className={styles['options']}>
          <RelativeRadios days={days ?? DEFAULT_DAYS} />
          {filter.mayBeEmpty ? <Radio size="xs" value="never" label={t('listing.filter.never')} /> : null}
          <Radio size="xs" value="days" label={t('listing.filter.between-days')} />
        </div>
      </Radio.Group>
      {isRelative(choice) ? <RelativeDays days={days ?? DEFAULT_DAYS} onChange={setDays} /> : null}
      {choice === 'days' ? (
        <div className={styles['days']}>
          <DateTimeInput
            kind="date"
            label={t('listing.filter.first-day')}
            value={first}
            max={last || undefined}
            onChange={setFirst}
          />
          <DateTimeInput
            kind="date"
            label={t('listing.filter.last-day')}
            value={last}
            min={first || undefined}
            onChange={setLast}
          />
          <div className={styles['spans']}>
            {daySpans(dayOf(new Date().toISOString(), timeZone), firstDayOfWeek(locale)).map((span) => (
              <Button
                key={span.name}
                size="sm"
                aria-pressed={first === span.first && last === span.last}
                onClick={() => {
                  setFirst(span.first);
                  setLast(span.last);
                }}
              >
                {t(`listing.filter.span-${span.name}`)}
              </Button>
            ))}
          </div>
          <p className={styles['note']}>{t('listing.filter.zone', { zone: placeOfZone(timeZone) })}</p>
        </div>
      ) : null}
    </EditorForm>
  );
}

function choiceOf(range: InstantRange | null): string {
  if (range !== null && 'from' in range) return 'days';
  if (range !== null && 'isEmpty' in range && range.isEmpty) return 'never';
  return relativeOf(range)?.kind ?? 'withinDays';
}

function rangeOf(
  choice: string,
  first: string,
  last: string,
  timeZone: string,
  old: InstantRange | null,
): InstantRange | null {
  if (choice === 'never') return { isEmpty: true };
  // A window that is not whole days here (made in another zone) is kept until days are picked.
  if (first === '' && last === '') return old && 'from' in old ? old : null;
  if (first !== '' && last !== '' && first > last) return null;
  return daysToWindow(first || null, last || null, timeZone);
}
