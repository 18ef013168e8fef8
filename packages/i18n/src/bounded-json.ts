/** Limits of one request. */
export interface RequestBounds {
  /** Milliseconds until the complete answer must have arrived. */
  readonly timeoutMs: number;
  /** Largest size of the answer in bytes, decompressed. */
  readonly maxBytes: number;
}

/**
 * Fetches JSON without credentials.
 * @throws Error 'Network timed out', or the problem with the answer: its status, size or content
 */
export async function readBoundedJson(
  address: string,
  { timeoutMs, maxBytes }: RequestBounds,
  request: typeof fetch,
): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error('Network timed out')), timeoutMs);
  try {
    const answer = await request(address, {
      credentials: 'omit',
      headers: { accept: 'application/json' },
      signal: abort.signal,
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`The service answered with status ${answer.status}`);
    }
    return JSON.parse(await readText(answer, maxBytes, abort));
  } catch (cause) {
    throw abort.signal.aborted ? abort.signal.reason : cause;
  } finally {
    clearTimeout(timer);
  }
}

async function readText(answer: Response, maxBytes: number, abort: AbortController): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      const problem = new Error(`The answer is larger than ${maxBytes} bytes`);
      abort.abort(problem);
      throw problem;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
