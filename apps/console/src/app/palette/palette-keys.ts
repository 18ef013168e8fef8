/** Effect of a key in the palette. */
export type PaletteMove =
  | { readonly kind: 'activate'; readonly index: number }
  | { readonly kind: 'choose'; readonly inNewTab: boolean };

interface PaletteKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Interprets a key in the palette's field (WAI-ARIA combobox pattern); null for text and for keys that the field
 * handles.
 */
export function paletteMove(active: number, count: number, key: PaletteKey): PaletteMove | null {
  const hasControl = key.ctrlKey || key.metaKey;
  if (key.key === 'Enter') return key.altKey || key.shiftKey ? null : { kind: 'choose', inNewTab: hasControl };
  if (hasControl || key.altKey || key.shiftKey || count === 0) return null;
  const to = (index: number): PaletteMove => ({ kind: 'activate', index: (index + count) % count });
  switch (key.key) {
    case 'ArrowDown':
      return to(active + 1);
    case 'ArrowUp':
      return to(active < 0 ? -1 : active - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(-1);
    default:
      return null;
  }
}
