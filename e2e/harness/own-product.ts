import { inject } from 'vitest';
import { Product, type ProductOptions } from './product.ts';
import { copyOf } from './product-copy.ts';

/**
 * A product for one file alone, which may be stopped, broken or configured. It begins with a copy of the data of a first start: making the
 * database and its demo data anew takes more than twice as long. What is to start from nothing says so with `Product.start`.
 */
export function startOwnProduct(options: ProductOptions = {}): Promise<Product> {
  const template = inject('productTemplate');
  return Product.start(template === null ? options : { ...options, dataDir: copyOf(template) });
}
