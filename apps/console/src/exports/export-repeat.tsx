import { EXPORT_DAYS, EXPORT_FREQUENCIES, type ExportFrequency, SAVED_VIEW_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { hourWords, weekdayWords } from '../lib/format/weekly-time.ts';
import { Select } from '../lib/select/select.tsx';
import styles from './export-dialog.module.css';

/** When an export repeats, as chosen. */
export interface Repeat {
  readonly frequency: ExportFrequency | null;
  readonly name: string;
  readonly day: number;
  readonly hour: number;
}

/** An export that doesn't repeat, with the choices for one that does. */
export const ONCE: Repeat = { frequency: null, name: '', day: 1, hour: 6 };

interface ExportRepeatProps {
  readonly value: Repeat;
  readonly onChange: (value: Repeat) => void;
}

const upTo = (end: number, first = 1): number[] => Array.from({ length: end - first + 1 }, (_, index) => first + index);

/** Whether the export repeats, and when. */
export function ExportRepeat({ value, onChange }: ExportRepeatProps) {
  const { t, locale } = useMessages();
  const { frequency, name, day, hour } = value;
  const days = frequency === null ? null : EXPORT_DAYS[frequency];
  return (
    <fieldset>
      <Select<ExportFrequency | null>
        label={t('exports.repeat')}
        value={frequency}
        options={[null, ...EXPORT_FREQUENCIES].map((each) => ({
          value: each,
          label: t(`exports.repeat-${each ?? 'NEVER'}`),
        }))}
        onChange={(next) => onChange({ ...value, frequency: next, day: 1 })}
      />
      {frequency === null ? null : (
        <>
          <TextInput
            label={t('exports.repeat-name')}
            value={name}
            maxLength={SAVED_VIEW_LIMITS.nameMaxLength}
            required
            onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value })}
          />
          <div className={styles['timing']}>
            {days === null ? null : (
              <Select
                label={t('exports.repeat-day')}
                value={day}
                options={upTo(days).map((each) => ({
                  value: each,
                  label: frequency === 'WEEKLY' ? weekdayWords(each, locale) : String(each),
                }))}
                onChange={(next) => onChange({ ...value, day: next })}
              />
            )}
            <Select
              label={t('exports.repeat-hour')}
              value={hour}
              options={upTo(23, 0).map((each) => ({ value: each, label: hourWords(each, locale) }))}
              onChange={(next) => onChange({ ...value, hour: next })}
            />
          </div>
        </>
      )}
    </fieldset>
  );
}
