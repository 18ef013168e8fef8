import { useEffect, useRef, useState } from 'react';

/** What had the focus; for an entry of a menu, which is gone by then, the button that opened the menu. */
function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const menu = active.closest('[role="menu"]');
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return opener ?? active;
}

/** The page's title takes the focus that nothing else has taken, as when the address had opened the dialog: Tab goes on from there. */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1');
  if (!title || (document.activeElement !== null && document.activeElement !== document.body)) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Gives the focus back to where it was when the calling dialog opened, unless it has moved on by itself. */
export function useFocusReturn(): void {
  const [origin] = useState(focusOrigin);
  useEffect(
    () => () => {
      const giveBack = () => {
        const active = document.activeElement;
        if ((active === null || active === document.body) && origin?.isConnected) origin.focus({ preventScroll: true });
      };
      // At once: the next key, such as a second Escape, is for what is below. Where the dialog leaves the page only after this, then.
      giveBack();
      requestAnimationFrame(() => {
        giveBack();
        requestAnimationFrame(focusTitle);
      });
    },
    [origin],
  );
}

/**
 * Gives a way to do something once the calling dialog has gone and the focus is back where it was, so that what is opened then returns it
 * to the same place. Call it after {@link useFocusReturn}.
 */
export function useAfterReturn(): (run: () => void) => void {
  const next = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      const run = next.current;
      // In the same frame as the focus, and after it.
      if (run) requestAnimationFrame(run);
    },
    [],
  );
  return (run) => {
    next.current = run;
  };
}
