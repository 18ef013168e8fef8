import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useLatestVersions } from '../../lib/live/record-versions.ts';
import type { RowChanges } from '../list-definition.ts';

/** Properties of {@link ListChanges}. */
export interface ListChangesProps<Row> {
  readonly changes: RowChanges<Row>;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** The changed rows are loading. */
  readonly isFetching: boolean;
  /** Called when the person asks for the changes. */
  readonly onShow: () => void;
}

/**
 * "3 changed": rows of this page that were changed since they were loaded. They are updated when the person asks
 * (decision 0051).
 */
export function ListChanges<Row>({ changes, rows, rowId, isFetching, onShow }: ListChangesProps<Row>) {
  const { t } = useMessages();
  const latest = useLatestVersions(changes.document, rows.map(rowId));
  const shown = new Map(rows.map((row) => [rowId(row), changes.versionOf(row)]));
  const count = latest.filter(({ id, version }) => version > (shown.get(id) ?? version)).length;
  if (count === 0 || isFetching) return null;
  return (
    <Button variant="light" onClick={onShow}>
      {t('listing.news.changed', { count })}
    </Button>
  );
}
