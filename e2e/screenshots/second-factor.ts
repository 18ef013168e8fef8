import { createHmac } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { DEMO_PASSWORD, emailOf, type Person } from '../harness/people.ts';
import { takeSession } from '../harness/take-session.ts';
import { Visit } from '../harness/visit.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** Gives a person of the demo a second factor, on the page where people do it themselves. */
export async function enrolSecondFactor(browser: Browser, url: string, person: Person): Promise<void> {
  const visit = await Visit.open(browser, url);
  await takeSession(visit.page, url, emailOf(person), DEMO_PASSWORD);
  await visit.page.goto('/identity/account?enrol=1');
  const secret = (await visit.page.locator('.key').textContent()) ?? '';
  await visit.page.locator('#code').fill(codeOf(secret, Date.now()));
  await visit.page.locator('#code').press('Enter');
  await visit.page.waitForURL(/done=enrolled/);
  await visit.close();
}

/** The code of RFC 6238 that an authenticator app shows at a time. */
function codeOf(secret: string, nowMs: number): string {
  const bits = [...secret.replaceAll(/\s/g, '')].map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / STEP_MS)));
  const mac = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
