import { NOTIFICATION_LIMITS, NOTIFICATION_PICTURE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconPhoto } from '@tabler/icons-react';
import { TextField, useFieldProblem } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { PictureField, PublishedPicture } from '../../../records/picture/picture-field.tsx';
import type { NotificationValues } from './notification-form-values.ts';

interface ImageFieldProps {
  readonly form: RecordFormState<NotificationValues>;
  readonly label: string;
}

/** The picture of the message: uploaded and cropped, or the address of one elsewhere. */
export function ImageField({ form, label }: ImageFieldProps) {
  const { t } = useMessages();
  const url = form.values.imageUrl || null;
  return (
    <PictureField
      kind="notification"
      label={label}
      name={form.values['titleI18n.en-US'] || t('notification.new.title')}
      url={url !== null && NOTIFICATION_PICTURE.test(url) ? url : null}
      onChange={(path) => form.set('imageUrl', path)}
      problem={useFieldProblem(form, 'imageUrl')}
      otherwise={
        <TextField
          form={form}
          name="imageUrl"
          label={label}
          hint={t('notification.edit.image-hint')}
          maxLength={NOTIFICATION_LIMITS.linkMaxLength}
          isLatin
        />
      }
    />
  );
}

/** An uploaded picture, or the host that the phone loads it from; the console itself loads nothing from there. */
export function ImageNote({ url }: { readonly url: string }) {
  if (NOTIFICATION_PICTURE.test(url)) return <PublishedPicture kind="notification" url={url} />;
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return (
    <span className="bc-inline bc-gap-sm">
      <IconPhoto size={16} stroke={1.75} aria-hidden />
      <bdi dir="ltr">{host}</bdi>
    </span>
  );
}
