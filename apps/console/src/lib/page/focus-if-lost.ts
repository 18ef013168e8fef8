import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A ref whose element takes the focus when it appears or its text changes, if nothing else has it: a button that is
 * disabled during its action loses the focus.
 */
export function useFocusIfLost<Focusable extends HTMLElement>(said: unknown): RefObject<Focusable | null> {
  const element = useRef<Focusable>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change of the text
  useLayoutEffect(() => {
    if (document.activeElement === document.body) element.current?.focus();
  }, [said]);
  return element;
}
