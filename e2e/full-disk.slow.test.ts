import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Account, type Answer, PersonClient } from './harness/person-client.ts';
import { makeDataDir, Product } from './harness/product.ts';

const WRITERS = 4;

/** Mounts a small disk; null where this process may not mount. */
function mountSmallDisk(): string | null {
  const folder = makeDataDir();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    console.warn('Left out: a full disk. It needs to mount a small one, as root may.');
    return null;
  }
}

const disk = mountSmallDisk();

interface Write {
  readonly accountId: string;
  readonly answer: Answer;
  readonly isDone: boolean;
}

const isFine = ({ status, text }: Answer): boolean => status === 200 && !text.includes('"errors"');

describe.skipIf(disk === null)('a full disk', () => {
  const dataDir = disk ?? '';
  const filler = join(dataDir, 'filler');
  let product: Product;
  let person: PersonClient;
  beforeAll(async () => {
    const template = inject('productTemplate');
    if (template !== null) execFileSync('cp', ['-a', `${template}/.`, dataDir]);
    product = await Product.start({ dataDir, env: { LOG_LEVEL: 'warn' } });
    person = new PersonClient(product.url);
    await person.refresh();
  });
  afterAll(async () => {
    await product?.stop();
    execFileSync('umount', ['-l', dataDir]);
    rmSync(dataDir, { recursive: true });
  });

  /** Fills the disk. The product may use some of the space at the same time. */
  const fill = (): void => {
    const { bavail, bsize } = statfsSync(dataDir);
    try {
      writeFileSync(filler, Buffer.alloc(bavail * bsize, 1));
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    }
  };

  const diskCheck = async (): Promise<unknown> => {
    const { checks } = (await (await fetch(`${product.url}/readyz`)).json()) as { checks: Record<string, unknown> };
    return checks['disk'];
  };

  const linesWith = (text: string) => product.output.split('\n').filter((line) => line.includes(text)).length;

  /** Renames accounts in turn until `isOver`. */
  async function keepWriting(accounts: readonly Account[], writes: Write[], isOver: () => boolean): Promise<void> {
    const versions = accounts.map(({ version }) => version);
    const query =
      'mutation Rename($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id version } } }';
    for (let turn = 0; !isOver(); turn += 1) {
      const at = turn % accounts.length;
      const { id = '' } = accounts[at] ?? {};
      const input = { id, expectedVersion: versions[at], patch: { displayName: `Renamed ${randomUUID()}` } };
      const answer = await person.post(JSON.stringify({ query, variables: { input } }), randomUUID());
      const isDone = isFine(answer);
      writes.push({ accountId: id, answer, isDone });
      if (isDone) versions[at] = (versions[at] ?? 0) + 1;
      else await sleep(20);
    }
  }

  async function keepReading(reads: Answer[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      reads.push(await person.post(JSON.stringify({ query: '{ stores(first: 10) { nodes { id } } }' })));
      await sleep(50);
    }
  }

  it('refuses changes with a reason, loses nothing, and accepts changes again once there is space', async () => {
    const accounts = await person.accounts();
    const writes: Write[] = [];
    const reads: Answer[] = [];
    let hasEnded = false;
    const isOver = () => hasEnded;
    const working = Promise.all([
      keepReading(reads, isOver),
      ...Array.from({ length: WRITERS }, (_, index) =>
        keepWriting(
          accounts.filter((_account, at) => at % WRITERS === index),
          writes,
          isOver,
        ),
      ),
    ]);
    const figures = { refused: 0, redAfterS: 0, greenAfterS: 0 };
    try {
      await expect.poll(() => writes.filter(({ isDone }) => isDone).length, { timeout: 60_000 }).toBeGreaterThan(20);
      fill();
      await expect.poll(() => writes.some(({ isDone }) => !isDone), { timeout: 60_000, interval: 10 }).toBe(true);
      const refusedAtMs = performance.now();
      // The limit is 5 s; four times as long here, for a busy machine.
      await expect.poll(diskCheck, { timeout: 20_000, interval: 50 }).toMatch(/^The disk of the database is full/);
      figures.redAfterS = (performance.now() - refusedAtMs) / 1_000;
      const [refusedBefore, readsBefore] = [writes.length, reads.length];
      await expect.poll(() => reads.length - readsBefore, { timeout: 60_000 }).toBeGreaterThan(20);
      expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      figures.refused = writes.slice(refusedBefore).filter(({ isDone }) => !isDone).length;

      rmSync(filler);
      const freedAtMs = performance.now();
      await expect.poll(() => product.isReady(), { timeout: 60_000, interval: 50 }).toBe(true);
      figures.greenAfterS = (performance.now() - freedAtMs) / 1_000;
      const doneBefore = writes.filter(({ isDone }) => isDone).length;
      await expect
        .poll(() => writes.filter(({ isDone }) => isDone).length - doneBefore, { timeout: 60_000 })
        .toBeGreaterThan(20);
    } finally {
      hasEnded = true;
      await working;
    }
    console.info('a full disk', figures);

    expect(reads.filter((answer) => !isFine(answer))).toEqual([]);
    for (const { answer, isDone } of writes) {
      if (isDone) continue;
      expect(answer.status).toBe(503);
      expect(answer.retryAfter).toMatch(/^\d+$/);
    }
    for (const { id, version } of accounts) {
      const done = writes.filter(({ accountId, isDone }) => isDone && accountId === id).length;
      if (done > 0) expect((await person.accountWithEvents(id)).version).toBe(version + done);
    }
    expect([linesWith('"msg":"The disk of the database is full'), linesWith('disk space is available again')]).toEqual([
      1, 1,
    ]);
  });
});
