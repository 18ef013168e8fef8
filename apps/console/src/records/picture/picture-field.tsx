import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { request } from '../../lib/api/graphql-client.ts';
import { part } from '../../lib/page/part.ts';
import { publishPictureMutation } from './picture.operations.ts';
import styles from './picture-field.module.css';

const PictureDialog = part(() => import('./picture-dialog.tsx'), 'PictureDialog');

/** The form saves the record, so the picture expects no version. */
const NO_VERSION = 0;
/** Width divided by height. */
const ASPECTS = { app: 1, notification: 2, prize: 1 } as const;
const HEIGHT = 64;

/** A kind of published picture. */
export type PublishedKind = keyof typeof ASPECTS;

interface PictureFieldProps {
  readonly kind: PublishedKind;
  readonly label: string;
  /** Name of the record. */
  readonly name: string;
  /** Path of the picture now. */
  readonly url: string | null;
  readonly onChange: (url: string | null) => void;
  readonly problem?: ReactNode;
  /** Replaces the label and thumbnail while there is no picture. */
  readonly otherwise?: ReactNode;
}

/** A published picture as a field of a form: uploaded, cropped and saved with the form. */
export function PictureField({ kind, label, name, url, onChange, problem, otherwise }: PictureFieldProps) {
  const { t } = useMessages();
  const [isChoosing, setChoosing] = useState(false);
  const shown = url === null ? null : <PublishedPicture kind={kind} url={url} />;
  return (
    <fieldset className={styles['field']} aria-label={label}>
      {shown === null && otherwise ? (
        otherwise
      ) : (
        <div>
          <span className={styles['label']}>{label}</span>
          {shown}
          {problem}
        </div>
      )}
      <div className="bc-flex bc-gap-md">
        <Button leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} onClick={() => setChoosing(true)}>
          {t(url === null ? 'picture.upload' : 'picture.change')}
        </Button>
        {url === null ? null : (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {isChoosing ? (
        <PictureDialog
          name={name}
          kind={kind}
          version={NO_VERSION}
          shape="rect"
          aspect={ASPECTS[kind]}
          current={shown}
          onUse={async ({ uploadId }, options) => {
            const sent = await request(
              publishPictureMutation,
              { input: { uploadId } },
              { ...options, successShown: 'in-place' },
            );
            onChange(sent.publishPicture.imageUrl);
          }}
          onChanged={() => undefined}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </fieldset>
  );
}

/** A small view of a published picture. */
export function PublishedPicture({ kind, url }: { readonly kind: PublishedKind; readonly url: string }) {
  return <img className={styles['thumbnail']} src={url} alt="" width={HEIGHT * ASPECTS[kind]} height={HEIGHT} />;
}
