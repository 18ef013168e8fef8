import { useSyncExternalStore } from 'react';
import { useHint } from './hint.tsx';
import { formatExact, formatRelative, type TimeStyle } from './relative-time-format.ts';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tick = Date.now();

/** One clock for all times on screen; stopped while none is shown. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) tick = Date.now();
  timer ??= setInterval(() => {
    tick = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in milliseconds since 1970, for relative times on screen; changes twice a minute. */
export function useClock(): number {
  return useSyncExternalStore(subscribe, () => tick);
}

/** Properties of {@link RelativeTime}. */
export interface RelativeTimeProps extends TimeStyle {
  readonly value: Date;
  /** False inside a grid, whose cell takes the focus. */
  readonly isFocusable?: boolean;
}

/** A relative time that is kept up to date, with the exact instant, its zone and UTC on hover and focus. */
export function RelativeTime({ value, locale, timeZone, isFocusable = true }: RelativeTimeProps) {
  const now = useClock();
  const style = { locale, timeZone };
  const { target, hint } = useHint(formatExact(value, style));
  return (
    <>
      <time dateTime={value.toISOString()} tabIndex={isFocusable ? 0 : undefined} {...target}>
        {formatRelative(value, new Date(now), style)}
      </time>
      {hint}
    </>
  );
}
