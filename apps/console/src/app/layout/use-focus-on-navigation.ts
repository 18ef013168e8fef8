import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MAIN_ID } from './main-id.ts';

/** Time in which a closing element, such as a form of a filter, returns the focus. */
const SETTLE_MS = 100;

/**
 * After a navigation to another path, focuses the new page's title, so that a screen reader announces it and Tab
 * continues from there. Keeps a focus that the page has set (the row to return to), and that of a dialog opened in
 * between. On the same path, as when a form replaces a list, it focuses the title only if the focused element is gone.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    document.addEventListener('focusin', note);
    const isLost = () => document.activeElement === document.body && last instanceof Element && !last.isConnected;
    let later: ReturnType<typeof setTimeout> | undefined;
    const focusTitle = (main: HTMLElement) => {
      const title = main.querySelector<HTMLElement>('h1');
      if (title) title.tabIndex = -1;
      (title ?? main).focus({ preventScroll: true });
    };
    const forget = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      const main = document.getElementById(MAIN_ID);
      const active = document.activeElement;
      clearTimeout(later);
      if (!fromLocation || !main) return;
      if (!pathChanged) {
        later = setTimeout(() => {
          if (isLost()) focusTitle(main);
        }, SETTLE_MS);
        return;
      }
      if (active !== main && (main.contains(active) || active?.closest('[role="dialog"], [role="menu"]'))) return;
      focusTitle(main);
    });
    return () => {
      clearTimeout(later);
      document.removeEventListener('focusin', note);
      forget();
    };
  }, [router]);
}
