import { it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { Visit } from './harness/visit.ts';

it('the packaged browser, for machines without one, shows the sign-in page', async () => {
  const browser = await launchBrowser('@sparticuz/chromium');
  const visit = await Visit.open(browser, productUrl());
  await visit.page.goto('/');
  await visit.page.getByLabel('E-mail').waitFor();
  await browser.close();
});
