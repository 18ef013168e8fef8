import { useMessages } from '@backcounter/i18n/react';
import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useFocusReturn } from '../../lib/focus-return.ts';
import { Navigation } from './side-bar.tsx';

/** The navigation of narrow screens, from the inline start. */
export function NavDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t, dir } = useMessages();
  useFocusReturn();
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
      <nav aria-label={t('shell.nav.label')}>
        <Navigation onNavigate={onClose} />
      </nav>
    </Drawer>
  );
}
