/** True in the short form, which shows that a benchmark runs to its end with all its figures (docs/testing.md). */
export const isShort = process.argv.includes('--short');

/** A size that a setting can change, and its value in the short form. */
export function size(setting: string, full: number, short: number): number {
  return isShort ? short : Number(process.env[setting] ?? full);
}
