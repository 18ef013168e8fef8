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

/** Formatters, each made once: making one is slow, and a list shows hundreds of times. */
function kept<Options, Format>(make: (locale: string, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options]);
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}

const times = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const relative = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
const formatter = ({ locale, timeZone }: TimeStyle, options: Intl.DateTimeFormatOptions) =>
  times(locale, { timeZone, ...options });

/**
 * "now", "3 min. ago" up to a day, then "19 Nov", in another year "14 Mar 2023". Future instants likewise ("in 3 hr.").
 */
export function formatRelative(value: Date, now: Date, style: TimeStyle): string {
  const distance = value.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < DAY_MS) {
    const words = relative(style.locale, { style: 'short', numeric: size < MINUTE_MS ? 'auto' : 'always' });
    if (size < MINUTE_MS) return words.format(0, 'second');
    if (size < HOUR_MS) return words.format(Math.trunc(distance / MINUTE_MS), 'minute');
    return words.format(Math.trunc(distance / HOUR_MS), 'hour');
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
