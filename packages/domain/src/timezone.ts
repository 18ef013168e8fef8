import { z } from 'zod';

/** Name of a zone of the IANA data, such as `Europe/Berlin`. Breaks rule `timezone`. */
export const timezone = z.string().refine(isTimezone, { error: 'timezone' });

function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
