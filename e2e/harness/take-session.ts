import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { fillForm } from '../../bench/sign-in.ts';

const CLIENT = 'backcounter';

interface Tokens {
  readonly id_token: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** A page of the console's origin without scripts. */
const BARE_PAGE = '/healthz';

/**
 * Signs a person in at the embedded provider by plain requests of the page's own context, which gets the provider's
 * cookies, and stores the console's session in the browser. The session belongs to this context alone: no other holder
 * uses its refresh token.
 */
export async function takeSession(page: Page, url: string, email: string, password: string): Promise<void> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${url}/login`;
  const http = page.context().request;
  const headers = { accept: 'text/html', origin: new URL(url).origin };
  const form = await http.get(`${url}/identity/auth`, {
    headers,
    params: {
      client_id: CLIENT,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: randomBytes(8).toString('hex'),
      nonce: randomBytes(8).toString('hex'),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  });
  const filled = fillForm(await form.text(), form.url(), email, password);
  const landed = await http.post(filled.action, { headers, form: Object.fromEntries(filled.form) });
  const answer = new URL(landed.url()).searchParams;
  const code = answer.get('code');
  if (code === null) throw new Error(`Signing in as ${email} ended at ${landed.url()}`);
  const exchanged = await http.post(`${url}/identity/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: CLIENT,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    },
  });
  if (!exchanged.ok()) throw new Error(`The token endpoint answered ${exchanged.status()}: ${await exchanged.text()}`);
  const tokens = (await exchanged.json()) as Tokens;
  await page.goto(BARE_PAGE);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `backcounter.user.user:${url}/identity:${CLIENT}`,
    storedUser(tokens, answer.get('session_state')),
  ] as const);
}

/** A user as the console's library stores it. */
function storedUser({ expires_in, ...tokens }: Tokens, sessionState: string | null): string {
  const [, claims = ''] = tokens.id_token.split('.');
  const { nonce: _, ...profile } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { nonce?: string };
  return JSON.stringify({
    ...tokens,
    session_state: sessionState,
    expires_at: Math.floor(Date.now() / 1000) + expires_in,
    profile,
  });
}
