import type { UiIcon } from '@backcounter/ui';
import type { FaceOwner } from '../../lib/presence/presence-face.tsx';

/** Groups in display order before a search. */
export const PALETTE_GROUPS = ['actions', 'recent', 'pages', 'settings'] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** Effect of choosing an entry. */
export type PaletteDeed =
  /** Goes to a path of the console; with Ctrl or Cmd in a new tab. */
  | { readonly kind: 'go'; readonly href: string }
  /** Opens a URL outside of the console in a new tab. */
  | { readonly kind: 'leave'; readonly href: string }
  /** Runs code after the palette has closed. */
  | { readonly kind: 'run'; readonly run: () => void }
  /** Runs code while the palette remains open. */
  | { readonly kind: 'stay'; readonly run: () => void };

/** One entry of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Synonyms, which are searched but not shown. */
  readonly words: string;
  /** A second text at the end of the entry. */
  readonly detail: string;
  readonly icon: UiIcon | null;
  readonly face: FaceOwner | null;
  /** Keyboard shortcut with the same effect. */
  readonly keys: readonly string[];
  /** Why it is disabled now; null if it is enabled. */
  readonly whyNot: string | null;
  readonly deed: PaletteDeed;
}

/** Defaults of most entries. */
export const PLAIN = { words: '', detail: '', icon: null, face: null, keys: [], whyNot: null } as const;
