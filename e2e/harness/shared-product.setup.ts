import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { Product } from './product.ts';
import { copyOf } from './product-copy.ts';
import { markReleasesRead } from './releases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productUrls: readonly string[];
    /** Their data folders; none for one that was running already. */
    productFolders: readonly string[];
    /** The data of a first start, as it was left; null where a product is used that was running already. */
    productTemplate: string | null;
  }
}

/** A product for each worker, shared by the tests that do not break it: one file at a time. E2E_URL names a running one instead. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['E2E_URL'];
  if (given) {
    await markReleasesRead(given);
    project.provide('productUrls', [given]);
    project.provide('productFolders', []);
    project.provide('productTemplate', null);
    return undefined;
  }
  const first = await Product.start();
  const template = first.dataDir;
  await first.stop();
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
