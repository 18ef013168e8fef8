import type { Page } from 'playwright-core';
import { accounts, asked } from './api.ts';
import type { Visit } from './visit.ts';

/** Sets how long a send can be undone, as the page of the setting does. */
export async function setUndoSeconds(admin: Visit, value: number): Promise<void> {
  const key = 'push.undo_seconds';
  const { version } = await asked<{ version: number }>(
    admin,
    'query E2eConfig($key: ID!) { answer: configEntry(id: $key) { version } }',
    { key },
  );
  await asked(
    admin,
    'mutation E2eSet($key: ID!, $version: Int!, $value: JSON!) { answer: updateConfigEntry(input: { id: $key, expectedVersion: $version, patch: { value: $value } }) { configEntry { key } } }',
    { key, version, value },
  );
}

/** Opens the confirmation of a send, and confirms the number that it shows. */
export async function confirmSend(page: Page, verb: string): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).click();
  const ask = page.getByRole('dialog');
  await ask.getByRole('heading', { name: /[\d,]+ recipients?\?$/ }).waitFor();
  const typed = ask.getByRole('textbox', { name: /^Over/ });
  if (await typed.count()) await typed.fill(/type (\d+)/.exec((await ask.textContent()) ?? '')?.[1] ?? '');
  await ask.getByRole('button', { name: verb }).dblclick();
  await ask.waitFor({ state: 'hidden' });
}

/** Numbers of active accounts with a device. The push service of the demo rejects the devices of a few, always the same. */
async function reachable(visit: Visit): Promise<readonly number[]> {
  const filter = { state: { in: ['ACTIVE'] }, pushConsent: true, lastSeen: { withinDays: 20 } };
  const found: number[] = [];
  for (const { id, number } of await accounts(visit, filter, 20)) {
    const query = 'query E2eDevices($id: ID!) { answer: accountSummary(id: $id) { devices } }';
    const { devices } = await asked<{ devices: number }>(visit, query, { id });
    if (devices > 0) found.push(number);
    if (found.length === 3) break;
  }
  return found;
}

/** Sends a test from its step to the phone of an account that the push service accepts. */
export async function sendTest(visit: Visit): Promise<void> {
  const { page } = visit;
  const tested = page.getByRole('status').getByText('This version is tested');
  for (const number of await reachable(visit)) {
    await page.getByRole('textbox', { name: 'Account' }).fill(String(number));
    await page.getByRole('button', { name: 'Send test', exact: true }).click();
    const isTested = await tested.waitFor({ timeout: 8_000 }).then(
      () => true,
      () => false,
    );
    if (isTested) return;
  }
  throw new Error('No phone took the test.');
}

/** A draft that was sent to one phone; returns its id. */
export async function testedDraft(admin: Visit, title: string): Promise<string> {
  const { nodes } = await asked<{ nodes: readonly { readonly id: string }[] }>(
    admin,
    'query E2eTopic($search: String) { answer: topics(first: 1, search: $search) { nodes { id } } }',
    { search: 'Product recalls' },
  );
  const { notification } = await asked<{ notification: { readonly id: string; readonly version: number } }>(
    admin,
    'mutation E2eDraft($input: CreateNotificationInput!) { answer: createNotification(input: $input) { notification { id version } } }',
    {
      input: {
        topicId: nodes[0]?.id,
        titleI18n: { 'en-US': title },
        bodyI18n: { 'en-US': 'Bring it back to any store' },
        lastSeenWithinDays: 365,
        sendMode: 'NOW',
        timezone: 'Europe/Berlin',
      },
    },
  );
  for (const number of await reachable(admin)) {
    const { notification: tested } = await asked<{ notification: { readonly isTested: boolean } }>(
      admin,
      'mutation E2eTest($input: SendTestNotificationInput!) { answer: sendTestNotification(input: $input) { notification { isTested } } }',
      { input: { id: notification.id, expectedVersion: notification.version, account: String(number) } },
    );
    if (tested.isTested) return notification.id;
  }
  throw new Error('No phone took the test.');
}
