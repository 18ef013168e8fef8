import { useMessages } from '@backcounter/i18n/react';
import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useAfterReturn, useFocusReturn } from '../../lib/page/focus-return.ts';
import styles from './palette-button.module.css';
import { PaletteButton } from './palette-button.tsx';
import type { ShellLayer } from './shell-layer.ts';
import { Navigation } from './side-bar.tsx';

interface NavDrawerProps {
  readonly onClose: () => void;
  readonly onOpen: (layer: ShellLayer) => void;
}

/** The navigation on narrow screens, from the inline start; on a phone with the search. */
export function NavDrawer({ onClose, onOpen }: NavDrawerProps) {
  const { t, dir } = useMessages();
  useFocusReturn();
  const afterReturn = useAfterReturn();
  const search = () => {
    onClose();
    afterReturn(() => onOpen('palette'));
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      size="18rem"
      padding="xs"
      position={dir === 'rtl' ? 'right' : 'left'}
      title={t('shell.product.name')}
      closeButtonProps={{ 'aria-label': t('shell.nav.close') }}
    >
      <div className={styles['drawerSearch']}>
        <PaletteButton onOpen={search} />
      </div>
      <nav aria-label={t('shell.nav.label')}>
        <Navigation onNavigate={onClose} />
      </nav>
    </Drawer>
  );
}
