import { z } from 'zod';
import { localizedText } from './localized-text.ts';
import { referenceCode } from './reference-code.ts';

/** Field rules of a topic category. */
export const topicCategoryFields = z.strictObject({ code: referenceCode, nameI18n: localizedText(60) });
