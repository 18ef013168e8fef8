/**
 * Ctrl Enter, or Cmd Enter, in any form or dialog is a click on its button that submits, where that may be clicked. One listener for all
 * of them: a form cannot forget it. What a form does with the keys itself comes first.
 */
export function watchSubmitKey(page: Window): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(event.target instanceof Element)) return;
    const form = event.target.closest('form');
    if (!form) return;
    // Not also a click on the button that has the focus, which may be Cancel.
    event.preventDefault();
    form.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled, [data-disabled])')?.click();
  });
}
