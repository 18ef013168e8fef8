import { expect, it, vi } from 'vitest';
import { Batcher, type BatcherOptions } from './batcher.ts';

/** Work that ends when the test decides. */
function controlled(options: Partial<BatcherOptions<string, string>> = {}) {
  const started: string[][] = [];
  const endings: PromiseWithResolvers<void>[] = [];
  const begin = async (items: readonly string[]): Promise<void> => {
    started.push([...items]);
    const ending = Promise.withResolvers<void>();
    endings.push(ending);
    await ending.promise;
  };
  const batcher = new Batcher<string, string>({
    label: 'test',
    maxItems: 3,
    freely: 1,
    maxRunning: 2,
    patienceMs: 1_000_000,
    nameOf: (item) => item,
    doOne: async (item) => {
      await begin([item]);
      if (item.startsWith('bad')) throw new Error(item);
      return `${item} alone`;
    },
    doMany: async (items) => {
      await begin(items);
      if (items.some((item) => item.startsWith('bad'))) throw new Error('all of them');
      return items.map((item) => `${item} of ${items.length}`);
    },
    ...options,
  });
  return { batcher, started, end: (index: number) => endings[index]?.resolve() };
}

it('runs the first item immediately, and batches later items, up to a limit', async () => {
  const { batcher, started, end } = controlled();
  const all = ['a', 'b', 'c', 'd', 'e'].map((item) => batcher.do(item));
  expect(started).toEqual([['a']]);
  end(0);
  await vi.waitFor(() => expect(started).toEqual([['a'], ['b', 'c', 'd']]));
  end(1);
  await vi.waitFor(() => expect(started).toHaveLength(3));
  end(2);
  expect(await Promise.all(all)).toEqual(['a alone', 'b of 3', 'c of 3', 'd of 3', 'e alone']);
});

it('keeps items with the same name in separate batches, in order', async () => {
  const { batcher, started, end } = controlled();
  const all = ['a', 'b', 'b', 'c', 'b'].map((item) => batcher.do(item));
  for (let index = 0; index < 4; index += 1) {
    await vi.waitFor(() => expect(started).toHaveLength(index + 1));
    end(index);
  }
  await Promise.all(all);
  expect(started).toEqual([['a'], ['b', 'c'], ['b'], ['b']]);
});

it('runs items one by one when their batch fails, and reports each failure to its caller', async () => {
  const { batcher, started, end } = controlled();
  const all = ['a', 'b', 'bad', 'c'].map((item) => batcher.do(item));
  const settled = Promise.allSettled(all);
  end(0);
  await vi.waitFor(() => expect(started).toHaveLength(2));
  end(1);
  await vi.waitFor(() => expect(started).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]));
  for (const index of [2, 3, 4]) end(index);
  expect((await settled).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'a alone',
    'b alone',
    'Error: bad',
    'c alone',
  ]);
  // Continues after a failure.
  const next = batcher.do('d');
  await vi.waitFor(() => expect(started.at(-1)).toEqual(['d']));
  end(5);
  expect(await next).toBe('d alone');
});

it('does not wait forever for a slow batch, nor start everything beside it', async () => {
  const { batcher, started, end } = controlled({ patienceMs: 5 });
  const stuck = batcher.do('a');
  const second = batcher.do('b');
  await vi.waitFor(() => expect(started).toEqual([['a'], ['b']]));
  const third = batcher.do('c');
  end(1);
  expect(await second).toBe('b alone');
  await vi.waitFor(() => expect(started).toEqual([['a'], ['b'], ['c']]));
  end(2);
  expect(await third).toBe('c alone');
  end(0);
  expect(await stuck).toBe('a alone');
});
