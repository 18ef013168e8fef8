import type { AuthSDK } from '@backcounter/auth';
import type { Page } from 'playwright-core';

/** The SDK's status on a host page of `AuthHost`. */
const status = (page: Page, text: string | RegExp) =>
  page
    .locator('#status')
    .and(page.getByText(text, { exact: true }))
    .waitFor();

export const isSignedIn = (page: Page) => status(page, 'signed-in');
export const isSignedOut = (page: Page) => status(page, 'signed-out');
/** The text of the error that stopped the page. */
export async function failureOf(page: Page): Promise<string> {
  await status(page, /^failed: /);
  return (await page.locator('#status').textContent()) ?? '';
}

/** Starts the redirect to the provider, which leaves the page. */
export function beginSignIn(page: Page, prompt?: 'login' | 'none'): Promise<void> {
  return page.evaluate((given) => {
    const { sdk } = globalThis as unknown as { sdk: AuthSDK };
    sdk
      .signIn({ returnTo: '/host?from=sign-in#here', ...(given ? { prompt: given } : {}) })
      .catch((error: Error) => console.info(error.message));
  }, prompt);
}

/**
 * The resolved value of a call of the SDK; on rejection, the kind of the error and its text. The function is sent to
 * the page as source: it can't use variables of the test.
 */
export function callSdk<Result>(page: Page, call: (sdk: AuthSDK) => Promise<Result>): Promise<Result | string> {
  return page.evaluate<Result | string>(
    `(${call.toString()})(globalThis.sdk).catch((error) => (error.kind ?? error.name) + ': ' + error.message)`,
  );
}

/** Everything that the browser stores for the page's origin, as one text. */
export const storedText = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/**
 * Makes the stored access token one that is about to expire, from any page of the origin; `isBare` removes the refresh
 * token.
 */
export function ageStoredUser(page: Page, secondsLeft = 30, isBare = false): Promise<void> {
  return page.evaluate(
    ([left, withoutRefresh]) => {
      for (const [key, value] of Object.entries({ ...localStorage })) {
        if (!value.includes('access_token')) continue;
        const { refresh_token, ...user } = JSON.parse(value) as Record<string, unknown>;
        const next = { ...user, expires_at: Math.floor(Date.now() / 1000) + left };
        localStorage.setItem(key, JSON.stringify(withoutRefresh ? next : { ...next, refresh_token }));
      }
    },
    [secondsLeft, isBare] as const,
  );
}
