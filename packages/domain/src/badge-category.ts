import { z } from 'zod';
import { localizedText } from './localized-text.ts';
import { referenceCode } from './reference-code.ts';

/** Field rules of a badge category. */
export const badgeCategoryFields = z.strictObject({ code: referenceCode, nameI18n: localizedText(60) });
