import { type FocusEvent, useState } from 'react';

/** What is shown, and whether there is something newer to show. */
interface Held<Value> {
  readonly shown: Value | undefined;
  readonly hasNews: boolean;
  /** Shows what is newest. */
  readonly show: () => void;
  /** Shows an answer that somebody waits for. */
  readonly accept: (value: Value | undefined) => void;
}

/**
 * Keeps a list as it is while somebody is at it, so that nothing moves under the pointer or the focus; what has come since is shown as soon
 * as they leave or ask for it. `print` is equal for values that look alike.
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

/** Whether the pointer is over an element or somebody works in it by keyboard; spread the handlers on the element. */
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
