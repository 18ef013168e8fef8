import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { hoursOf } from '../format/dates.ts';
import { dateFormat } from '../format/formats.ts';
import { wallTimeOf } from '../format/zoned-time.ts';
import { placeOfZone } from '../format/zoned-words.ts';
import { KEEPS_DIALOG, useOwnEscape } from '../page/own-escape.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { usualTime } from './half-hours.ts';
import styles from './picker-panel.module.css';
import { presetsOf } from './presets.ts';
import { TimeList } from './time-list.tsx';
import type { TypedKind } from './typed-time.ts';

interface PickerPanelProps {
  readonly kind: TypedKind;
  readonly value: string;
  readonly timeZone: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly isAhead: boolean;
  /** With whether the value is complete. */
  readonly onPick: (value: string, isLast: boolean) => void;
  readonly onClose: () => void;
}

/** A calendar, a list of times, or both; with frequent values. */
export function PickerPanel({ kind, value, timeZone, min, max, isAhead, onPick, onClose }: PickerPanelProps) {
  const { t, locale, timeZone: myZone } = useMessages();
  useOwnEscape(onClose);
  const now = new Date();
  const today = wallTimeOf(now.toISOString(), timeZone).slice(0, 10);
  const [day = '', time = ''] = kind === 'time' ? ['', value] : value.split('T');
  const isBeside = (each: string) => (min !== undefined && each < min) || (max !== undefined && each > max);
  const presets = presetsOf(kind, isAhead, now, timeZone).filter((preset) => !isBeside(preset.value));
  const clock = dateFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', ...hoursOf(locale) });
  return (
    <div className="bc-stack bc-gap-lg">
      <div className={styles['parts']}>
        {kind === 'time' ? null : (
          <CalendarGrid
            day={day}
            today={today}
            min={min?.slice(0, 10)}
            max={max?.slice(0, 10)}
            onPick={(picked) =>
              onPick(
                kind === 'date' ? picked : `${picked}T${time || usualTime((each) => isBeside(`${picked}T${each}`))}`,
                kind === 'date',
              )
            }
          />
        )}
        {kind === 'date' ? null : (
          <TimeList
            time={time.slice(0, 5)}
            isFirstFocus={kind === 'time'}
            isBeside={(each) => kind === 'date-time' && isBeside(`${day || today}T${each}`)}
            onPick={(picked) => onPick(kind === 'time' ? picked : `${day || today}T${picked}`, true)}
          />
        )}
      </div>
      {presets.length > 0 ? (
        <div className={styles['presets']}>
          {presets.map((preset) => (
            <Button key={preset.name} size="sm" {...KEEPS_DIALOG} onClick={() => onPick(preset.value, true)}>
              {t(`date-time.preset.${preset.name}`)}
            </Button>
          ))}
        </div>
      ) : null}
      {kind !== 'date' && timeZone !== myZone ? (
        <p className="bc-small bc-dense bc-faint">
          {t('date-time.now-in', { time: clock.format(now), place: placeOfZone(timeZone) })}
        </p>
      ) : null}
    </div>
  );
}
