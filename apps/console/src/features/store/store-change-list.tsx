import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { useStoreWords } from './use-store-words.ts';

/** Changes of a store with its labels, for pages of other features. */
export function StoreChangeList({ changes }: { readonly changes: readonly RecordChange[] }) {
  const { labelOf, wordsOf } = useStoreWords();
  return <ChangeList changes={changes} labelOf={labelOf} wordsOf={wordsOf} />;
}
