import { lazy, Suspense } from 'react';

export { accountFilters } from './account-filters.ts';

const Members = lazy(() => import('./account-members.tsx').then((module) => ({ default: module.AccountMembers })));

/** The members of a segment, loaded when they are shown. */
export function SegmentMembers({ id }: { readonly id: string }) {
  return (
    <Suspense fallback={null}>
      <Members segmentId={id} />
    </Suspense>
  );
}
