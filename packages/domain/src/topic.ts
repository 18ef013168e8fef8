import { z } from 'zod';
import { localizedText } from './localized-text.ts';
import { referenceCode } from './reference-code.ts';

/** A service topic goes out beyond the caps and quiet hours of marketing. */
export const TOPIC_KINDS = ['MARKETING', 'SERVICE'] as const;

/** Field rules of a topic. Without `defaultSubscribed` nobody has it who didn't ask for it. */
export const topicFields = z.strictObject({
  categoryId: z.uuid(),
  code: referenceCode,
  nameI18n: localizedText(60),
  descriptionI18n: localizedText(200),
  kind: z.enum(TOPIC_KINDS),
  defaultSubscribed: z.boolean().optional(),
});
