import { useEffect } from 'react';

/** On focusable elements: a dialog around them does not close with Escape. */
export const KEEPS_DIALOG = { 'data-mantine-stop-propagation': 'true' } as const;

/** Closes the calling layer alone, before a popover around it sees the key. */
export function useOwnEscape(onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  });
}
