import { useMessages } from '@backcounter/i18n/react';
import { Modal } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../../../lib/page/focus-return.ts';
import { useIsPhone } from '../../../lib/page/use-phone.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog of the shell; full screen on a phone. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useMessages();
  const isPhone = useIsPhone();
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {children}
    </Modal>
  );
}
