import { NOTIFICATION_LIMITS, NOTIFICATION_PICTURE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { request } from '../../../lib/api/graphql-client.ts';
import { TextField, useFieldProblem } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { publishPictureMutation } from '../notification.operations.ts';
import styles from './notification-form.module.css';
import type { NotificationValues } from './notification-form-values.ts';

const PictureDialog = lazy(() =>
  import('../../../records/picture/picture-dialog.tsx').then((module) => ({ default: module.PictureDialog })),
);

/** As phones show it. */
const ASPECT = 2;
/** The form saves the notification, so the picture expects no version. */
const NO_VERSION = 0;

interface ImageFieldProps {
  readonly form: RecordFormState<NotificationValues>;
  readonly label: string;
}

/** The picture of the message: uploaded and cropped, or the address of one elsewhere. */
export function ImageField({ form, label }: ImageFieldProps) {
  const { t } = useMessages();
  const [isChoosing, setChoosing] = useState(false);
  const problem = useFieldProblem(form, 'imageUrl');
  const url = form.values.imageUrl || null;
  const isUploaded = url !== null && NOTIFICATION_PICTURE.test(url);
  return (
    <div className={styles['imageField']}>
      {isUploaded ? (
        <div>
          <span className={styles['imageLabel']}>{label}</span>
          <Thumbnail url={url} />
          {problem}
        </div>
      ) : (
        <TextField
          form={form}
          name="imageUrl"
          label={label}
          hint={t('notification.edit.image-hint')}
          maxLength={NOTIFICATION_LIMITS.linkMaxLength}
          isLatin
        />
      )}
      <div className={styles['imageActions']}>
        <Button leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} onClick={() => setChoosing(true)}>
          {t(isUploaded ? 'picture.change' : 'picture.upload')}
        </Button>
        {isUploaded ? (
          <Button variant="subtle" onClick={() => form.set('imageUrl', null)}>
            {t('picture.remove')}
          </Button>
        ) : null}
      </div>
      {isChoosing ? (
        <Suspense fallback={null}>
          <PictureDialog
            name={form.values['titleI18n.en-US'] || t('notification.new.title')}
            kind="notification"
            version={NO_VERSION}
            shape="rect"
            aspect={ASPECT}
            current={isUploaded ? <Thumbnail url={url} /> : null}
            onUse={async ({ uploadId }, options) => {
              const sent = await request(
                publishPictureMutation,
                { input: { uploadId } },
                { ...options, successShown: 'in-place' },
              );
              form.set('imageUrl', sent.publishNotificationPicture.imageUrl);
            }}
            onChanged={() => undefined}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function Thumbnail({ url }: { readonly url: string }) {
  return <img className={styles['thumbnail']} src={url} alt="" width={128} height={64} />;
}

/** An uploaded picture, or the host that the phone loads it from; the console itself loads nothing from there. */
export function ImageNote({ url }: { readonly url: string }) {
  if (NOTIFICATION_PICTURE.test(url)) return <Thumbnail url={url} />;
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return (
    <span className={styles['imageNote']}>
      <IconPhoto size={16} stroke={1.75} aria-hidden />
      <bdi dir="ltr">{host}</bdi>
    </span>
  );
}
