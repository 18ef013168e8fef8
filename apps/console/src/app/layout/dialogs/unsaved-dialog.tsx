import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { Dialog } from '../../../lib/page/dialog.tsx';
import styles from './dialog.module.css';

/** The two answers. */
export interface UnsavedDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** "Leave without saving?"; focuses the safe answer. */
export function UnsavedDialog({ onStay, onLeave }: UnsavedDialogProps) {
  const { t } = useMessages();
  return (
    <Dialog title={t('shell.unsaved.title')} onClose={onStay}>
      <p>{t('shell.unsaved.body')}</p>
      <div className={styles['foot']}>
        <Button data-autofocus onClick={onStay}>
          {t('shell.unsaved.stay')}
        </Button>
        <Button color="red" variant="filled" onClick={onLeave}>
          {t('shell.unsaved.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
