import { useMessages } from '@backcounter/i18n/react';
import { Modal } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { approvalAsking } from '../api/approval-asking.ts';
import { confirmation } from '../api/confirmation.ts';
import { useFocusReturn } from './focus-return.ts';
import { useIsPhone } from './use-phone.ts';

interface DialogProps {
  /** A question, or the action. */
  readonly title: string;
  /** 0 fills the screen. */
  readonly size?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Traps and returns the focus, closes with Escape; full screen on a phone. */
export function Dialog({ title, size = 440, onClose, children }: DialogProps) {
  const { t } = useMessages();
  const isPhone = useIsPhone();
  useFocusReturn();
  // The questions about the second factor and an approval close themselves, and what waits below keeps its input.
  const isConfirming = useSelector(confirmation.waiting) !== null;
  const isAsked = useSelector(approvalAsking.waiting) !== null || isConfirming;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!isAsked}
      title={title}
      size={size}
      fullScreen={isPhone || size === 0}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {children}
    </Modal>
  );
}
