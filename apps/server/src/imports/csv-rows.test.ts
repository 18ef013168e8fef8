import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

it('yields to other work while it parses rows of uneven length, the slowest case', async () => {
  let turns = 0;
  let isReading = true;
  const count = (): void => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const content = Readable.from([Buffer.from(`a,b\n${'\n'.repeat(65_532)}`)]);
  let rows = 0;
  for await (const _row of csvRows(content, 'UTF_8', 'COMMA')) rows += 1;
  isReading = false;
  expect(rows).toBe(65_533);
  expect(turns).toBeGreaterThan(60);
});
