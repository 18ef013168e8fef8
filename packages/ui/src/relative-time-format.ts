const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Locale and time zone of times. */
export interface TimeStyle {
  /** BCP 47 tag. */
  readonly locale: string;
  /** IANA zone. */
  readonly timeZone: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are expensive to create and a list shows hundreds of times, so each is created once. */
function formatter({ locale, timeZone }: TimeStyle, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options]);
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    formatters.set(key, made);
  }
  return made;
}

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormatter(locale: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`;
  let made = relativeFormatters.get(key);
  if (!made) {
    made = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric });
    relativeFormatters.set(key, made);
  }
  return made;
}

/**
 * "now", "3 min. ago" up to a day, then "19 Nov", in another year "14 Mar 2023". Future instants likewise ("in 3 hr.").
 */
export function formatRelative(value: Date, now: Date, style: TimeStyle): string {
  const distance = value.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < DAY_MS) {
    const relative = relativeFormatter(style.locale, size < MINUTE_MS ? 'auto' : 'always');
    if (size < MINUTE_MS) return relative.format(0, 'second');
    if (size < HOUR_MS) return relative.format(Math.trunc(distance / MINUTE_MS), 'minute');
    return relative.format(Math.trunc(distance / HOUR_MS), 'hour');
  }
  const year = formatter(style, { year: 'numeric' });
  const isSameYear = year.format(value) === year.format(now);
  return formatter(style, { day: 'numeric', month: 'short', ...(isSameYear ? {} : { year: 'numeric' }) }).format(value);
}

/** The exact instant in two lines: in the person's zone with its name, and in UTC. */
export function formatExact(value: Date, style: TimeStyle): string {
  const parts: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    // 0 to 23, unless the tag says otherwise.
    hourCycle: new Intl.Locale(style.locale).hourCycle ?? 'h23',
  };
  const own = formatter(style, parts).format(value);
  const universal = formatter({ ...style, timeZone: 'UTC' }, parts).format(value);
  return `${own} ${style.timeZone}\n${universal} UTC`;
}
