import { type RefObject, useEffect, useRef } from 'react';
import { isTopmost } from './layer-focus.ts';

/**
 * Closes the calling layer on Escape while nothing has the focus, for example after the pressed button was removed or
 * disabled: the key then reaches no element of the layer. Only the topmost layer handles it.
 */
export function useEscapeWithoutFocus(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.target !== document.body) return;
      if (!isTopmost(inside.current)) return;
      event.stopImmediatePropagation();
      close.current();
    };
    // In the capture phase, before a layer handles the key: a layer that it closes would be gone.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [inside]);
}
