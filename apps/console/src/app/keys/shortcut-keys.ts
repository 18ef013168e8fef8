import type { MessageKey } from '@backcounter/i18n';
import { CHORD_MS, GO_KEY } from '../../lib/page/shortcut-key.ts';

/** A key that works anywhere in the console. This table binds them, and the sheet of shortcuts is rendered from it. */
export interface Shortcut {
  readonly kind: 'palette' | 'search' | 'sheet';
  readonly key: string;
  /** With Ctrl, or Cmd on a Mac; such a key is not text, so it works while typing too. */
  readonly isWithMod: boolean;
  readonly wordKey: MessageKey;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { kind: 'palette', key: 'k', isWithMod: true, wordKey: 'palette.shortcut.open' },
  { kind: 'search', key: '/', isWithMod: false, wordKey: 'shell.shortcuts.search' },
  { kind: 'sheet', key: '?', isWithMod: false, wordKey: 'shell.shortcuts.sheet' },
];

/** The action of a key press. */
export type ShortcutAction =
  | { readonly kind: 'palette' }
  | { readonly kind: 'search' }
  | { readonly kind: 'sheet' }
  | { readonly kind: 'go'; readonly key: string };

/** The relevant properties of a key press. */
export interface KeyPress {
  /** From {@link shortcutKey}. */
  readonly key: string;
  /** Only Ctrl, or Cmd on a Mac. */
  readonly hasMod: boolean;
  /** Any other of Ctrl, Cmd, Alt. */
  readonly hasOther: boolean;
  /** The focus is in a field. */
  readonly isTyping: boolean;
  /** A dialog, menu or list of choices is open. */
  readonly isCovered: boolean;
  readonly atMs: number;
}

/** Interprets key presses, see {@link createShortcutReader}. */
export type ShortcutReader = (press: KeyPress) => ShortcutAction | null;

/**
 * Interprets key presses; `g` waits 1.2 s for its letter. Nothing triggers under a dialog, and no letter while typing.
 */
export function createShortcutReader(): ShortcutReader {
  let chordStartedAt: number | null = null;
  return ({ key, hasMod, hasOther, isTyping, isCovered, atMs }) => {
    const isChord = chordStartedAt !== null && atMs - chordStartedAt <= CHORD_MS;
    chordStartedAt = null;
    if (hasOther || isCovered || (isTyping && !hasMod)) return null;
    if (isChord && !hasMod && /^[a-z]$/.test(key)) return { kind: 'go', key };
    if (key === GO_KEY && !hasMod) chordStartedAt = atMs;
    const found = SHORTCUTS.find((shortcut) => shortcut.key === key && shortcut.isWithMod === hasMod);
    return found ? { kind: found.kind } : null;
  };
}

/** True where Cmd replaces Ctrl. */
export const isMac = (platform: string): boolean => /^(Mac|iPhone|iPad)/.test(platform);

/** Label of Ctrl, or of its replacement on this computer. */
export const modKeyName = (platform: string = navigator.platform): string => (isMac(platform) ? '⌘' : 'Ctrl');
