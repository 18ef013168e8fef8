/** Width of a day. */
export const PX_PER_DAY = 6.5;
const DAY_MS = 86_400_000;

/** The days on screen, from midnight UTC. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}

/** The window that begins with a month: that before the present one, moved by `months`. */
export function windowAt(now: number, months: number, widthPx: number): DayWindow {
  const present = new Date(now);
  const from = Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - 1 + months, 1);
  return { from, to: from + Math.max(28, Math.floor(widthPx / PX_PER_DAY)) * DAY_MS };
}

/** Distance of an instant from the start of the window, in px; negative before it. */
export const pxAt = (at: number, { from }: DayWindow): number => ((at - from) / DAY_MS) * PX_PER_DAY;

/** Months of the window, and the Mondays in it. */
export function marksOf({ from, to }: DayWindow): {
  readonly months: readonly number[];
  readonly mondays: readonly number[];
} {
  const days = Array.from({ length: Math.round((to - from) / DAY_MS) }, (_each, day) => from + day * DAY_MS);
  return {
    months: days.filter((day) => new Date(day).getUTCDate() === 1),
    mondays: days.filter((day) => new Date(day).getUTCDay() === 1),
  };
}

/** The part of a span inside the window, in px, and the sides on which it continues; null if it is outside. */
export function clip(start: number, end: number, window: DayWindow) {
  if (end <= window.from || start >= window.to) return null;
  const left = Math.max(0, pxAt(start, window));
  return {
    left,
    width: Math.max(4, Math.min(pxAt(end, window), pxAt(window.to, window)) - left),
    isBefore: start < window.from,
    isAfter: end > window.to,
  };
}
