import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MAIN_ID } from './main-id.ts';

/** What closes, such as a form of a filter, gives the focus back within this time. */
const SETTLE_MS = 100;

/**
 * After a navigation to another path the focus goes to the new page's title, so that a screen reader says where one is and Tab goes on
 * from there. A page that has set the focus itself (the row one comes back to) keeps it,
 * and so does a dialog that was opened meanwhile. On the same path, as when a form takes the place of a list, it goes there only if what had
 * it is gone.
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
