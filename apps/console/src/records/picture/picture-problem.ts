import { PICTURE_LIMITS } from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import type { RequestError } from '../../lib/api/request-error.ts';

/** The problem of a picture as a sentence that says what is accepted. */
export function pictureProblem(error: RequestError, { t }: MessagesHook): string {
  const problem = error.details.fields?.['file']?.[0];
  switch (problem?.rule) {
    case 'file-size':
      return t('picture.too-large', { max: PICTURE_LIMITS.bytesMax / 1_000_000 });
    case 'picture-type':
      return t('picture.wrong-type');
    case 'picture-pixels':
      return t('picture.too-many-pixels', { max: PICTURE_LIMITS.pixelsMax / 1_000_000 });
    case 'picture-damaged':
      return t('picture.damaged');
    default:
      return t(error.code === 'record.not-found' ? 'picture.expired' : errorKeyOf(error));
  }
}

/** A problem visible before the picture is decoded; the server checks the content. */
export function problemOfFile(file: File, { t }: MessagesHook): string | null {
  if (file.size > PICTURE_LIMITS.bytesMax) {
    return t('picture.too-large', { max: PICTURE_LIMITS.bytesMax / 1_000_000 });
  }
  const isKnown = file.type === '' || (PICTURE_LIMITS.mediaTypes as readonly string[]).includes(file.type);
  return isKnown ? null : t('picture.wrong-type');
}
