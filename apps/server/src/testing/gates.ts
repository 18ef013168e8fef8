import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestDatabase } from '../db/testing/test-database.ts';

/** Namespace of the advisory locks. */
const LOCKS = 7_001;
/** Counting up from here never reaches 0: the gate is open. */
const OPEN = -1_000_000_000;
/** Time after which a wait fails with the name of the gate; starting a process may take long on a busy machine. */
const PATIENCE_MS = 60_000;

/**
 * Steps in the database at which a test holds the processes under test, independent of timing: close a gate, wait until
 * a process is held, act at that moment (kill, cancel, change), open the gate (decision 0063).
 */
export class Gates<Name extends string> {
  readonly #client: pg.Client;
  readonly #names: readonly Name[];

  private constructor(client: pg.Client, names: readonly Name[]) {
    this.#client = client;
    this.#names = names;
  }

  /**
   * Creates open gates. A step is a trigger event, such as `before insert on coupon` (inside the statement) or `after
   * update on job for each row when (…)` (before the commit), or `reading TABLE where CONDITION`: the application reads
   * such a row. Reads are not counted, because their transaction may be read-only.
   */
  static async build<Name extends string>(
    { ownerUrl }: TestDatabase,
    steps: Readonly<Record<Name, string>>,
  ): Promise<Gates<Name>> {
    const client = new pg.Client({ connectionString: ownerUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`
      create function gate_wait(number int) returns boolean language plpgsql set lock_timeout = 0 as $$
        begin
          perform pg_advisory_lock_shared(${LOCKS}, number);
          return pg_advisory_unlock_shared(${LOCKS}, number);
        end $$;
      create function gate_trigger() returns trigger language plpgsql security definer as $$
        begin
          if nextval('gate_' || tg_argv[0]) >= 0 then perform gate_wait(tg_argv[0]::int); end if;
          return null;
        end $$`);
    const names = Object.keys(steps) as Name[];
    for (const [number, name] of names.entries()) {
      await client.query(`create sequence gate_${number} minvalue ${OPEN} start ${OPEN}`);
      const [, table, condition] = /^reading (\w+) where (.+)$/.exec(steps[name]) ?? [];
      const [event, when = ''] = steps[name].split(' for each row ');
      await client.query(
        table === undefined
          ? `create trigger gate_${number} ${event} for each ${when === '' ? 'statement' : 'row'} ${when} execute function gate_trigger(${number})`
          : `alter table ${table} enable row level security;
             create policy gate_${number} on ${table} using (not (${condition}) or gate_wait(${number}))`,
      );
    }
    return new Gates(client, names);
  }

  /** Holds the nth arrival and all later ones. */
  async close(name: Name, nth = 1): Promise<void> {
    await this.#client.query(`select setval('gate_${this.#number(name)}', ${-nth})`);
    await this.#client.query('select pg_advisory_lock($1, $2)', [LOCKS, this.#number(name)]);
  }

  /** Releases all that are held. */
  async open(name: Name): Promise<void> {
    await this.#client.query(`select setval('gate_${this.#number(name)}', ${OPEN})`);
    await this.#client.query('select pg_advisory_unlock($1, $2)', [LOCKS, this.#number(name)]);
  }

  /** Waits until a process is held. */
  async reached(name: Name): Promise<void> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    while ((await this.#held(name)).length === 0) {
      if (performance.now() > deadlineMs) throw new Error(`Nothing reached the gate "${name}".`);
      await sleep(5);
    }
  }

  /** Closes the held connections, which rolls their statements back. */
  async cut(name: Name): Promise<void> {
    for (const pid of await this.#held(name)) await this.#client.query('select pg_terminate_backend($1, 5000)', [pid]);
  }

  /** Ends the connection; the gates stay open. */
  async end(): Promise<void> {
    await this.#client.end();
  }

  async #held(name: Name): Promise<number[]> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
       where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and not l.granted`,
      [LOCKS, this.#number(name)],
    );
    return rows.map(({ pid }) => pid);
  }

  #number(name: Name): number {
    return this.#names.indexOf(name);
  }
}
