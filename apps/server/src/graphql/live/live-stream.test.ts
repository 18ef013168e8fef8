import { EventEmitter } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveStream, type StreamSink } from './live-stream.ts';

/** A response whose reader consumes as much as the test allows. */
class Sink extends EventEmitter {
  readonly written: string[] = [];
  isFull = false;
  isEnded = false;
  destroyed = false;
  write(piece: string): boolean {
    this.written.push(piece);
    return !this.isFull;
  }
  end(last = ''): void {
    if (last !== '') this.written.push(last);
    this.isEnded = true;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

async function* pieces(count: number): AsyncGenerator<string, void, undefined> {
  for (let index = 1; index <= count; index += 1) yield `piece ${index}`;
}

describe('a stream', () => {
  let stream: LiveStream;
  let sink: Sink;
  const carry = (count: number) => stream.carry(pieces(count), sink as unknown as StreamSink);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const expiresAt = new Date();
    stream = new LiveStream('id', { kind: 'staff', sub: 's', name: '', email: null, roles: [], expiresAt }, 't');
    sink = new Sink();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits for a slow reader, and continues when it has read everything', async () => {
    sink.isFull = true;
    const carried = carry(2);
    await settled();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(sink).toMatchObject({ written: ['piece 1'], destroyed: false });
    sink.isFull = false;
    sink.emit('drain');
    await carried;
    expect(sink).toMatchObject({ written: ['piece 1', 'piece 2'], isEnded: true, destroyed: false });
  });

  it('cuts off a reader that has read nothing for 20 s', async () => {
    sink.isFull = true;
    const carried = carry(1_000);
    await settled();
    await vi.advanceTimersByTimeAsync(20_000);
    await carried;
    expect(sink).toMatchObject({ written: ['piece 1'], isEnded: false, destroyed: true });
  });

  it('does not wait for a slow reader when it has to end', async () => {
    sink.isFull = true;
    const carried = carry(1_000);
    await settled();
    stream.end();
    await carried;
    expect(sink).toMatchObject({ written: ['piece 1'], destroyed: true });
  });

  it('sends its last line when its process ends', async () => {
    const waiting = (async function* (): AsyncGenerator<string, void, undefined> {
      yield 'piece 1';
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield 'piece 2';
    })();
    const carried = stream.carry(waiting, sink as unknown as StreamSink);
    await settled();
    stream.end('retry: 500\n\n');
    await vi.advanceTimersByTimeAsync(1);
    await carried;
    expect(sink).toMatchObject({ isEnded: true, destroyed: false });
    expect(sink.written.at(-1)).toBe('retry: 500\n\n');
  });

  it('ends its operations when its reader disconnects', async () => {
    const operation = new AbortController();
    stream.operations.set('one', operation);
    sink.isFull = true;
    const carried = carry(1_000);
    await settled();
    sink.destroy();
    await carried;
    expect(operation.signal.aborted).toBe(true);
    expect(stream.operations.size).toBe(0);
  });
});
