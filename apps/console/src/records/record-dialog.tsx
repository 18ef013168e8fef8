import { useMessages } from '@backcounter/i18n/react';
import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../lib/page/focus-return.ts';
import { useIsPhone } from '../lib/page/use-phone.ts';
import './record-dialog.css';

interface RecordDialogProps {
  /** A question, or the action. */
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog above a record: traps and returns the focus, closes with Escape; full screen on a phone. */
export function RecordDialog({ title, isWide = false, onClose, children }: RecordDialogProps) {
  const { t } = useMessages();
  useFocusReturn();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={isWide ? 640 : 480}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {children}
    </Modal>
  );
}
