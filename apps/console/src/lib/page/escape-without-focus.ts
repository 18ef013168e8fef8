import { type RefObject, useEffect, useRef } from 'react';

/**
 * Closes the calling layer by Escape while nothing has the focus, as after the button that was pressed has gone, or is off while it is at
 * work: the key then reaches no element of the layer. The topmost layer has the key to itself.
 */
export function useEscapeWithoutFocus(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.target !== document.body) return;
      const topmost = [...document.querySelectorAll('[role="dialog"]')].at(-1);
      if (!inside.current || topmost !== inside.current.closest('[role="dialog"]')) return;
      event.stopImmediatePropagation();
      close.current();
    };
    // Before any layer has heard of the key: one that it closes would already be gone.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [inside]);
}
