import { type FocusEvent, useState } from 'react';

/** The shown value, and whether a newer one is pending. */
interface Held<Value> {
  readonly shown: Value | undefined;
  readonly hasNews: boolean;
  /** Shows the newest value. */
  readonly show: () => void;
  /** Shows an answer that the person waits for. */
  readonly accept: (value: Value | undefined) => void;
}

/**
 * Keeps a list unchanged while a person uses it, so that nothing moves under the pointer or the focus; later values are
 * shown as soon as the person leaves or asks for them. `print` is equal for values that look alike.
 */
export function useHeld<Value>(
  fresh: Value | undefined,
  isHeld: boolean,
  print: (value: Value) => string,
): Held<Value> {
  const [shown, setShown] = useState(fresh);
  const isOther = fresh !== undefined && fresh !== shown;
  const isNews = isOther && shown !== undefined && print(fresh) !== print(shown);
  if (isOther && !(isHeld && isNews)) setShown(fresh);
  return { shown, hasNews: isHeld && isNews, show: () => setShown(fresh), accept: setShown };
}

/** Whether the pointer is over an element or the focus is in it; spread the handlers on the element. */
export function useEngagement() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return {
    isEngaged: isPointed || isFocused,
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
