import { useEffect, useRef, useState } from 'react';

/** The focused element; for an entry of a menu, which is about to disappear, the button of the menu. */
function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const menu = active.closest('[role="menu"]');
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return opener ?? active;
}

/**
 * Focuses the page's title if nothing else has the focus, for example when the URL opened the dialog: Tab continues
 * from there.
 */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1');
  if (!title || (document.activeElement !== null && document.activeElement !== document.body)) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Returns the focus to where it was when the calling dialog opened, unless it has moved since. */
export function useFocusReturn(): void {
  const [origin] = useState(focusOrigin);
  useEffect(
    () => () => {
      const giveBack = () => {
        const active = document.activeElement;
        if ((active === null || active === document.body) && origin?.isConnected) origin.focus({ preventScroll: true });
      };
      // Immediately: the next key, such as a second Escape, is for the layer below. If the dialog leaves the page
      // later, then.
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
 * Returns a function that runs code after the calling dialog has closed and the focus has returned, so that a dialog
 * opened then returns it to the same place. Call it after {@link useFocusReturn}.
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
