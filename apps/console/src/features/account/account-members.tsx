import { useMemo } from 'react';
import { currentRoles } from '../../lib/settings/session.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import { ListPart } from '../../listing/list-page.tsx';
import { accountListOf } from './account-list.page.tsx';

interface AccountMembersProps {
  readonly segmentId: string;
}

/** The members of a segment: the list of accounts with the segment as a fixed filter. */
export function AccountMembers({ segmentId }: AccountMembersProps) {
  const definition = useMemo(() => {
    const { news: _news, ...accounts } = accountListOf(currentRoles());
    const inSegment = (filters: Readonly<Record<string, FilterValue>>) => ({
      ...filters,
      segment: { kind: 'set', mode: 'in', values: [segmentId] } as const,
    });
    const { page, count } = accounts.source;
    return {
      ...accounts,
      scope: segmentId,
      emptyKey: 'segment.place.no-members' as const,
      filters: accounts.filters.filter(({ key }) => key !== 'segment'),
      filterInput: (filters: Readonly<Record<string, FilterValue>>) => accounts.filterInput(inSegment(filters)),
      source: {
        page: (asked: Parameters<typeof page>[0], signal: AbortSignal) =>
          page({ ...asked, filters: inSegment(asked.filters) }, signal),
        count: (asked: Parameters<typeof count>[0], signal: AbortSignal) =>
          count({ ...asked, filters: inSegment(asked.filters) }, signal),
      },
    };
  }, [segmentId]);
  return <ListPart definition={definition} />;
}
