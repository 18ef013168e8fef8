import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MAIN_ID } from './main-id.ts';

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
    const forget = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      const main = document.getElementById(MAIN_ID);
      const active = document.activeElement;
      if (!fromLocation || !main) return;
      const isLost = active === document.body && last instanceof Element && !last.isConnected;
      if (!pathChanged && !isLost) return;
      if (active !== main && (main.contains(active) || active?.closest('[role="dialog"], [role="menu"]'))) return;
      const title = main.querySelector<HTMLElement>('h1');
      if (title) title.tabIndex = -1;
      (title ?? main).focus({ preventScroll: true });
    });
    return () => {
      document.removeEventListener('focusin', note);
      forget();
    };
  }, [router]);
}
