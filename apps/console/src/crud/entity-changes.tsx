import { ChangeList, type RecordChange } from '../records/history/change-list.tsx';
import { type SaidFields, useEntityWords } from './entity-words.ts';

interface EntityChangesProps {
  readonly definition: SaidFields<never>;
  readonly changes: readonly RecordChange[];
}

/** Changes of a record with the entity's labels, for places outside of its page. */
export function EntityChanges({ definition, changes }: EntityChangesProps) {
  const { labelOf, wordsOf } = useEntityWords<never>(definition, null);
  return <ChangeList changes={changes} labelOf={labelOf} wordsOf={wordsOf} />;
}
