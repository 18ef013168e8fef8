/** Name of the popup's custom element. */
export const ELEMENT_NAME = 'backcounter-release-notes';

/** The element that the popup lives in; the panel is drawn into its shadow root. */
export interface PopupElement extends HTMLElement {
  /** Called when the host took the element out of the page. */
  onGone?: () => void;
}

/** Makes the element. Defined at the first call, so that importing this package does nothing where there is no document. */
export function createPopupElement(): PopupElement {
  if (!customElements.get(ELEMENT_NAME)) {
    customElements.define(
      ELEMENT_NAME,
      class extends HTMLElement implements PopupElement {
        onGone?: () => void;
        disconnectedCallback() {
          // A host that only moves the element puts it back before this runs.
          queueMicrotask(() => {
            if (!this.isConnected) this.onGone?.();
          });
        }
      },
    );
  }
  return document.createElement(ELEMENT_NAME) as PopupElement;
}
