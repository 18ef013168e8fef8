const DEMO_CLIENT = `Basic ${Buffer.from('demo-pos:demo-pos-secret').toString('base64')}`;

/** The demo's machine client, which reports presence. */
export class PresenceWriter {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async open(url: string): Promise<PresenceWriter> {
    const answer = await fetch(`${url}/identity/token`, {
      method: 'POST',
      headers: { authorization: DEMO_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&scope=presence.write',
    });
    const { access_token } = (await answer.json()) as { access_token?: string };
    if (access_token === undefined) throw new Error(`No token for the machine client: ${answer.status}`);
    return new PresenceWriter(url, access_token);
  }

  /** An account comes online, or moves to another store. */
  put(firebaseId: string, storeSid: string | null): Promise<void> {
    return this.#send('PUT', firebaseId, { store_sid: storeSid });
  }

  /** An account goes offline. */
  drop(firebaseId: string): Promise<void> {
    return this.#send('DELETE', firebaseId);
  }

  async #send(method: string, firebaseId: string, body?: object): Promise<void> {
    const { status } = await fetch(`${this.#url}/realtime/online/${firebaseId}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (status !== 204) throw new Error(`${method} of ${firebaseId}: ${status}`);
  }
}
