import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOwnProduct } from './harness/own-product.ts';

const ROOT = join(import.meta.dirname, '..');

it('the examples of @backcounter/client do what they say [machines 9]', async () => {
  // Its own, because other tests suspend accounts.
  const product = await startOwnProduct();
  const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  // In the repository, where its packages can be imported.
  const folder = mkdtempSync(join(ROOT, '.cache/client-'));
  const outputs = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ''], place) => {
    const file = join(folder, `${place}.ts`);
    writeFileSync(file, code.replaceAll('http://localhost:3000', product.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=source', file], { encoding: 'utf8' });
    return status === 0 ? stdout : `${status} ${stderr}`;
  });
  rmSync(folder, { recursive: true });
  await product.remove();
  expect(outputs).toEqual([
    expect.stringMatching(/^The balance is \d+\nReturned: true\n\d+ \[ -40, 40\b/),
    'Held, then RELEASED\n',
    expect.stringMatching(/^example-ada (CREATED|UNCHANGED)\nexample-bo (CREATED|UNCHANGED)\n[\da-f-]{36} [A-Z]+\n/),
  ]);
});
