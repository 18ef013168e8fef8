import { connection } from './connection.ts';
import { parseError, RequestError } from './request-error.ts';
import { type UploadSession, uploadSession } from './upload-session.ts';

/** Timeout of the answer after the last byte was sent. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Dependencies of the uploader. */
export interface FileUploaderOptions extends UploadSession {
  readonly createRequest: () => XMLHttpRequest;
}

/** Options of one upload. */
export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads a file and returns its upload id. Rejects with a `RequestError`, or with the signal's reason when aborted.
 */
export type FileUploader = (
  file: Blob,
  kind: 'app' | 'badge' | 'giveaway' | 'import' | 'list' | 'notification' | 'picture' | 'prize',
  options: UploadOptions,
) => Promise<string>;

/** Creates an uploader. Uses `XMLHttpRequest`, because fetch does not report upload progress. */
export function createFileUploader({
  accessToken,
  onSessionExpired,
  createRequest,
}: FileUploaderOptions): FileUploader {
  return async (file, kind, options) => {
    const sendWith = (token: string | null) => send(createRequest(), file, kind, token, options);
    let token = await accessToken();
    try {
      return await sendWith(token).catch(async (error: unknown) => {
        // Another tab may have renewed it.
        const newToken = isUnauthorized(error) ? await accessToken() : null;
        if (newToken === null || newToken === token) throw error;
        token = newToken;
        return sendWith(token);
      });
    } catch (error) {
      if (isUnauthorized(error)) onSessionExpired(error, token);
      throw error;
    }
  };
}

const isUnauthorized = (error: unknown): error is RequestError => error instanceof RequestError && error.status === 401;

function send(
  request: XMLHttpRequest,
  file: Blob,
  kind: string,
  token: string | null,
  { signal, onProgress }: UploadOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.upload.onload = () => {
      onProgress(1);
      timer = setTimeout(() => {
        reject(new RequestError('network.timed-out'));
        request.abort();
      }, ANSWER_TIMEOUT_MS);
    };
    request.onload = () => {
      connection.markRestored();
      const answer = readJson(request.responseText);
      const uploadId = isRecord(answer) ? answer['uploadId'] : undefined;
      if (request.status === 201 && typeof uploadId === 'string') resolve(uploadId);
      else {
        const errors = isRecord(answer) ? answer['errors'] : undefined;
        reject(
          parseError(
            Array.isArray(errors) ? errors[0] : null,
            request.status,
            request.getResponseHeader('x-request-id'),
          ),
        );
      }
    };
    request.onerror = () => {
      connection.doubt();
      reject(new RequestError('network.unreachable'));
    };
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    request.open('POST', `/files/uploads?kind=${kind}`);
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Null for a proxy's page. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Uploads a file in the console's session. */
export const uploadFile: FileUploader = (file, kind, options) => {
  const session = uploadSession.current();
  if (!session) return Promise.reject(new Error('Sending files has not been set up'));
  return createFileUploader({ ...session, createRequest: () => new XMLHttpRequest() })(file, kind, options);
};
