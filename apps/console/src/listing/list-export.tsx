import { ExportDialog } from '../exports/export-dialog.tsx';
import { showDone } from '../lib/api/outcome-toasts.ts';
import { announceJob } from '../lib/page/started-jobs.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListPageModel } from './use-list-page.ts';

/** Properties of {@link ListExport}. */
export interface ListExportProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly model: ListPageModel<Row>;
  readonly onClose: () => void;
}

/** Exports all rows that match the list's filters and search, in the current order. */
export function ListExport<Row>({ definition, model, onClose }: ListExportProps<Row>) {
  const { state, count, sort } = model;
  const sortKey = sort ? definition.sorts[sort.key] : undefined;
  return (
    <ExportDialog
      list={definition}
      columns={model.columnKeys}
      selection={{
        filter: definition.filterInput(state.filters),
        search: state.search.trim() === '' ? null : state.search.trim(),
        ids: null,
        exclusions: null,
        upTo: null,
      }}
      count={count && count.kind !== 'ESTIMATE' ? { kind: count.kind, value: count.value } : null}
      sort={sort && sortKey !== undefined ? { key: sortKey, direction: sort.direction } : null}
      onClose={onClose}
      onStarted={(id) => {
        announceJob(id);
        showDone();
        onClose();
      }}
    />
  );
}
