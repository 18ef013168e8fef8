import { inject } from 'vitest';
import { Product, type ProductOptions } from './product.ts';
import { copyOf } from './product-copy.ts';

/**
 * A product for a single file, which may stop, break or configure it. Starts from a copy of the data of a first start:
 * creating the database and its demo data takes more than twice as long. A test of the first start itself uses
 * `Product.start`.
 */
export function startOwnProduct(options: ProductOptions = {}): Promise<Product> {
  const template = inject('productTemplate');
  return Product.start(template === null ? options : { ...options, dataDir: copyOf(template) });
}
