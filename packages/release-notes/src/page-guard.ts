const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]:not([tabindex="-1"])';
/** Invisible elements, which need not be inert. */
const UNSEEN = 'script, style, link, template, meta, noscript';

/** Holds the page while the popup is open. */
export interface PageGuard {
  /** Restores the page. */
  readonly release: () => void;
}

/** The element that has the focus, also inside open shadow trees. */
export function focusedElement(): HTMLElement | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}

/** All ancestors of an element up to the document's root, each with the child that contains the element. */
function* surroundings(element: Element): Generator<{ parent: ParentNode & Node; inside: Element }> {
  for (let inside = element; inside.parentNode; ) {
    const parent: ParentNode & Node = inside.parentNode;
    yield { parent, inside };
    inside = parent instanceof ShadowRoot ? parent.host : (parent as Element);
  }
}

/** Makes everything around `host` inert, including elements added later, except for the matches of `keepUsable`. */
function makeInert(host: HTMLElement, keepUsable: string | undefined): () => void {
  const changed = new Set<HTMLElement>();
  const spare = (element: Element) => keepUsable !== undefined && element.matches(keepUsable);
  const quiet = (element: Element) => {
    if (!(element instanceof HTMLElement) || spare(element) || element.inert || element.matches(UNSEEN)) return;
    if (keepUsable !== undefined && element.querySelector(keepUsable)) {
      for (const child of element.children) quiet(child);
      return;
    }
    element.inert = true;
    changed.add(element);
  };
  const apply = () => {
    for (const { parent, inside } of surroundings(host))
      for (const child of parent.children) if (child !== inside) quiet(child);
  };
  apply();
  const watch = new MutationObserver(apply);
  for (const { parent } of surroundings(host)) watch.observe(parent, { childList: true });
  return () => {
    watch.disconnect();
    for (const element of changed) element.inert = false;
  };
}

/** Stops the page behind from scrolling, without a shift where its scroll bar was. */
function lockScroll(): () => void {
  const root = document.documentElement;
  const hasBar = window.innerWidth > root.clientWidth;
  const set = [
    ...[root, document.body].map((element) => ({ element, property: 'overflow', value: 'hidden' })),
    ...(hasBar ? [{ element: root, property: 'scrollbar-gutter', value: 'stable' }] : []),
  ].map(({ element, property, value }) => {
    const before = [element.style.getPropertyValue(property), element.style.getPropertyPriority(property)] as const;
    element.style.setProperty(property, value, 'important');
    return { element, property, before };
  });
  return () => {
    for (const { element, property, before } of set) {
      element.style.setProperty(property, ...before);
      if (element.getAttribute('style') === '') element.removeAttribute('style');
    }
  };
}

/**
 * Holds the page while the popup in `host` is open: the rest is inert and does not scroll, Tab stays inside and in the
 * matches of `keepUsable`, Escape calls `onEscape`. On release the focus returns to `focusedBefore`.
 * @throws SyntaxError when `keepUsable` is an invalid selector
 */
export function guardPage(
  host: HTMLElement,
  keepUsable: string | undefined,
  focusedBefore: HTMLElement | null,
  onEscape: () => void,
): PageGuard {
  const usable = () => (keepUsable === undefined ? [] : [...document.querySelectorAll(keepUsable)]);
  const undo = [makeInert(host, keepUsable), lockScroll()];

  const onKeyDown = (event: KeyboardEvent) => {
    const [target] = event.composedPath();
    if (event.key === 'Tab') {
      moveFocus(event, host, usable());
    } else if (event.key === 'Escape' && !event.isComposing) {
      if (usable().some((element) => target instanceof Node && element.contains(target))) return;
      // The host's own dialogs, inert below, must not close on it.
      event.preventDefault();
      event.stopImmediatePropagation();
      onEscape();
    }
  };
  window.addEventListener('keydown', onKeyDown, true);

  return {
    release() {
      window.removeEventListener('keydown', onKeyDown, true);
      const hadFocus = focusedElement() === null || host.matches(':focus-within');
      for (const step of undo) step();
      if (hadFocus && focusedBefore?.isConnected) focusedBefore.focus({ preventScroll: true });
    },
  };
}

/** Cycles through the tab stops of the popup and of the usable elements, wherever they are in the page. */
function moveFocus(event: KeyboardEvent, host: HTMLElement, usable: readonly Element[]): void {
  const stops = [host.shadowRoot, ...usable].flatMap((root) => [
    ...(root?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []),
  ]);
  const visible = stops.filter((stop) => stop.checkVisibility());
  const at = visible.indexOf((host.shadowRoot?.activeElement ?? document.activeElement) as HTMLElement);
  const next = event.shiftKey ? visible.at(at === -1 ? -1 : at - 1) : visible[(at + 1) % visible.length];
  event.preventDefault();
  next?.focus();
}
