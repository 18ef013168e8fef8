import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { useTranslationWords } from './use-translation-words.ts';

/** Changes of a text or language with its labels, for pages of other features. */
export function TranslationChangeList({ changes }: { readonly changes: readonly RecordChange[] }) {
  return <ChangeList changes={changes} {...useTranslationWords()} />;
}
