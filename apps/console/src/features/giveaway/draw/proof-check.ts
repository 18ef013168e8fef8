import type { DrawVerification, PublishedDraw } from '@backcounter/domain';

/** A file to verify, and what this server publishes of the giveaway. */
export interface ProofQuestion {
  readonly bytes: ArrayBuffer;
  readonly published: PublishedDraw & { readonly giveawayId: string };
  /** It came from this server; otherwise it may be of any giveaway, and is compared only where it is of this one. */
  readonly isFromHere: boolean;
}

/** What came of it. */
export interface ProofResult extends Omit<DrawVerification, 'content'> {
  /** The file is of the giveaway that is shown. */
  readonly isOfThis: boolean;
  /** Code of the giveaway of the file; null where the file cannot be read. */
  readonly code: string | null;
}

/** What the worker says. */
export type ProofAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | ({ readonly kind: 'result' } & ProofResult);

/**
 * Verifies a proof file in a worker, so that the page stays alive; the bytes are handed over and gone. Rejects with the signal's reason when
 * aborted, and with an Error when the worker breaks, such as for want of memory.
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

/** Fetches a file with progress from 0 to 1. @throws Error when the server does not give it */
export async function fetchFile(url: string, signal: AbortSignal, onProgress: (share: number) => void) {
  const answer = await fetch(url, { signal });
  const { body } = answer;
  if (!answer.ok || body === null) throw new Error(`The file was not given: ${answer.status}`);
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
