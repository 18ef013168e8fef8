import { useMessages } from '@backcounter/i18n/react';
import { IconSearch } from '@tabler/icons-react';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { modKeyName } from '../keys/shortcut-keys.ts';
import styles from './palette-button.module.css';

/** The palette, loaded on demand. */
export const loadPalette = () => import('../palette/palette.tsx').then((module) => module.Palette);

/** Looks like the field that it opens. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useMessages();
  // Preloads when the pointer or focus is near; a failure is shown on opening.
  const prepare = () => void bestEffort('The palette', loadPalette);
  return (
    <button
      type="button"
      className={styles['button']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onOpen}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span>{t('palette.button.label')}</span>
      <kbd aria-hidden dir="ltr">
        {modKeyName()} K
      </kbd>
    </button>
  );
}
