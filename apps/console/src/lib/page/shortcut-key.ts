/** Starts a chord: a letter of the navigation follows. */
export const GO_KEY = 'g';
/** Time for the second key of a chord. */
export const CHORD_MS = 1200;

/** The parts of a keyboard event that identify its key. */
export type NamedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The key in its layout, so that `/` works wherever a layout has it. Layouts without Latin letters (Arabic, Greek,
 * Russian) use the physical key, as is common for shortcuts. Letters are lower case, even with Caps Lock.
 */
export function shortcutKey({ key, code, shiftKey }: NamedKey): string {
  // One non-ASCII character; names of keys such as `Process` (an active input method) are longer.
  if (/^[^ -~]$/u.test(key)) {
    if (key === '؟') return '?';
    if (code === 'Slash') return shiftKey ? '?' : '/';
    return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
  }
  return /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
}
