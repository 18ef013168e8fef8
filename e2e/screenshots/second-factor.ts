import type { Browser } from 'playwright-core';
import { DEMO_PASSWORD, emailOf, type Person } from '../harness/people.ts';
import { takeSession } from '../harness/take-session.ts';
import { totpCode } from '../harness/totp.ts';
import { Visit } from '../harness/visit.ts';

/** Gives a demo person a second factor, on the person's own page. */
export async function enrolSecondFactor(browser: Browser, url: string, person: Person): Promise<void> {
  const visit = await Visit.open(browser, url);
  await takeSession(visit.page, url, emailOf(person), DEMO_PASSWORD);
  await visit.page.goto('/identity/account?enrol=1');
  const secret = (await visit.page.locator('.key').textContent()) ?? '';
  await visit.page.locator('#code').fill(totpCode(secret));
  await visit.page.locator('#code').press('Enter');
  await visit.page.waitForURL(/done=enrolled/);
  await visit.close();
}
