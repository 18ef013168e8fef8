import { addDays } from '../format/zoned-time.ts';

/** A figure of a day. */
export interface DayFigure {
  readonly day: string;
  readonly value: number;
}

/** All days from the first to the last. A day without a figure gets 0, or the figure of the day before. */
export function everyDay(
  from: string,
  to: string,
  known: readonly DayFigure[],
  missing: 'none' | 'as-before',
): readonly DayFigure[] {
  const byDay = new Map(known.map(({ day, value }) => [day, value]));
  const days: DayFigure[] = [];
  let before = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const value: number = byDay.get(day) ?? (missing === 'none' ? 0 : before);
    before = value;
    days.push({ day, value });
  }
  return days;
}

/** Adds up figures of the same day. */
export function sumByDay(figures: readonly DayFigure[]): readonly DayFigure[] {
  const sums = new Map<string, number>();
  for (const { day, value } of figures) sums.set(day, (sums.get(day) ?? 0) + value);
  return [...sums].map(([day, value]) => ({ day, value }));
}
