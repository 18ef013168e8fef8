import { useBlocker } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { Suspense, useEffect } from 'react';
import { unsaved } from '../../../lib/page/unsaved.ts';
import { say } from '../../../lib/settings/i18n.ts';
import type { SearchText } from '../../search-text.ts';
import { lazyLayer } from './lazy-layer.ts';
import type { UnsavedDialogProps } from './unsaved-dialog.tsx';

const loadDialog = () => import('./unsaved-dialog.tsx').then((module) => module.UnsavedDialog);
const UnsavedDialog = lazyLayer(loadDialog, PlainDialog);

/** Falls back to the browser's own question if ours could not be loaded. */
function PlainDialog({ onStay, onLeave }: UnsavedDialogProps): null {
  useEffect(() => {
    if (window.confirm(`${say('shell.unsaved.title')}\n${say('shell.unsaved.body')}`)) onLeave();
    else onStay();
  }, [onStay, onLeave]);
  return null;
}

/** True when Back closes the form of a record. Its tabs keep the input as a draft and do not ask. */
function isFormLeft(from: SearchText, to: SearchText): boolean {
  return ['edit', 'new'].some((form) => form in from && !(form in to)) && (from['tab'] === to['tab'] || !('tab' in to));
}

/** Asks once before unsaved changes are lost; tabs, filters and dialogs of the same page never ask. */
export function UnsavedGuard() {
  const hasChanges = useSelector(unsaved.hasChanges);
  useEffect(() => {
    // Loaded as soon as there are unsaved changes, so that the question does not depend on the connection.
    if (hasChanges) loadDialog().catch((cause: unknown) => console.warn('The question before leaving:', cause));
  }, [hasChanges]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved.hasChanges.get() && (current.pathname !== next.pathname || isFormLeft(current.search, next.search)),
    enableBeforeUnload: () => unsaved.hasChanges.get(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <UnsavedDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
