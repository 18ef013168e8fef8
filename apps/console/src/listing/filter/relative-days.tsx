import { useMessages } from '@backcounter/i18n/react';
import { Button, Input, Radio } from '@mantine/core';
import { useId, useState } from 'react';
import { formatNumber } from '../../lib/format/formats.ts';
import { parseNumber } from '../../lib/format/number-text.ts';
import styles from './filter-editor.module.css';
import { FILTER_DAYS_MAX, type InstantRange, type RelativeRange } from './filter-value.ts';

/** Relative times by their field in the API, with their texts. */
const KINDS = {
  withinDays: 'listing.filter.within-days',
  olderThanDays: 'listing.filter.older-than-days',
  nextDays: 'listing.filter.next-days',
} as const;
type RelativeKind = keyof typeof KINDS;

const PRESET_DAYS = [1, 7, 30, 60, 90, 365] as const;
/** Days of an editor without any. */
export const DEFAULT_DAYS = 30;

/** Whether a choice is a relative time. */
export const isRelative = (choice: string): choice is RelativeKind => Object.hasOwn(KINDS, choice);

/** Kind and days of a relative time; null for any other. */
export function relativeOf(range: InstantRange | null): { readonly kind: RelativeKind; readonly days: number } | null {
  const [kind, days] = Object.entries(range ?? {})[0] ?? [];
  return kind !== undefined && isRelative(kind) ? { kind, days } : null;
}

/** The time of a choice of {@link RelativeRadios}; null for any other choice, and without days. */
export function relativeRange(choice: string, days: number | null): RelativeRange | null {
  if (days === null) return null;
  if (choice === 'withinDays') return { withinDays: days };
  if (choice === 'olderThanDays') return { olderThanDays: days };
  return choice === 'nextDays' ? { nextDays: days } : null;
}

/** One choice for each kind of relative time, in the words of its chip. */
export function RelativeRadios({ days }: { readonly days: number }) {
  const { t } = useMessages();
  return Object.entries(KINDS).map(([kind, label]) => (
    <Radio key={kind} size="xs" value={kind} label={t(label, { days })} />
  ));
}

/** A number of days, typed or one of the usual ones. */
export function RelativeDays(props: {
  readonly days: number;
  /** Null while the text is not a number of days. */
  readonly onChange: (days: number | null) => void;
}) {
  const { t, locale, figure } = useMessages();
  const [text, setText] = useState(() => plainNumber(props.days, locale));
  const ids = useId();
  const isRight = daysOf(text, locale) !== null;
  const enter = (next: string) => {
    setText(next);
    props.onChange(daysOf(next, locale));
  };
  return (
    <div className={styles['days']}>
      <Input.Wrapper label={t('listing.filter.days')} id={ids}>
        <Input
          id={ids}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          value={text}
          aria-invalid={!isRight}
          aria-describedby={isRight ? undefined : `${ids}-problem`}
          onChange={(event) => enter(event.currentTarget.value)}
        />
      </Input.Wrapper>
      <div className={styles['spans']}>
        {PRESET_DAYS.map((days) => (
          <Button
            key={days}
            size="sm"
            aria-pressed={daysOf(text, locale) === days}
            onClick={() => enter(plainNumber(days, locale))}
          >
            {figure(days)}
          </Button>
        ))}
      </div>
      {isRight ? null : (
        <p className={styles['note']} id={`${ids}-problem`} role="alert">
          {t('listing.filter.days-wrong', { max: FILTER_DAYS_MAX })}
        </p>
      )}
    </div>
  );
}

const plainNumber = (value: number, locale: string) => formatNumber(value, locale, { useGrouping: false });

function daysOf(text: string, locale: string): number | null {
  const days = parseNumber(text, locale);
  return days != null && Number.isInteger(days) && days >= 1 && days <= FILTER_DAYS_MAX ? days : null;
}
