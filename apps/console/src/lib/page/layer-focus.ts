const MODAL = '[role="dialog"][aria-modal="true"]';
/** A press of a word or an icon is one of the control around it. */
const CONTROL = 'a, button, input, label, select, textarea, [role], [tabindex]';

const lastIn = new WeakMap<Element, HTMLElement>();
let last: HTMLElement | null = null;

const lastOf = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].at(-1) ?? null;

/** Whether no dialog has opened above the layer of this element. */
export const isTopmost = (inside: Element | null): boolean =>
  inside !== null && lastOf('[role="dialog"]') === inside.closest('[role="dialog"]');

/** The focused element, or the one that has just lost the focus by leaving the page or being disabled. */
export function focusedOrLost(): HTMLElement | null {
  const { activeElement: active } = document;
  if (active instanceof HTMLElement && active !== document.body) return active;
  return last && (!last.isConnected || last.matches(':disabled')) ? last : null;
}

/** Menus and lists of a dialog are outside of it in the document, and so are toasts. */
function isBehind(target: HTMLElement, modal: HTMLElement): boolean {
  if (modal.contains(target) || target.closest('[data-toast-region]')) return false;
  return target.closest(MODAL) !== null || target.closest('[data-portal]') === null;
}

/**
 * Keeps the focus in the topmost modal dialog, whatever runs late below it, such as the focus return of a menu or a
 * list that has loaded. Also, the second click of a double click hits only what the first one hit, not what has appeared
 * there since, such as the next dialog's button.
 */
export function watchLayers(page: Window): void {
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const modal = lastOf(MODAL);
    if (modal && isBehind(target, modal)) {
      for (const each of [lastIn.get(modal), modal.querySelector<HTMLElement>('[data-autofocus]'), modal]) {
        each?.focus({ preventScroll: true });
        if (modal.contains(document.activeElement)) return;
      }
    }
    last = target;
    if (modal?.contains(target)) lastIn.set(modal, target);
  });

  let pressed: Element | null = null;
  let isLate = false;
  const stop = (event: MouseEvent) => {
    if (event.type === 'mousedown') {
      const hit = event.target instanceof Element ? (event.target.closest(CONTROL) ?? event.target) : null;
      isLate = event.detail > 1 && hit !== pressed;
      if (event.detail <= 1) pressed = hit;
    }
    if (!isLate || event.detail <= 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const kind of ['mousedown', 'mouseup', 'click'] as const) page.addEventListener(kind, stop, { capture: true });
}
