import { type SaidFields, useEntityWords } from './entity-words.ts';
import { ChangeList, type ChangesProps } from './history/change-list.tsx';

interface EntityChangesProps extends ChangesProps {
  readonly definition: SaidFields<never>;
}

/** Changes of a record with the entity's labels, for places outside of its page. */
export function EntityChanges({ definition, changes, View = ChangeList }: EntityChangesProps) {
  const { labelOf, wordsOf } = useEntityWords<never>(definition, null);
  return <View changes={changes} labelOf={labelOf} wordsOf={wordsOf} />;
}
