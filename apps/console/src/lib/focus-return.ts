import { useEffect, useState } from 'react';

/** What had the focus; for an entry of a menu, which is gone by then, the button that opened the menu. */
function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const menu = active.closest('[role="menu"]');
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return opener ?? active;
}

/** Gives the focus back to where it was when the calling dialog opened, unless it has moved on by itself. */
export function useFocusReturn(): void {
  const [origin] = useState(focusOrigin);
  useEffect(
    () => () => {
      // The dialog leaves the page after this; only then is it known whether the focus went with it.
      requestAnimationFrame(() => {
        const active = document.activeElement;
        if ((active === null || active === document.body) && origin?.isConnected) origin.focus({ preventScroll: true });
      });
    },
    [origin],
  );
}
