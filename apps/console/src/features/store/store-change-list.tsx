import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { useStoreWords } from './use-store-words.ts';

/** Changes of some store in its own words, for places outside of its page. */
export function StoreChangeList({ changes }: { readonly changes: readonly RecordChange[] }) {
  const { labelOf, wordsOf } = useStoreWords();
  return <ChangeList changes={changes} labelOf={labelOf} wordsOf={wordsOf} />;
}
