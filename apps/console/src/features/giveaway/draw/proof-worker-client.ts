import type { DrawVerification, PublishedDraw } from '@backcounter/domain';

/** A proof file to verify, and this server's published record of the giveaway. */
export interface ProofQuestion {
  readonly bytes: ArrayBuffer;
  readonly published: PublishedDraw & { readonly giveawayId: string };
  /**
   * The file came from this server. Any other file may be of another giveaway, and is compared only if it is of this
   * one.
   */
  readonly isFromHere: boolean;
}

/** Result of the verification. */
export interface ProofResult extends Omit<DrawVerification, 'content'> {
  /** The file is of the giveaway on this page. */
  readonly isOfThis: boolean;
  /** Code of the file's giveaway; null if the file cannot be read. */
  readonly code: string | null;
}

/** Messages of the worker. */
export type ProofAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | ({ readonly kind: 'result' } & ProofResult);

/**
 * Verifies a proof file in a worker, so that the page stays responsive. The bytes are transferred: the caller's buffer
 * is empty afterwards. Rejects with the signal's reason when aborted, and with an Error if the worker fails, such as
 * when out of memory.
 */
export function checkProof(
  question: ProofQuestion,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ProofResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      worker.terminate();
    };
    const stop = (): void => {
      end();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop);
    worker.onerror = ({ message }) => {
      end();
      reject(new Error(message));
    };
    worker.onmessage = ({ data }: MessageEvent<ProofAnswer>) => {
      if (data.kind === 'progress') {
        onProgress(data.total === 0 ? 1 : data.done / data.total);
        return;
      }
      end();
      const { kind: _kind, ...result } = data;
      resolve(result);
    };
    worker.postMessage(question, [question.bytes]);
  });
}

/** Downloads a file, with progress from 0 to 1. @throws Error when the server refuses it */
export async function fetchFile(url: string, signal: AbortSignal, onProgress: (share: number) => void) {
  const answer = await fetch(url, { signal });
  const { body } = answer;
  if (!answer.ok || body === null) throw new Error(`Download failed with status ${answer.status}`);
  const size = Number(answer.headers.get('content-length') ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let have = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    have += value.length;
    if (size > 0) onProgress(have / size);
  }
  return new Blob(parts).arrayBuffer();
}
