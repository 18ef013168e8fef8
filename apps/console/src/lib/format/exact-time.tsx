import { useMessages } from '@backcounter/i18n/react';
import { formatExact, useHint } from '@backcounter/ui';
import { hoursOf } from './dates.ts';
import { wallTimeOf } from './zoned-time.ts';

interface ExactTimeProps {
  readonly at: string;
  /** For ledgers. */
  readonly hasSeconds?: boolean;
}

/**
 * An instant in the reader's time zone, with the year only if it is not the current one; zone and UTC on hover and
 * focus.
 */
export function ExactTime({ at, hasSeconds = false }: ExactTimeProps) {
  const { locale, timeZone } = useMessages();
  const { target, hint } = useHint(formatExact(new Date(at), { locale, timeZone }));
  const isThisYear = wallTimeOf(at, timeZone).slice(0, 4) === String(new Date().getFullYear());
  const words = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...{ hour: '2-digit', minute: '2-digit', ...(hasSeconds ? { second: '2-digit' } : {}) },
    ...hoursOf(locale),
  }).format(new Date(at));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its zone and UTC must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} {...target}>
        {words}
      </time>
      {hint}
    </>
  );
}
