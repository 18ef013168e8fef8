import './proof-worker-setup.ts';
import { type PublishedDraw, verifyBundle } from '@backcounter/domain';
import type { ProofAnswer, ProofQuestion } from './proof-check.ts';

/** The part of a worker's own world that is used here; the console's types know windows only. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ProofQuestion>) => void) | null;
  postMessage(answer: ProofAnswer): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { bytes, published, isFromHere } }) => {
  const file = parse(bytes);
  const isOfThis = isFromHere || giveawayOf(file) === published.giveawayId;
  const { content, ...result } = verifyBundle(file, {
    ...(isOfThis && { published: published satisfies PublishedDraw }),
    onProgress: (done, total) => scope.postMessage({ kind: 'progress', done, total }),
  });
  // Entries stay here: there may be a million.
  scope.postMessage({ kind: 'result', ...result, isOfThis, code: content?.rules.code ?? null });
};

/** What is no JSON is no proof either, which the first check says. */
function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

function giveawayOf(file: unknown): unknown {
  return (file as { content?: { rules?: { giveawayId?: unknown } } } | null)?.content?.rules?.giveawayId;
}
