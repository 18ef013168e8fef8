import { BUNDLE_MAX_BYTES } from '@backcounter/domain';
import { useEffect, useRef, useState } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { proofFileQuery } from './proof.operations.ts';
import { checkProof, fetchFile, type ProofResult } from './proof-worker-client.ts';
import type { ProofRecord } from './use-proof.ts';

/** Progress of a verification. */
export type ProofCheckState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'fetching' | 'computing'; readonly share: number }
  | { readonly phase: 'failed'; readonly why: 'fetch' | 'size' | 'worker' }
  | { readonly phase: 'done'; readonly result: ProofResult; readonly at: string; readonly fileName: string | null };

/** Verifies this server's file or a chosen one. Unmounting aborts it. */
export function useProofCheck(proof: ProofRecord) {
  const [state, setState] = useState<ProofCheckState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (file: File | null): Promise<void> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const say = (next: ProofCheckState): void => {
      if (!own.signal.aborted) setState(next);
    };
    let why: 'fetch' | 'worker' = 'fetch';
    try {
      say({ phase: 'fetching', share: 0 });
      if (file !== null && file.size > BUNDLE_MAX_BYTES) {
        say({ phase: 'failed', why: 'size' });
        return;
      }
      const bytes = await (file === null
        ? fetchOwn(proof.giveawayId, own.signal, (share) => say({ phase: 'fetching', share }))
        : file.arrayBuffer());
      why = 'worker';
      say({ phase: 'computing', share: 0 });
      const question = { bytes, published: publishedOf(proof), isFromHere: file === null };
      const result = await checkProof(question, own.signal, (share) => say({ phase: 'computing', share }));
      say({ phase: 'done', result, at: new Date().toISOString(), fileName: file?.name ?? null });
    } catch (error) {
      if (own.signal.aborted) return;
      console.warn(error);
      say({ phase: 'failed', why });
    }
  };
  return { state, verify: () => run(null), verifyFile: (file: File) => run(file) };
}

async function fetchOwn(id: string, signal: AbortSignal, onProgress: (share: number) => void): Promise<ArrayBuffer> {
  const { giveawayProof } = await load(proofFileQuery, { id }, signal);
  return fetchFile(giveawayProof?.file?.url ?? '', signal, onProgress);
}

/** This server's published record of the draw, with which the file is compared. */
function publishedOf(proof: ProofRecord) {
  const { giveawayId, rulesHash, seedCommitment, publishedAt, root, frozenAt, seed, drawnAt } = proof;
  return {
    giveawayId,
    rulesHash,
    seedCommitment,
    publishedAt,
    ...(root && { root }),
    ...(frozenAt && { frozenAt }),
    ...(seed && { seed }),
    ...(drawnAt && { drawnAt }),
  };
}
