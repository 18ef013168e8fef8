import { afterEach, expect, test, vi } from 'vitest';
import { readBoundedJson } from './bounded-json.ts';

afterEach(() => void vi.useRealTimers());

const bounds = { timeoutMs: 1_000, maxBytes: 20 };

/** A response in these chunks. */
const inPieces = (...pieces: readonly Uint8Array<ArrayBuffer>[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }),
  );
const bytes = (text: string) => new TextEncoder().encode(text);

test('JSON is requested without cookies', async () => {
  const request = vi.fn<typeof fetch>(async () => inPieces(bytes('[1]')));
  expect(await readBoundedJson('https://x.test/list', bounds, request)).toEqual([1]);
  expect(request.mock.calls[0]?.[0]).toBe('https://x.test/list');
  expect(request.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', headers: { accept: 'application/json' } });
});

test('a character that is split between two chunks is whole', async () => {
  const [first, second] = [bytes('"ä"').slice(0, 2), bytes('"ä"').slice(2)];
  expect(await readBoundedJson('https://x.test', bounds, async () => inPieces(first, second))).toBe('ä');
});

test('as many bytes as allowed are read; one more aborts the request', async () => {
  const most = JSON.stringify('x'.repeat(18));
  expect(await readBoundedJson('https://x.test', bounds, async () => inPieces(bytes(most)))).toHaveLength(18);
  let signal: AbortSignal | null | undefined;
  const request: typeof fetch = async (_address, init) => {
    signal = init?.signal;
    return inPieces(bytes(most), bytes(' '));
  };
  await expect(readBoundedJson('https://x.test', bounds, request)).rejects.toThrow(
    'The answer is larger than 20 bytes',
  );
  expect(signal?.aborted).toBe(true);
});

test('an answer without a body is not JSON; an error without one is named by its status', async () => {
  const answer = (status: number) =>
    readBoundedJson('https://x.test', bounds, async () => new Response(null, { status }));
  await expect(answer(204)).rejects.toThrow(SyntaxError);
  await expect(answer(503)).rejects.toThrow('The service answered with status 503');
});

test('the body of an error is not read', async () => {
  const cancelled = vi.fn();
  const body = new ReadableStream({ cancel: cancelled });
  await expect(
    readBoundedJson('https://x.test', bounds, async () => new Response(body, { status: 500 })),
  ).rejects.toThrow('status 500');
  expect(cancelled).toHaveBeenCalledTimes(1);
});

test('the timeout ends when the answer is complete', async () => {
  vi.useFakeTimers();
  let signal: AbortSignal | null | undefined;
  await readBoundedJson('https://x.test', bounds, async (_address, init) => {
    signal = init?.signal;
    return inPieces(bytes('1'));
  });
  vi.advanceTimersByTime(bounds.timeoutMs);
  expect(signal?.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
