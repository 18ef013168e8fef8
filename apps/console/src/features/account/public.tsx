import { part } from '../../lib/page/part.ts';

export { accountFilters } from './account-filters.ts';

const Members = part(() => import('./account-members.tsx'), 'AccountMembers');

/** The members of a segment, loaded when they are shown. */
export function SegmentMembers({ id }: { readonly id: string }) {
  return <Members segmentId={id} />;
}
