const RENEW_BEFORE_MS = 60_000;

/** A machine client of the instance, with an access token by client credentials that is renewed before it expires. */
export class MachineClient {
  #url;
  #credentials;
  /** @type {{ token: string, expiresAtMs: number } | null} */
  #held = null;

  /** @param {URL} url @param {string} id @param {string} secret */
  constructor(url, id, secret) {
    this.#url = url;
    this.#credentials = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
  }

  /** An access token that is valid for at least a minute. */
  async token() {
    if (this.#held === null || this.#held.expiresAtMs - Date.now() < RENEW_BEFORE_MS) this.#held = await this.#ask();
    return this.#held.token;
  }

  async #ask() {
    const discovery = new URL('/identity/.well-known/openid-configuration', this.#url);
    const { token_endpoint: address } = await answerOf(await reach(discovery));
    const answer = await answerOf(
      await reach(address, {
        method: 'POST',
        headers: { authorization: `Basic ${this.#credentials}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }),
    );
    return { token: String(answer.access_token), expiresAtMs: Date.now() + Number(answer.expires_in) * 1_000 };
  }
}

/** @param {string | URL} address @param {RequestInit} [init] */
async function reach(address, init) {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(10_000) });
  } catch (cause) {
    throw new Error(`${new URL(address).origin} does not answer. Is the instance running?`, { cause });
  }
}

/** @param {Response} response */
async function answerOf(response) {
  if (!response.ok)
    throw new Error(`${response.url} answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
  return response.json();
}
