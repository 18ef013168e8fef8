import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';

/** A country; members have the names of the API's fields. */
export interface Country {
  readonly code: string;
  readonly names: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly defaultTimezone: string;
  readonly defaultLocale: string;
  readonly isActive: boolean;
}

/** An area of a country. */
export interface Area {
  readonly id: string;
  readonly code: string;
  readonly names: Readonly<Record<string, string>>;
  readonly countryCode: string;
  readonly timezone: string;
  readonly isActive: boolean;
}

interface Snapshot {
  readonly fingerprint: string;
  readonly countries: ReadonlyMap<string, Country>;
  readonly areas: ReadonlyMap<string, Area>;
}

declare module '../graphql/schema/builder.ts' {
  interface NamedObjects {
    Area: Area;
    Country: Country;
  }
}

const CHECK_AFTER_MS = 5_000;

/**
 * Countries and areas, a few thousand rows that nearly every answer contains: cached in memory, and compared with the
 * database (another process may have written) at most every five seconds of use.
 */
export class ReferenceData {
  readonly #db: Kysely<Database>;
  #snapshot: Snapshot | null = null;
  #checkedAtMs = 0;
  #loading: Promise<Snapshot> | null = null;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The current data without waiting, or null when `load` must be awaited first. */
  peek(): Snapshot | null {
    return performance.now() - this.#checkedAtMs < CHECK_AFTER_MS ? this.#snapshot : null;
  }

  /** The data, at most five seconds old; `isForced` compares immediately, for an unknown row. */
  load(isForced = false): Promise<Snapshot> {
    const known = isForced ? null : this.peek();
    if (known !== null) return Promise.resolve(known);
    this.#loading ??= this.#refresh().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Makes the next use compare with the database, after a write of this process. */
  invalidate(): void {
    this.#checkedAtMs = 0;
  }

  async #refresh(): Promise<Snapshot> {
    const startedAtMs = performance.now();
    const { rows } = await sql<{ fingerprint: string }>`
      select concat_ws('|', (select concat(count(*), ' ', max(updated_at), ' ', sum(version)) from country),
                            (select concat(count(*), ' ', max(updated_at), ' ', sum(version)) from area)) as fingerprint
    `.execute(this.#db);
    const fingerprint = rows[0]?.fingerprint ?? '';
    if (this.#snapshot?.fingerprint !== fingerprint) this.#snapshot = await this.#read(fingerprint);
    this.#checkedAtMs = startedAtMs;
    return this.#snapshot;
  }

  async #read(fingerprint: string): Promise<Snapshot> {
    const countries = await this.#db
      .selectFrom('country')
      .select([
        'code',
        sql<Record<string, string>>`name_i18n`.as('names'),
        'currency',
        'default_timezone as defaultTimezone',
        'default_locale as defaultLocale',
        'is_active as isActive',
      ])
      .execute();
    const areas = await this.#db
      .selectFrom('area')
      .select([
        'id',
        'code',
        sql<Record<string, string>>`name_i18n`.as('names'),
        'country_code as countryCode',
        'timezone',
        sql<boolean>`is_active and archived_at is null`.as('isActive'),
      ])
      .execute();
    return {
      fingerprint,
      countries: new Map(countries.map((country) => [country.code, country])),
      areas: new Map(areas.map((area) => [area.id, area])),
    };
  }
}
