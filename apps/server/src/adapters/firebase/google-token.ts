import { importPKCS8, SignJWT } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import { readObject, sendRequest } from './google-request.ts';
import type { ServiceAccount } from './service-account.ts';

const ASSERTION = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_MS = 10 * 60_000;
/** Time before expiry at which a token is renewed. */
const MARGIN_MS = 60_000;

/** Access tokens of a service account for one Google service (RFC 7523). One token is shared by all calls. */
export class GoogleToken {
  readonly #account: ServiceAccount;
  readonly #scope: string;
  readonly #clock: Clock;
  #current: { readonly token: string; readonly endsAt: number } | undefined;
  #asking: Promise<string> | undefined;

  /** `scope` is a Google OAuth scope. */
  constructor(account: ServiceAccount, scope: string, clock: Clock) {
    this.#account = account;
    this.#clock = clock;
    this.#scope = scope;
  }

  /** @throws Error if Google issues none */
  async get(): Promise<string> {
    if (this.#current !== undefined && this.#current.endsAt - MARGIN_MS > Date.now()) return this.#current.token;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Discards a rejected token. */
  forget(): void {
    this.#current = undefined;
  }

  async #ask(): Promise<string> {
    const { clientEmail, privateKey, tokenUri } = this.#account;
    const now = this.#clock.now();
    const assertion = await new SignJWT({ scope: this.#scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + ASSERTION_MS))
      .sign(await importPKCS8(privateKey, 'RS256'));
    const answer = await sendRequest({
      method: 'POST',
      url: new URL(tokenUri),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: ASSERTION, assertion }).toString(),
    });
    const { access_token: token, expires_in: seconds } = await readObject(answer);
    if (answer.statusCode !== 200 || typeof token !== 'string' || typeof seconds !== 'number') {
      throw new Error(`Google issued no access token (${answer.statusCode})`);
    }
    this.#current = { token, endsAt: Date.now() + seconds * 1000 };
    return token;
  }
}
