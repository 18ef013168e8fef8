import './proof-worker-setup.ts';
import { type PublishedDraw, readProofFile, verifyBundle } from '@backcounter/domain';
import type { ProofAnswer, ProofQuestion } from './proof-worker-client.ts';

/** The members of the worker's global scope used here; the console's types have only those of windows. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ProofQuestion>) => void) | null;
  postMessage(answer: ProofAnswer): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { bytes, published, isFromHere } }) => {
  const file = readProofFile(bytes);
  const isOfThis = isFromHere || giveawayOf(file) === published.giveawayId;
  const { content, ...result } = verifyBundle(file, {
    ...(isOfThis && { published: published satisfies PublishedDraw }),
    onProgress: (done, total) => scope.postMessage({ kind: 'progress', done, total }),
  });
  // Entries stay in the worker: there may be a million.
  scope.postMessage({ kind: 'result', ...result, isOfThis, code: content?.rules.code ?? null });
};

function giveawayOf(file: unknown): unknown {
  return (file as { content?: { rules?: { giveawayId?: unknown } } } | null)?.content?.rules?.giveawayId;
}
