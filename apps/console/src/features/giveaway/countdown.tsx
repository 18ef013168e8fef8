import { useMessages } from '@backcounter/i18n/react';
import { useEffect, useState } from 'react';
import { formatUnit } from '../../lib/format/duration.ts';
import { formatList } from '../../lib/format/formats.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const;

/** A duration in its largest units, rounded down: "3 days, 4 hours", "12 min, 5 sec". */
export function spanWords(milliseconds: number, locale: string, units = 2): string {
  const left = Math.max(0, milliseconds);
  const first = UNITS.findIndex(([, unit]) => left >= unit);
  const at = first === -1 ? UNITS.length - 1 : first;
  let rest = left;
  const parts = UNITS.slice(at, at + units).flatMap(([unit, size], index) => {
    const value = Math.floor(rest / size);
    rest -= value * size;
    if (index > 0 && value === 0) return [];
    const unitDisplay = at < 2 ? 'long' : 'short';
    return formatUnit(value, unit, locale, unitDisplay);
  });
  return formatList(parts, locale, 'unit', 'short');
}

/** The current time, updated as often as a countdown changes: each second in the last hour, else every 30 s. */
function useNow(until: number): number {
  const [now, setNow] = useState(Date.now);
  const isNear = until - now < HOUR_MS;
  const isOver = until <= now;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), isNear ? SECOND_MS : MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, [isNear, isOver]);
  return now;
}

interface CountdownProps {
  readonly until: string;
  /** Formats the sentence around the duration. */
  readonly say: (time: string) => string;
  /** Text shown after the instant. */
  readonly due: string;
  /** Number of units shown. */
  readonly units?: number;
  readonly className?: string | undefined;
}

/** Time until an instant, counting down. */
export function Countdown({ until, say, due, units = 2, className }: CountdownProps) {
  const { locale } = useMessages();
  const at = Date.parse(until);
  const left = at - useNow(at);
  return (
    <time dateTime={until} className={className}>
      {left <= 0 ? due : say(spanWords(left, locale, units))}
    </time>
  );
}
