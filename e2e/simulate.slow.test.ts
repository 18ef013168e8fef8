import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended } from './harness/product.ts';
import { productUrl } from './harness/product-url.ts';

const ROOT = join(import.meta.dirname, '..');

function simulate(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/simulate.mjs', ...args], { cwd: ROOT });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      child.emit('said');
    });
  const says = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(output)) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output}`);
      await new Promise((resolve) => child.once('said', resolve));
    }
  };
  return { child, says, output: () => output };
}

test('npm run simulate -- presence: visitors arrive and move, and leave on Ctrl-C [presence 9]', async () => {
  const { child, says, output } = simulate('presence', '--url', productUrl(), '--rate', '100');
  await says(/came [1-9]\d* {2}moved \d+ {2}left \d+ {2}there [1-9]/);
  child.kill('SIGINT');
  expect(await ended(child)).toBe(0);
  expect(output()).toMatch(/\d+ changes in [\d.]+ s; everyone has left again\./);
  expect(output()).not.toContain('The instance says');
});

test('npm run simulate ends after the given number of seconds', async () => {
  const { child, output } = simulate('presence', '--url', productUrl(), '--rate', '10', '--seconds', '1');
  expect(await ended(child)).toBe(0);
  expect(output()).toContain('everyone has left again');
});

test('npm run simulate -- all reports the results for accounts and points, and all visitors leave [machines 9]', async () => {
  const { child, output } = simulate('all', '--url', productUrl(), '--rate', '50', '--seconds', '6');
  expect(await ended(child)).toBe(0);
  expect(output()).toMatch(/Accounts: [1-9]\d* rows in \d+ requests .*(created|updated|unchanged) \d+/);
  expect(output()).toMatch(/Points: [1-9]\d* rows in \d+ requests .*posted \d+/);
  expect(output()).toMatch(
    /Codes: in [\d.]+ s .*(reserved|unknown code|wrong store|budget exhausted|min order|account limit) \d+/,
  );
  expect(output()).toContain('everyone has left again');
});

test.each([
  [['presence', '--url', 'http://127.0.0.1:1'], 'Is the instance running?'],
  [['presence', '--rate', '0'], '--rate must be a number'],
  [['presence', '--speed', '1'], "Unknown option '--speed'"],
  [['weather'], 'npm run simulate -- presence | accounts | points | coupons | receipts | giveaways | all'],
  [[], 'npm run simulate -- presence | accounts | points | coupons | receipts | giveaways | all'],
  [['receipts'], 'Name the notification: --notification ID'],
])('npm run simulate %o says what is wrong', async (args, sentence) => {
  const { child, output } = simulate(...args);
  expect(await ended(child)).toBe(1);
  expect(output()).toContain(sentence);
});

test('refuses a wrong secret', async () => {
  const { child, output } = simulate('presence', '--url', productUrl(), '--secret', 'wrong');
  expect(await ended(child)).toBe(1);
  expect(output()).toContain('answered 401');
});
