import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AuditSortKey } from '../../generated/graphql.ts';
import { part } from '../../lib/page/part.ts';
import { beside } from '../../listing/address/beside.ts';
import type { ListDefinition } from '../../listing/list-definition.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { listSource } from '../../listing/list-source.ts';
import { exportAction } from '../../listing/selection/export-action.ts';
import { kindWords, verbWords } from '../../records/action-words.ts';
import type { RecordKinds } from '../../records/record-kind.ts';
import { auditCountQuery, auditListQuery } from './audit.operations.ts';
import { type AuditListRow, auditColumns, auditPhoneRow } from './audit-columns.tsx';
import { auditFilterInput, auditFilters, FIELD_DAYS, lineFilterInput } from './audit-filters.ts';
import { eventCode, eventOfCode } from './event-code.ts';

const AuditEventDrawer = part(() => import('./audit-event-drawer.tsx'), 'AuditEventDrawer');

const PATH = '/admin/audit';
const documents = { page: auditListQuery, count: auditCountQuery };
const everyEvent = listSource(documents, auditFilterInput);
const lines = listSource(documents, lineFilterInput);

/** Search parameter of the event that is open beside the list. */
const OPEN = 'open';

export const auditList: ListDefinition<AuditListRow> = {
  name: 'audit',
  capability: 'AUDIT',
  titleKey: 'shell.page.audit',
  searchHintKey: () => 'audit.search.hint',
  emptyKey: 'audit.place.none',
  columns: auditColumns,
  filters: auditFilters,
  sorts: { occurred: 'OCCURRED' satisfies AuditSortKey },
  matchKey: (matchedBy) => {
    switch (matchedBy) {
      case 'RECORD':
        return 'audit.match.record';
      case 'NUMBER':
        return 'audit.match.number';
      case 'REFERENCE':
        return 'audit.match.reference';
      default:
        return null;
    }
  },
  rowId: ({ id }) => id,
  rowHref: (row, search) => beside(PATH, search, { [OPEN]: eventCode(row) }),
  rowLabel: ({ action }, formats) => `${kindWords(action, formats)}: ${verbWords(action, formats)}`,
  phoneRow: auditPhoneRow,
  filterInput: auditFilterInput,
  bulk: [exportAction],
  rowCreatedAt: ({ occurredAt }) => occurredAt,
  // A search finds each event.
  source: {
    page: (request, signal) => (request.search ? everyEvent : lines).page(request, signal),
    count: (query, signal) => (query.search ? everyEvent : lines).count(query, signal),
  },
};

/** `/admin/audit`. `kinds` gives the links to records and the labels of their fields. */
export function AuditListPage({ kinds }: { readonly kinds: RecordKinds }) {
  const router = useRouter();
  const { searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  // A field is searched in some time, which the reader sees and may change.
  const isUnbounded = params.has('field') && !params.has('occurred') && !params.has('record');
  useEffect(() => {
    if (!isUnbounded) return;
    const bounded = new URLSearchParams(searchStr);
    bounded.set('occurred', `${FIELD_DAYS}d`);
    void router.navigate({ href: `${PATH}?${bounded}`, replace: true, resetScroll: false });
  }, [isUnbounded, searchStr, router]);
  const open = eventOfCode(params.get(OPEN));
  const close = () => {
    params.delete(OPEN);
    const href = params.size > 0 ? `${PATH}?${params}` : PATH;
    void router.navigate({ href, replace: true, resetScroll: false });
  };
  return (
    <>
      <ListPage definition={auditList} openRow={open?.id ?? null} />
      {open ? <AuditEventDrawer key={open.id} event={open} kinds={kinds} onClose={close} /> : null}
    </>
  );
}
