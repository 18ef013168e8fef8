/** What a key press asks for. */
export type ShortcutAction =
  | { readonly kind: 'sheet' }
  | { readonly kind: 'search' }
  | { readonly kind: 'go'; readonly key: string };

/** What is known of a key press. */
export interface KeyPress {
  readonly key: string;
  readonly hasModifier: boolean;
  /** The focus is in a field, or a dialog or menu is open. */
  readonly isTaken: boolean;
  readonly atMs: number;
}

const CHORD_MS = 1200;

/** Follows key presses; `g` waits 1.2 s for its letter. None fires while typing. */
export function createShortcutReader(): (press: KeyPress) => ShortcutAction | null {
  let chordStartedAt: number | null = null;
  return ({ key, hasModifier, isTaken, atMs }) => {
    const isChord = chordStartedAt !== null && atMs - chordStartedAt <= CHORD_MS;
    chordStartedAt = null;
    if (hasModifier || isTaken) return null;
    if (isChord && /^[a-z]$/i.test(key)) return { kind: 'go', key: key.toLowerCase() };
    if (key === 'g') chordStartedAt = atMs;
    if (key === '?') return { kind: 'sheet' };
    return key === '/' ? { kind: 'search' } : null;
  };
}
