import { watchLayers } from '../../lib/page/layer-focus.ts';

/**
 * Makes Ctrl Enter, or Cmd Enter, click the enabled submit button of any form or dialog. One listener serves all forms,
 * so none can forget it. A form's own handling of the keys takes precedence.
 */
export function watchSubmitKey(page: Window): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(event.target instanceof Element)) return;
    const form = event.target.closest('form');
    if (!form) return;
    // Must not also click the focused button, which may be Cancel.
    event.preventDefault();
    form.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled, [data-disabled])')?.click();
  });
}

/** Starts what serves all forms and dialogs; loaded beside the first page. */
export function watchPage(page: Window): void {
  watchSubmitKey(page);
  watchLayers(page);
}
