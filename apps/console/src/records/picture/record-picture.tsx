import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconCrop, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { part } from '../../lib/page/part.ts';
import { toasts } from '../../lib/page/toasts.ts';
import type { PictureDialogProps } from './picture-dialog.tsx';
import styles from './record-picture.module.css';

const PictureDialog = part(() => import('./picture-dialog.tsx'), 'PictureDialog');

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

/** The picture of a record; it is replaced, or cropped again. */
export function RecordPicture({ name, kind, version, imageUrl, mayChange, onUse, onChanged }: RecordPictureProps) {
  const { t } = useMessages();
  const [opened, setOpened] = useState<{ readonly start?: File } | null>(null);
  const shown: ReactNode =
    imageUrl === null ? (
      <p className={styles['none']}>{t('picture.none')}</p>
    ) : (
      <img src={imageUrl} alt={name} width={96} height={96} />
    );
  const crop = async (url: string) => {
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const picture = await answer.blob();
      setOpened({ start: new File([picture], name, { type: picture.type }) });
    } catch {
      toasts.show({ type: 'negative', message: t('picture.unavailable') });
    }
  };
  return (
    <div className={styles['picture']}>
      {shown}
      {mayChange ? (
        <div className="bc-flex bc-gap-sm">
          <Button
            size="sm"
            leftSection={<IconUpload size={14} stroke={1.75} aria-hidden />}
            onClick={() => setOpened({})}
          >
            {t('picture.upload')}
          </Button>
          {imageUrl === null ? null : (
            <Button
              size="sm"
              leftSection={<IconCrop size={14} stroke={1.75} aria-hidden />}
              onClick={() => void crop(imageUrl)}
            >
              {t('picture.adjust')}
            </Button>
          )}
        </div>
      ) : null}
      {opened ? (
        <PictureDialog
          name={name}
          kind={kind}
          version={version}
          shape="rect"
          start={opened.start}
          current={shown}
          onUse={onUse}
          onChanged={onChanged}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  );
}
