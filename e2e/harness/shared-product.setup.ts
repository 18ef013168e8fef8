import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { asOwner } from './database.ts';
import { Product } from './product.ts';
import { copyOf } from './product-copy.ts';
import { markReleasesRead } from './releases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productUrls: readonly string[];
    /** Their data folders; empty for a product that was already running. */
    productFolders: readonly string[];
    /** The data after a first start; null for a product that was already running. */
    productTemplate: string | null;
  }
}

/**
 * A product for each worker, shared by the tests that do not break it, one file at a time. E2E_URL names a running one
 * instead.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['E2E_URL'];
  if (given) {
    await markReleasesRead(given);
    project.provide('productUrls', [given]);
    project.provide('productFolders', []);
    project.provide('productTemplate', null);
    return undefined;
  }
  const template = await makeTemplate();
  const started = await Promise.allSettled(
    Array.from({ length: project.config.maxWorkers }, () => Product.start({ dataDir: copyOf(template) })),
  );
  const products = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const removeAll = async () => {
    await Promise.all(products.map((product) => product.remove()));
    rmSync(template, { recursive: true, force: true });
  };
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    await Promise.all(products.map(({ url }) => markReleasesRead(url)));
  } catch (error) {
    await removeAll();
    throw error;
  }
  project.provide(
    'productUrls',
    products.map(({ url }) => url),
  );
  project.provide(
    'productFolders',
    products.map(({ dataDir }) => dataDir),
  );
  project.provide('productTemplate', template);
  return removeAll;
}

const PICTURES_TIMEOUT_MS = 60_000;

/** The data folder of a complete first start, after a clean shutdown. */
async function makeTemplate(): Promise<string> {
  const first = await Product.start();
  try {
    // A first start serves before the demo has its pictures; an early stop would lose them.
    const deadline = Date.now() + PICTURES_TIMEOUT_MS;
    const isDone = async (): Promise<boolean> =>
      (await asOwner(first.dataDir, 'select from account where has_picture limit 1')).rowCount === 1;
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error(`The demo got no pictures in time:\n${first.output}`);
      await sleep(100);
    }
    await first.stop();
  } catch (error) {
    await first.remove();
    throw error;
  }
  return first.dataDir;
}
