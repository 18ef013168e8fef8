import { launchBrowser } from '../e2e/harness/browser.ts';
import { markReleasesRead } from '../e2e/harness/releases.ts';
import { type Visit, visitAs } from '../e2e/harness/visit.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

/** Opens a page as the demo administrator, with the release notes read: their popup would cover the page. */
export async function openAsAdmin(url: string, path: string): Promise<{ browser: Browser; admin: Visit }> {
  await markReleasesRead(url, ['admin']);
  const browser = await launchBrowser();
  return { browser, admin: await visitAs(browser, url, 'admin', path) };
}
