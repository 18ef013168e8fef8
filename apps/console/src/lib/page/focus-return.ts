import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusedOrLost } from './layer-focus.ts';

/** Where the focus returns to, the first one that can take it. */
type Origins = readonly HTMLElement[];

/** Those of the open layers, the topmost last. */
const open: Origins[] = [];

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body;

/** The button of the menu or popover around an element, which may have left the page. */
function openerOf(element: HTMLElement): HTMLElement | null {
  const layer = element.closest('[role="menu"], [role="dialog"]:not([aria-modal])');
  const opener = layer && document.getElementById(layer.getAttribute('aria-labelledby') ?? '');
  return opener?.hasAttribute('aria-haspopup') ? opener : null;
}

/**
 * The focused element, the button of its menu, and the origins of the layer that is open, which the new one may
 * replace.
 */
function findOrigins(): Origins {
  const focused = focusedOrLost();
  const opener = focused && openerOf(focused);
  // An entry of a menu is about to disappear.
  const own = opener && focused.closest('[role="menu"]') ? [opener] : [focused, opener];
  return [...own.filter((each) => each !== null), ...(open.at(-1) ?? [])];
}

/** Returns the focus unless something has it, to a new element where another with the same ID has replaced it. */
function giveBack(origins: Origins): void {
  for (const origin of origins) {
    if (!hasNoFocus()) return;
    (origin.isConnected ? origin : document.getElementById(origin.id))?.focus({ preventScroll: true });
  }
}

/**
 * Focuses the page's title if nothing else has the focus, for example when the URL opened the dialog: Tab continues
 * from there.
 */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1');
  if (!title || !hasNoFocus()) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Returns the focus to where it was when the calling dialog opened, unless it has moved since. */
export function useFocusReturn(): void {
  const [origins] = useState(findOrigins);
  useLayoutEffect(() => {
    open.push(origins);
  }, [origins]);
  useEffect(
    () => () => {
      // Immediately: the next key, such as a second Escape, is for the layer below. If the dialog leaves the page
      // later, then.
      giveBack(origins);
      requestAnimationFrame(() => {
        giveBack(origins);
        requestAnimationFrame(() => {
          focusTitle();
          open.splice(open.indexOf(origins), 1);
        });
      });
    },
    [origins],
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
