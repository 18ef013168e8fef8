import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { useTranslationWords } from './use-translation-words.ts';

/** Changes of some text or language in its own words, for places outside of its page. */
export function TranslationChangeList({ changes }: { readonly changes: readonly RecordChange[] }) {
  return <ChangeList changes={changes} {...useTranslationWords()} />;
}
