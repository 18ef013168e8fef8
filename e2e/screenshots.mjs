// Takes the pictures of the documents (docs/images) from the product itself: `node e2e/screenshots.mjs`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './harness/browser.ts';
import { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { visitAs } from './harness/visit.ts';

const IMAGES = join(import.meta.dirname, '..', 'docs', 'images');
mkdirSync(IMAGES, { recursive: true });

const [product, browser] = await Promise.all([Product.start({ env: { SEED_ACCOUNTS: '5000' } }), launchBrowser()]);
try {
  await markReleasesRead(product.url, ['admin']);
  const visit = await visitAs(browser, product.url, 'admin', '/accounts', { deviceScaleFactor: 1.5 });
  await visit.page.getByRole('grid').getByRole('link').first().waitFor();
  await visit.settled();
  await visit.page.screenshot({ path: join(IMAGES, 'accounts.png') });
  await visit.close();
} finally {
  await browser.close();
  await product.remove();
}
