import { stripVTControlCharacters } from 'node:util';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { LOG_SERIALIZERS } from './graphql/error-log.ts';
import { readableLog } from './readable-log.ts';

it('shows time, level, text, fields and stack, and no control characters of values', () => {
  const lines: string[] = [];
  const log = pino(
    { serializers: LOG_SERIALIZERS },
    readableLog((text) => lines.push(stripVTControlCharacters(text))),
  );
  log.info({ requestId: 'r-1', status: 200, sub: null }, 'request');
  log.warn({ operation: 'A\u001b[2J' }, 'odd\u0007');
  log.error({ err: new Error('broken') }, 'unexpected error');
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info request requestId='r-1' status=200 sub=null\n$/);
  expect(lines[1]).toMatch(/^\S+ warn odd {2}operation='A\\x1B\[2J'\n$/);
  expect(lines[2]).toMatch(/^\S+ error unexpected error\nError: broken\n {4}at .*readable-log\.test\.ts/);
});
