import type { TestProject } from 'vitest/node';
import { Product } from './product.ts';
import { markReleasesRead } from './releases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productUrls: readonly string[];
    /** Their data folders; none for one that was running already. */
    productFolders: readonly string[];
  }
}

/** A product for each worker, shared by the tests that do not break it: one file at a time. E2E_URL names a running one instead. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['E2E_URL'];
  if (given) {
    await markReleasesRead(given);
    project.provide('productUrls', [given]);
    project.provide('productFolders', []);
    return undefined;
  }
  const started = await Promise.allSettled(Array.from({ length: project.config.maxWorkers }, () => Product.start()));
  const products = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const removeAll = async () => {
    await Promise.all(products.map((product) => product.remove()));
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
  return removeAll;
}
