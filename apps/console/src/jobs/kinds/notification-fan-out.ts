import { type LocalizedText, textIn } from '@backcounter/domain';
import type { JobKindWords } from '../job-kind-words.ts';

/** Sending a notification. */
export const notificationFanOutWords: JobKindWords = {
  title: ({ titleI18n }, { t, locale }) =>
    t('job.notification-fan-out.title', { title: textIn((titleI18n ?? {}) as LocalizedText, locale) ?? '' }),
  facts: () => [],
  lists: () => ['notifications'],
};
