import { type SaidFields, useEntityWords } from './entity-words.ts';
import { ChangeList, type RecordChange } from './history/change-list.tsx';

interface EntityChangesProps {
  readonly definition: SaidFields<never>;
  readonly changes: readonly RecordChange[];
}

/** Changes of a record with the entity's labels, for places outside of its page. */
export function EntityChanges({ definition, changes }: EntityChangesProps) {
  const { labelOf, wordsOf } = useEntityWords<never>(definition, null);
  return <ChangeList changes={changes} labelOf={labelOf} wordsOf={wordsOf} />;
}
