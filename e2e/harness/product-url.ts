import { inject } from 'vitest';

/** Where the product is that this file has for itself while it runs; what earlier files changed in it stays. */
export function productUrl(): string {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1);
  const url = inject('productUrls')[worker - 1];
  if (url === undefined) throw new Error(`Worker ${worker} has no product`);
  return url;
}

/** The data folder of that product; undefined where one is used that was running already. */
export function productFolder(): string | undefined {
  return inject('productFolders')[Number(process.env['VITEST_POOL_ID'] ?? 1) - 1];
}
