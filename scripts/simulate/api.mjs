import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES_MAX = 5;

/** Mutations of a machine client against `/graphql`, each done once however often it has to be retried. */
export class MachineApi {
  #url;
  #client;
  #signal;

  /** @param {import('../simulate.mjs').Simulation} simulation */
  constructor({ url, client, signal }) {
    this.#url = new URL('/graphql', url);
    this.#client = client;
    this.#signal = signal;
  }

  /**
   * @param {string} query
   * @param {object} variables
   * @param {boolean} hasOwnKey the variables have a permanent idempotency key, so that no header is needed
   * @returns {Promise<any>} the data
   */
  async mutate(query, variables, hasOwnKey = false) {
    const key = randomUUID();
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(this.#url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await this.#client.token()}`,
          'content-type': 'application/json',
          ...(hasOwnKey ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify({ query, variables }),
        signal: this.#signal,
      });
      const retryAfterS = Number(answer.headers.get('retry-after') ?? 0);
      const { data, errors } = await answer.json();
      if (errors === undefined) return data;
      const [{ message, extensions }] = errors;
      if (retryAfterS === 0 || tries === TRIES_MAX) throw new Error(`${extensions?.code ?? answer.status}: ${message}`);
      await sleep(retryAfterS * 1_000, undefined, { signal: this.#signal });
    }
  }
}
