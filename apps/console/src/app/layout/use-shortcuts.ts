import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { shortcutKey } from '../../lib/page/shortcut-key.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { createShortcutReader, isMac, type ShortcutReader } from '../keys/shortcut-keys.ts';
import { navigationFor } from '../navigation.ts';
import type { ShellLayer } from './shell-layer.ts';

const OPEN_LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, [role="combobox"]'));

interface ShortcutOptions {
  /** The layer of the shell that is open or loading. */
  readonly layer: ShellLayer | null;
  readonly onLayer: (layer: ShellLayer | null) => void;
}

/** Ctrl/Cmd K for the palette, `/` to the search field of the page, `?` for the sheet, `g` and a letter to a page. */
export function useShortcuts({ layer, onLayer }: ShortcutOptions): void {
  const router = useRouter();
  const onPress = useEffectEvent((event: KeyboardEvent, read: ShortcutReader) => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    const key = shortcutKey(event);
    const [mod, other] = isMac(navigator.platform) ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
    const hasMod = mod && !altKey && !other && !shiftKey;
    // On some layouts / and ? need AltGr, which browsers report as Ctrl and Alt.
    const isWritten = event.getModifierState('AltGraph');
    const action = read({
      key,
      hasMod,
      hasOther: !hasMod && !isWritten && (altKey || ctrlKey || metaKey),
      isTyping: isTyping(event.target),
      // A loading layer already covers the page: input in between is meant for it.
      isCovered: layer !== null || document.querySelector(OPEN_LAYER) !== null,
      atMs: event.timeStamp,
    });
    if (layer === 'palette' && hasMod && key === 'k') {
      event.preventDefault();
      onLayer(null);
    }
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'sheet') onLayer('shortcuts');
    else if (action.kind === 'palette') onLayer('palette');
    else if (action.kind === 'search') document.querySelector<HTMLElement>('[data-shortcut="search"]')?.focus();
    else {
      const item = navigationFor(currentRoles())
        .flatMap(({ items }) => items)
        .find((each) => each.key === action.key);
      if (item) void router.navigate({ to: item.path });
    }
  });
  useEffect(() => {
    const read = createShortcutReader();
    const onKeyDown = (event: KeyboardEvent) => {
      // Ignores the repeats of a held key.
      if (!event.defaultPrevented && !event.isComposing && !event.repeat) onPress(event, read);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
