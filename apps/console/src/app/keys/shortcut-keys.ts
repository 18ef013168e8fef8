import type { MessageKey } from '@backcounter/i18n';

/** A key that works anywhere in the console. This table binds them, and the sheet of shortcuts is drawn from it. */
export interface Shortcut {
  readonly kind: 'palette' | 'search' | 'sheet';
  readonly key: string;
  /** Together with Ctrl, or Cmd on a Mac; such a key is no text, so it works while typing too. */
  readonly isWithMod: boolean;
  readonly wordKey: MessageKey;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { kind: 'palette', key: 'k', isWithMod: true, wordKey: 'palette.shortcut.open' },
  { kind: 'search', key: '/', isWithMod: false, wordKey: 'shell.shortcuts.search' },
  { kind: 'sheet', key: '?', isWithMod: false, wordKey: 'shell.shortcuts.sheet' },
];

/** Begins a chord: a letter of the navigation follows. */
export const GO_KEY = 'g';

/** What a key press asks for. */
export type ShortcutAction =
  | { readonly kind: 'palette' }
  | { readonly kind: 'search' }
  | { readonly kind: 'sheet' }
  | { readonly kind: 'go'; readonly key: string };

/** What is known of a key press. */
export interface KeyPress {
  /** As {@link shortcutKey} gives it. */
  readonly key: string;
  /** Ctrl, or Cmd on a Mac, and nothing else. */
  readonly hasMod: boolean;
  /** Any other of Ctrl, Cmd, Alt. */
  readonly hasOther: boolean;
  /** The focus is in a field. */
  readonly isTyping: boolean;
  /** A dialog, menu or list of choices is open. */
  readonly isCovered: boolean;
  readonly atMs: number;
}

const CHORD_MS = 1200;

/** Follows key presses; `g` waits 1.2 s for its letter. None fires under a dialog, and no letter while typing. */
export function createShortcutReader(): (press: KeyPress) => ShortcutAction | null {
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

/** The parts of a keyboard event that name its key. */
export type NamedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The key as its layout writes it, so that `/` works wherever a layout has it. Layouts without Latin letters (Arabic, Greek, Russian)
 * are read by the place of the key, as their users know shortcuts from elsewhere. A letter is small, also with Caps Lock.
 */
export function shortcutKey({ key, code, shiftKey }: NamedKey): string {
  // One character, and not one of ASCII; names of keys such as `Process` (an input method at work) are longer.
  if (/^[^ -~]$/u.test(key)) {
    if (key === '؟') return '?';
    if (code === 'Slash') return shiftKey ? '?' : '/';
    return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
  }
  return /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
}

/** True where Cmd takes the part of Ctrl. */
export const isMac = (platform: string): boolean => /^(Mac|iPhone|iPad)/.test(platform);

/** How Ctrl, or its part on this computer, is written on its key. */
export const modKeyName = (platform: string = navigator.platform): string => (isMac(platform) ? '⌘' : 'Ctrl');
