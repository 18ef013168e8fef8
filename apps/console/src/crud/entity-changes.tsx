import { ChangeList, type RecordChange } from '../records/history/change-list.tsx';
import { type SaidFields, useEntityWords } from './entity-words.ts';

interface EntityChangesProps {
  readonly definition: SaidFields<never>;
  readonly changes: readonly RecordChange[];
}

/** Changes of some record of an entity in its own words, for places outside of its page. */
export function EntityChanges({ definition, changes }: EntityChangesProps) {
  const { labelOf, wordsOf } = useEntityWords<never>(definition, null);
  return <ChangeList changes={changes} labelOf={labelOf} wordsOf={wordsOf} />;
}
