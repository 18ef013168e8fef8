import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * An element that takes the focus when it is there, or says something new, and nothing else has it: the button that was pressed was off while
 * it was at work, and what is off loses the focus.
 */
export function useFocusIfLost<Focusable extends HTMLElement>(said: unknown): RefObject<Focusable | null> {
  const element = useRef<Focusable>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something else is said
  useLayoutEffect(() => {
    if (document.activeElement === document.body) element.current?.focus();
  }, [said]);
  return element;
}
