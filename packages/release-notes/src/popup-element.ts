/** Name of the popup's custom element. */
export const ELEMENT_NAME = 'backcounter-release-notes';

/** The popup's element; the panel is rendered into its shadow root. */
export interface PopupElement extends HTMLElement {
  /** Called when the host removed the element from the page. */
  onGone?: () => void;
}

/** Creates the element. Defined on the first call, so that importing this package is safe without a document. */
export function createPopupElement(): PopupElement {
  if (!customElements.get(ELEMENT_NAME)) {
    customElements.define(
      ELEMENT_NAME,
      class extends HTMLElement implements PopupElement {
        onGone?: () => void;
        disconnectedCallback() {
          // A host that only moves the element reinserts it before this runs.
          queueMicrotask(() => {
            if (!this.isConnected) this.onGone?.();
          });
        }
      },
    );
  }
  return document.createElement(ELEMENT_NAME) as PopupElement;
}
