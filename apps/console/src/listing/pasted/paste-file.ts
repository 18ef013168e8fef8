import type { MessagesHook } from '@backcounter/i18n/react';
import { failureWords } from '../../imports/import-words.ts';
import { uploadFile } from '../../lib/api/file-upload.ts';
import { request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { toasts } from '../../lib/page/toasts.ts';
import { readPastedFileMutation } from './pasted-selection.operations.ts';

/** The keys in a file; null after a failure, which a toast shows. */
export async function fileEntries(
  file: File,
  formats: Pick<MessagesHook, 't' | 'locale'>,
): Promise<readonly string[] | null> {
  let isSent = false;
  try {
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    const input = { uploadId: await uploadFile(file, 'list', options) };
    isSent = true;
    return (await request(readPastedFileMutation, { input }, { successShown: 'in-place' })).readPastedFile.entries;
  } catch (error) {
    // Others are shown with the request.
    if (!isSent || (error instanceof RequestError && error.details.fields))
      toasts.show({ type: 'negative', message: failureWords(error, formats, null) });
    return null;
  }
}
