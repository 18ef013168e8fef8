import { z } from 'zod';

/** Permanent short name of a reference record, by which other programs name it. Breaks rule `code`. */
export const referenceCode = z.string().regex(/^[a-z0-9][a-z0-9_.-]{1,63}$/, { error: 'code' });
