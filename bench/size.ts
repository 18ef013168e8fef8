/** True in the short form, which shows that a benchmark runs to its end and has all its figures (docs/testing.md). */
export const isShort = process.argv.includes('--short');

/** A size that a setting can change; the short form has its own. */
export function size(setting: string, full: number, short: number): number {
  return isShort ? short : Number(process.env[setting] ?? full);
}
