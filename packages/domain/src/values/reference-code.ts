import { z } from 'zod';

/** Permanent short name of a reference record for other programs. Breaks rule `code`. */
export const referenceCode = z.string().regex(/^[a-z0-9][a-z0-9_.-]{1,63}$/, { error: 'code' });
