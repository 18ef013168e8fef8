import { addDays } from '../../../../lib/format/zoned-time.ts';

/** Days of the curve; the last one is today. */
export const CURVE_DAYS = 365;

const DAY_MS = 86_400_000;

/** Place of a day on the curve, from 0; outside it, negative or from `CURVE_DAYS`. */
export function placeOf(day: string, today: string): number {
  return CURVE_DAYS - 1 - Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
}

/** The day at a place of the curve. */
export const dayAt = (place: number, today: string): string => addDays(today, place - CURVE_DAYS + 1);

/** The balance of each day: of the last point before it, 0 before the first one. */
export function balancesOf(
  points: readonly { readonly day: string; readonly balance: number }[],
  today: string,
): readonly number[] {
  const balances: number[] = [];
  let next = 0;
  let balance = 0;
  for (let place = 0; place < CURVE_DAYS; place++) {
    const day = dayAt(place, today);
    for (let point = points[next]; point !== undefined && point.day <= day; point = points[next]) {
      ({ balance } = point);
      next++;
    }
    balances.push(balance);
  }
  return balances;
}

/** SVG path of the balances as steps, in a box of `CURVE_DAYS` by 100. */
export function curvePath(balances: readonly number[], top: number): string {
  return balances
    .map((balance, place) => {
      const height = Math.round((100 - (balance / top) * 100) * 100) / 100;
      return place === 0
        ? `M0 ${height}H1`
        : balance === balances[place - 1]
          ? `H${place + 1}`
          : `V${height}H${place + 1}`;
    })
    .join('');
}

/** First days of the months on the curve. */
export function monthsOf(today: string): readonly string[] {
  const days = Array.from({ length: CURVE_DAYS - 1 }, (_each, place) => dayAt(place, today));
  return days.filter((day) => day.endsWith('-01'));
}
