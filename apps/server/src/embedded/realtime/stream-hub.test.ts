import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setBestEffortLog } from '../../db/best-effort.ts';
import { type EventSink, EventStream } from './event-stream.ts';
import { MemoryPresence } from './memory-presence.ts';
import { StreamHub } from './stream-hub.ts';

/** A client that reads until it is stopped. */
class FakeSink extends EventEmitter {
  readonly written: string[] = [];
  isSlow = false;
  isDestroyed = false;
  isEnded = false;

  write(bytes: Buffer): boolean {
    this.written.push(bytes.toString());
    return !this.isSlow;
  }

  end(): this {
    this.isEnded = true;
    return this;
  }

  destroy(): this {
    this.isDestroyed = true;
    this.emit('close');
    return this;
  }

  get text(): string {
    return this.written.join('');
  }
}

const asSink = (sink: FakeSink): EventSink => sink as unknown as EventSink;
const session = { id: 's', uid: 'ada', signInId: undefined, expiresAtMs: Date.now() + 60_000 };

describe('the hub', () => {
  let store: MemoryPresence;
  let hub: StreamHub;
  beforeEach(() => {
    store = new MemoryPresence();
    hub = new StreamHub(store);
  });
  afterEach(async () => {
    hub.close();
    await store.close();
  });
  const join = (keys: readonly string[]): FakeSink => {
    const sink = new FakeSink();
    hub.setKeys(hub.open(session, asSink(sink)).id, 'ada', keys);
    return sink;
  };

  it('writes a change only to subscribers of its key', async () => {
    const asked = Array.from({ length: 20 }, () => join(['entry:ada', 'store:ST00001']));
    const others = Array.from({ length: 2_000 }, (_, index) => join([`entry:other-${index % 50}`, 'store:ST00002']));
    await vi.waitFor(() => expect(others.every(({ text }) => text.includes('ST00002'))).toBe(true));
    const before = others.map(({ written }) => written.length);
    await store.touch([{ firebaseId: 'ada', storeSid: 'ST00001', connectionId: 'c' }]);
    await vi.waitFor(() => expect(asked.every(({ text }) => text.includes('{"store_sid":"ST00001"}'))).toBe(true));
    expect(others.map(({ written }) => written.length)).toEqual(before);
    // Both keys in one chunk.
    expect(asked[0]?.written.at(-1)?.match(/event: value/g)).toHaveLength(2);
  });

  it('sends a key at most once a second, and finally the last value', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const sink = join(['entry:fay']);
    const told: { readonly atMs: number; readonly storeSid: string | undefined }[] = [];
    const begunMs = performance.now();
    const write = sink.write.bind(sink);
    sink.write = (bytes) => {
      const atMs = performance.now() - begunMs;
      told.push({ atMs, storeSid: /"store_sid":"(\w+)"/.exec(bytes.toString())?.[1] });
      return write(bytes);
    };
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([{ atMs: 0, storeSid: undefined }]);
    for (let round = 100; round < 330; round += 1) {
      await store.touch([{ firebaseId: 'fay', storeSid: `ST${round}`, connectionId: 'c' }]);
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told.slice(1)).toEqual([
      { atMs: 1, storeSid: 'ST100' },
      { atMs: 1_001, storeSid: 'ST200' },
      { atMs: 2_001, storeSid: 'ST300' },
      { atMs: 3_001, storeSid: 'ST329' },
    ]);
  });

  it('queries the store once for concurrent clients', async () => {
    const [count, counts, get] = [vi.spyOn(store, 'count'), vi.spyOn(store, 'counts'), vi.spyOn(store, 'get')];
    const sinks = Array.from({ length: 500 }, (_, index) => join(['online', 'store:ST00001', `entry:a-${index}`]));
    await vi.waitFor(() => expect(sinks.every(({ text }) => text.includes('"key":"online"'))).toBe(true));
    expect([count, counts, get].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('removes a disconnected client and its keys', async () => {
    const counts = vi.spyOn(store, 'counts');
    const sink = join(['store:ST00001']);
    await vi.waitFor(() => expect(sink.text).toContain('"key":"store:ST00001"'));
    sink.emit('close');
    expect(hub.size).toBe(0);
    await store.touch([{ firebaseId: 'ada', storeSid: 'ST00001', connectionId: 'c' }]);
    const other = join(['online']);
    await vi.waitFor(() => expect(other.text).toContain('"key":"online"'));
    expect(counts).toHaveBeenCalledTimes(1);
  });

  it('retries if the store does not answer', async () => {
    const failures: string[] = [];
    setBestEffortLog((label) => failures.push(label));
    vi.spyOn(store, 'count').mockRejectedValueOnce(new Error('away'));
    const sink = join(['online']);
    await vi.waitFor(() => expect(sink.text).toContain('{"key":"online","value":0}'), { timeout: 20_000 });
    expect(failures).toEqual(['reading realtime values']);
  });

  it('disconnects a stream that cannot be written to, without affecting others', async () => {
    const failures: string[] = [];
    setBestEffortLog((label) => failures.push(label));
    const broken = join(['entry:ada']);
    const sound = join(['entry:ada']);
    await vi.waitFor(() => expect([broken, sound].every(({ text }) => text.includes('"key":"entry:ada"'))).toBe(true));
    broken.write = () => {
      throw new Error('write after end');
    };
    await store.touch([{ firebaseId: 'ada', storeSid: 'ST00001', connectionId: 'c' }]);
    await vi.waitFor(() => expect(sound.text).toContain('"value":{"store_sid":"ST00001"}'), { timeout: 20_000 });
    expect(broken.isDestroyed).toBe(true);
    expect(hub.size).toBe(1);
    await store.touch([{ firebaseId: 'ada', storeSid: 'ST00002', connectionId: 'c' }]);
    await vi.waitFor(() => expect(sound.text).toContain('"value":{"store_sid":"ST00002"}'), { timeout: 20_000 });
    expect(failures).toEqual(['writing to a realtime stream']);
  });
});

describe('a slow reader', () => {
  it('gets the last value of each key when it reads again, and uses no more memory than that [presence 10]', () => {
    const sink = new FakeSink();
    let value = 0;
    const stream = new EventStream('x', session, asSink(sink), (key) => Buffer.from(`[${key}=${value}]`), 0);
    stream.keys = new Set(['a', 'b']);
    sink.isSlow = true;
    stream.sendValues([{ key: 'a', event: Buffer.from('[a=0]') }]);
    for (value = 1; value < 1_000; value += 1) {
      stream.sendValues([{ key: 'a', event: Buffer.from(`[a=${value}]`) }]);
      stream.sendValues([{ key: 'gone', event: Buffer.from('[gone]') }]);
    }
    expect(sink.text).toBe('[a=0]');
    sink.isSlow = false;
    sink.emit('drain');
    expect(sink.text).toBe('[a=0][a=1000]');
  });

  it('is disconnected if it reads nothing for 20 s [presence 10]', () => {
    const sink = new FakeSink();
    const stream = new EventStream('x', session, asSink(sink), () => null, 0);
    sink.isSlow = true;
    stream.sendEvent('open', {});
    const nowMs = Date.now();
    stream.tick(nowMs + 19_000);
    expect(sink.isDestroyed).toBe(false);
    stream.tick(nowMs + 21_000);
    expect(sink.isDestroyed).toBe(true);
  });
});

describe('a quiet stream', () => {
  it('gets a comment every 15 s [presence 10]', () => {
    const sink = new FakeSink();
    const stream = new EventStream('x', session, asSink(sink), () => null, 0);
    for (let second = 1; second <= 61; second += 1) stream.tick(second * 1_000);
    expect(sink.written).toEqual([':\n\n', ':\n\n', ':\n\n', ':\n\n']);
  });
});
