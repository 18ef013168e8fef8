import type { SegmentRule } from '@backcounter/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { segmentCountsQuery } from '../segment.operations.ts';

/** Time without a change after which an edited rule is counted. */
const QUIET_MS = 400;

/** Counts of a rule; while it is edited, those of a moment ago. */
export function useSegmentCounts(rule: SegmentRule | null) {
  const text = rule === null ? null : JSON.stringify(rule);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const counts = useQuery({
    queryKey: ['segment-counts', asked],
    queryFn: async ({ signal }) =>
      (await load(segmentCountsQuery, { rule: JSON.parse(asked ?? 'null') as unknown }, signal)).segmentCounts,
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  /** `asked`: the rule of the counts, once they have arrived. */
  return { ...counts, asked };
}
