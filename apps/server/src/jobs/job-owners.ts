import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { BoundedMap } from '../graphql/bounded-map.ts';

/** Jobs whose owner is remembered; those that tell of themselves at the moment are few. */
const KNOWN_MAX = 10_000;

/**
 * Whose a job is, which never changes. Everybody who is signed in follows jobs, and each notice reaches all of them: the database is asked
 * once a job and process.
 */
export class JobOwners {
  readonly #db: Kysely<Database>;
  readonly #known = new BoundedMap<string, Promise<string | null>>(KNOWN_MAX);

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** True when one of the jobs was asked for by this person. */
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
