const MORNING = '09:00';

/** Every half hour of a day. */
export const HALF_HOURS: readonly string[] = Array.from({ length: 48 }, (_each, at) => {
  const hour = String(Math.floor(at / 2)).padStart(2, '0');
  return `${hour}:${at % 2 === 0 ? '00' : '30'}`;
});

/** The time of a day without one: the morning, or the first that is accepted. */
export function usualTime(isBeside: (time: string) => boolean): string {
  return isBeside(MORNING) ? (HALF_HOURS.find((time) => !isBeside(time)) ?? MORNING) : MORNING;
}
