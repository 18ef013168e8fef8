import { changesIn } from '../../records/history/change-list.tsx';
import { useStoreWords } from './use-store-words.ts';

/** Changes of a store with its labels, for pages of other features. */
export const StoreChangeList = changesIn(useStoreWords);
