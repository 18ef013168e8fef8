import type { UiIcon } from '@backcounter/ui';
import type { FaceOwner } from '../../lib/presence/presence-face.tsx';

/** Groups in the order in which they stand when nothing has been typed. */
export const PALETTE_GROUPS = ['actions', 'recent', 'pages', 'settings'] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** What choosing an entry does. */
export type PaletteDeed =
  /** Goes to an address of the console; with Ctrl or Cmd in a new tab. */
  | { readonly kind: 'go'; readonly href: string }
  /** Opens an address outside of the console in a new tab. */
  | { readonly kind: 'leave'; readonly href: string }
  /** Does something once the palette has closed. */
  | { readonly kind: 'run'; readonly run: () => void }
  /** Does something while the palette stays. */
  | { readonly kind: 'stay'; readonly run: () => void };

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Other words for it; they find it, and are not shown. */
  readonly words: string;
  /** A second text at the end of the line. */
  readonly detail: string;
  readonly icon: UiIcon | null;
  readonly face: FaceOwner | null;
  /** Keys that do the same from anywhere. */
  readonly keys: readonly string[];
  /** Why it cannot be chosen now; null where it can. */
  readonly whyNot: string | null;
  readonly deed: PaletteDeed;
}

/** What most entries leave out. */
export const PLAIN = { words: '', detail: '', icon: null, face: null, keys: [], whyNot: null } as const;
