import { useMemo } from 'react';
import { currentRoles } from '../../lib/settings/session.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import { ListPart } from '../../listing/list-page.tsx';
import { RecordListTab } from '../../records/record-list-tab.tsx';
import { accountListOf } from '../account/public.tsx';

/** The members of a segment: the list of accounts with the segment as a fixed filter. */
export function SegmentMembers({ id }: { readonly id: string }) {
  const definition = useMemo(() => {
    const { news: _news, ...accounts } = accountListOf(currentRoles());
    const inSegment = (filters: Readonly<Record<string, FilterValue>>) => ({
      ...filters,
      segment: { kind: 'set', mode: 'in', values: [id] } as const,
    });
    return {
      ...accounts,
      scope: id,
      emptyKey: 'segment.place.no-members' as const,
      filters: accounts.filters.filter(({ key }) => key !== 'segment'),
      filterInput: (filters: Readonly<Record<string, FilterValue>>) => accounts.filterInput(inSegment(filters)),
      source: {
        page: (asked: Parameters<typeof accounts.source.page>[0], signal: AbortSignal) =>
          accounts.source.page({ ...asked, filters: inSegment(asked.filters) }, signal),
        count: (asked: Parameters<typeof accounts.source.count>[0], signal: AbortSignal) =>
          accounts.source.count({ ...asked, filters: inSegment(asked.filters) }, signal),
      },
    };
  }, [id]);
  return (
    <RecordListTab>
      <ListPart definition={definition} />
    </RecordListTab>
  );
}
