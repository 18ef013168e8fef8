import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { PictureDialogProps } from './picture-dialog.tsx';
import styles from './record-picture.module.css';

const PictureDialog = lazy(() => import('./picture-dialog.tsx').then((module) => ({ default: module.PictureDialog })));

interface RecordPictureProps {
  readonly name: string;
  readonly kind: 'badge' | 'giveaway';
  readonly version: number;
  readonly imageUrl: string | null;
  readonly mayChange: boolean;
  readonly onUse: PictureDialogProps['onUse'];
  /** Called after the record has changed, here or elsewhere. */
  readonly onChanged: () => void;
}

/** The picture of a record, and a button that opens the dialog to choose one. */
export function RecordPicture({ name, kind, version, imageUrl, mayChange, onUse, onChanged }: RecordPictureProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const shown: ReactNode =
    imageUrl === null ? <p>{t('picture.none')}</p> : <img src={imageUrl} alt={name} width={112} height={112} />;
  return (
    <div className={styles['picture']}>
      {shown}
      {mayChange ? (
        <Button leftSection={<IconPhotoUp size={16} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
          {t(imageUrl === null ? 'picture.choose' : 'picture.change')}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense>
          <PictureDialog
            name={name}
            kind={kind}
            version={version}
            shape="rect"
            current={shown}
            onUse={onUse}
            onChanged={onChanged}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
