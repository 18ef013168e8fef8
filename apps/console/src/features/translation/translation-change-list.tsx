import { changesIn } from '../../records/history/change-list.tsx';
import { useTranslationWords } from './use-translation-words.ts';

/** Changes of a text or language with its labels, for pages of other features. */
export const TranslationChangeList = changesIn(useTranslationWords);
