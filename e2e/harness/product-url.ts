import { inject } from 'vitest';

/** URL of this file's product. Changes of earlier files remain in it. */
export function productUrl(): string {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1);
  const url = inject('productUrls')[worker - 1];
  if (url === undefined) throw new Error(`Worker ${worker} has no product`);
  return url;
}

/** The data folder of that product; undefined for a product that was already running. */
export function productFolder(): string | undefined {
  return inject('productFolders')[Number(process.env['VITEST_POOL_ID'] ?? 1) - 1];
}
