import type { TestProject } from 'vitest/node';
import { Product } from './product.ts';
import { markReleasesRead } from './releases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productUrl: string;
  }
}

/** One product for all tests that do not break it. E2E_URL names a running one instead. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['E2E_URL'];
  if (given) {
    await markReleasesRead(given);
    project.provide('productUrl', given);
    return undefined;
  }
  const product = await Product.start();
  await markReleasesRead(product.url);
  project.provide('productUrl', product.url);
  return async () => {
    await product.remove();
  };
}
