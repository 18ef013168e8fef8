import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { currentRoles } from '../../lib/session.ts';
import { navigationFor } from '../navigation.ts';
import { createShortcutReader } from '../shortcut-keys.ts';

const OPEN_LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector(OPEN_LAYER)) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** `/` to the search field of the page, `?` for the sheet, `g` and a letter to a page. */
export function useShortcuts(onSheet: () => void): void {
  const router = useRouter();
  const openSheet = useEffectEvent(onSheet);
  useEffect(() => {
    const read = createShortcutReader();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const action = read({
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isTaken: isTaken(event.target),
        atMs: event.timeStamp,
      });
      if (!action) return;
      event.preventDefault();
      if (action.kind === 'sheet') openSheet();
      else if (action.kind === 'search') document.querySelector<HTMLElement>('[data-shortcut="search"]')?.focus();
      else {
        const item = navigationFor(currentRoles())
          .flatMap(({ items }) => items)
          .find(({ key }) => key === action.key);
        if (item) void router.navigate({ to: item.path });
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [router]);
}
