import type { ListColumn, ListDefinition } from '../list-definition.ts';
import { pastes } from './paste-list.ts';

/** The entry that found each row, while this page remembers the paste; null after that. */
export function pastedColumn<Row>({ rowId }: Pick<ListDefinition<Row>, 'rowId'>, id: string): ListColumn<Row> | null {
  const texts = pastes.get(id)?.found;
  if (texts === undefined) return null;
  return {
    key: 'pasted-as',
    headerKey: 'listing.pasted.column',
    width: 208,
    render: (row) => (
      <mark className="bc-hidden">
        <bdi>{texts.get(rowId(row))}</bdi>
      </mark>
    ),
  };
}
