import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { unsaved } from '../../lib/unsaved.ts';

const LeaveQuestion = lazy(() =>
  import('./leave-question.tsx').then(({ LeaveQuestion: component }) => ({ default: component })),
);

/** Asks once before unsaved changes are left behind; tabs, filters and dialogs of the same page never ask. */
export function UnsavedDialog() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved.hasChanges() && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved.hasChanges,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
