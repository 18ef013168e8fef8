import type { MessageKey } from '@backcounter/i18n';
import { SHORTCUTS } from './shortcut-keys.ts';

/** Keys that are pressed together; `Mod` is Ctrl, or Cmd on a Mac. */
export interface ListedShortcut {
  readonly keys: readonly string[];
  readonly wordKey: MessageKey;
}

/** A section of the sheet of shortcuts. */
export interface ShortcutSection {
  readonly titleKey: MessageKey;
  readonly shortcuts: readonly ListedShortcut[];
}

/** All shortcuts except those to pages, which come from the navigation. */
export const SHORTCUT_SECTIONS: readonly ShortcutSection[] = [
  {
    titleKey: 'shell.shortcuts.anywhere',
    shortcuts: [
      ...SHORTCUTS.map(({ key, isWithMod, wordKey }) => ({
        keys: isWithMod ? ['Mod', key.toUpperCase()] : [key],
        wordKey,
      })),
      { keys: ['Esc'], wordKey: 'shell.shortcuts.close' },
      { keys: ['Mod', 'Enter'], wordKey: 'shell.shortcuts.submit' },
    ],
  },
  {
    titleKey: 'shell.shortcuts.list',
    shortcuts: [
      { keys: ['ArrowUp', 'ArrowDown'], wordKey: 'shell.shortcuts.row' },
      { keys: ['j', 'k'], wordKey: 'shell.shortcuts.row-letters' },
      { keys: ['Space'], wordKey: 'shell.shortcuts.peek' },
      { keys: ['Home', 'End'], wordKey: 'shell.shortcuts.column' },
      { keys: ['PageUp', 'PageDown'], wordKey: 'shell.shortcuts.screen' },
      { keys: ['Enter'], wordKey: 'shell.shortcuts.open' },
      { keys: ['Mod', 'Enter'], wordKey: 'shell.shortcuts.open-tab' },
      { keys: ['Mod', 'C'], wordKey: 'shell.shortcuts.copy' },
      { keys: ['e'], wordKey: 'shell.shortcuts.edit' },
      { keys: ['.'], wordKey: 'shell.shortcuts.actions' },
      { keys: ['x'], wordKey: 'shell.shortcuts.select' },
      { keys: ['Shift', 'ArrowUp', 'ArrowDown'], wordKey: 'shell.shortcuts.select-range' },
      { keys: ['Mod', 'A'], wordKey: 'shell.shortcuts.select-page' },
    ],
  },
];

/** Labels of keys on the sheet. */
export const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
};
