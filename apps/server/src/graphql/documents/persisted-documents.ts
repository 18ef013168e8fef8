import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../ports/clock.ts';
import { BoundedMap } from '../bounded-map.ts';

/** How long a console that was open during a newer deployment continues to work. */
export const PERSISTED_DOCUMENT_DAYS = 30;

const DAY_MS = 86_400_000;
const MISS_MEMORY_MS = 5_000;
const ID = /^sha256:([0-9a-f]{64})$/;
const manifest = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string().max(100_000));

interface Known {
  readonly text: string | null;
  readonly untilMs: number;
}

/** The documents of deployed consoles, the only ones that staff may run where TRUSTED_DOCUMENTS_ONLY is on. */
export class PersistedDocuments {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #known = new BoundedMap<string, Known>(2_000);

  constructor(db: Kysely<Database>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Registers the documents of a console on deployment.
   * @throws Error when the file isn't a map from SHA-256 to document text.
   */
  async deploy(manifestPath: string): Promise<number> {
    const documents = Object.entries(manifest.parse(JSON.parse(await readFile(manifestPath, 'utf8'))));
    for (const [hash, text] of documents) {
      if (createHash('sha256').update(text).digest('hex') !== hash) {
        throw new Error(`${manifestPath}: the text of ${hash} has another hash.`);
      }
    }
    if (documents.length === 0) return 0;
    await this.#db
      .insertInto('persisted_document')
      .values(documents.map(([hash, document]) => ({ hash, document })))
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ last_deployed_at: sql`now()` }))
      .execute();
    return documents.length;
  }

  /**
   * The text of a document; null if it is unknown or was deployed too long ago. Programs have registered ones, of which
   * each may run only its own.
   */
  async text(documentId: string, isProgram = false): Promise<string | null> {
    const hash = ID.exec(documentId)?.[1];
    if (hash === undefined) return null;
    const nowMs = this.#clock.now().getTime();
    const key = isProgram ? documentId : hash;
    let known = this.#known.get(key);
    if (known === undefined || known.untilMs <= nowMs) {
      known = await (isProgram ? this.#readRegistered(hash, nowMs) : this.#read(hash, nowMs));
      this.#known.set(key, known);
    }
    return known.text;
  }

  async #readRegistered(hash: string, nowMs: number): Promise<Known> {
    const row = await this.#db
      .selectFrom('registered_document')
      .select('document')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return { text: row?.document ?? null, untilMs: nowMs + (row === undefined ? MISS_MEMORY_MS : DAY_MS) };
  }

  async #read(hash: string, nowMs: number): Promise<Known> {
    const row = await this.#db
      .selectFrom('persisted_document')
      .select(['document', 'last_deployed_at'])
      .where('hash', '=', hash)
      .executeTakeFirst();
    const untilMs = row === undefined ? 0 : row.last_deployed_at.getTime() + PERSISTED_DOCUMENT_DAYS * DAY_MS;
    if (row === undefined || untilMs <= nowMs) return { text: null, untilMs: nowMs + MISS_MEMORY_MS };
    return { text: row.document, untilMs };
  }
}
