/** Maximum number of grid lines above the lowest one. */
const STEPS_MAX = 4;

/**
 * Round ticks of an axis of whole numbers from 0: up to four steps of 1, 2 or 5 times a power of ten, as few as needed
 * to reach the largest value.
 */
export function roundTicks(max: number): readonly number[] {
  const rough = Math.max(1, max / STEPS_MAX);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
