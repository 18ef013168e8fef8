import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { BoundedMap } from '../graphql/bounded-map.ts';

/** Maximum owners cached; jobs that currently send notices are few. */
const KNOWN_MAX = 10_000;

/**
 * Caches the immutable owners of jobs. Every signed-in person follows jobs and each notice reaches all of them, so the
 * database is queried once per job and process.
 */
export class JobOwners {
  readonly #db: Kysely<Database>;
  readonly #known = new BoundedMap<string, Promise<string | null>>(KNOWN_MAX);

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** True if the person requested one of the jobs. */
  async hasOneOf(sub: string, ids: readonly string[]): Promise<boolean> {
    return (await Promise.all(ids.map((id) => this.#ownerOf(id)))).includes(sub);
  }

  #ownerOf(id: string): Promise<string | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const asked = this.#ask(id).catch((error: unknown) => {
      this.#known.delete(id);
      throw error;
    });
    this.#known.set(id, asked);
    return asked;
  }

  async #ask(id: string): Promise<string | null> {
    const job = await this.#db.selectFrom('job').select('requested_by').where('id', '=', id).executeTakeFirst();
    return job?.requested_by ?? null;
  }
}
