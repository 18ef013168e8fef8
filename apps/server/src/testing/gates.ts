import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestDatabase } from '../db/testing/test-database.ts';

/** Namespace of the advisory locks. */
const LOCKS = 7_001;
/** A sequence that counts up from here never gets to 0: the gate is open. */
const OPEN = -1_000_000_000;
/** Ends a wait that will not end, with the name of the gate; a process that has just been started may take long on a busy machine. */
const PATIENCE_MS = 100_000;

/**
 * Steps in the database at which a test holds the processes under test, however fast or slow the machine is: it closes a gate, waits until
 * one is held, does what has to be done at just that moment (kills, cancels, changes), and opens the gate (decision 0063).
 */
export class Gates<Name extends string> {
  readonly #client: pg.Client;
  readonly #names: readonly Name[];

  private constructor(client: pg.Client, names: readonly Name[]) {
    this.#client = client;
    this.#names = names;
  }

  /**
   * Builds open gates. A step is an event of a trigger, such as `before insert on coupon` (inside the statement) or `after update on job for each
   * row when (…)` (after the statement, before its commit), or `reading TABLE where CONDITION`: the application reading such a row, where a
   * transaction may be read-only, so arrivals are not counted.
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

  /** From now on the nth to come waits, and all after it. */
  async close(name: Name, nth = 1): Promise<void> {
    await this.#client.query(`select setval('gate_${this.#number(name)}', ${-nth})`);
    await this.#client.query('select pg_advisory_lock($1, $2)', [LOCKS, this.#number(name)]);
  }

  /** Lets all go on. */
  async open(name: Name): Promise<void> {
    await this.#client.query(`select setval('gate_${this.#number(name)}', ${OPEN})`);
    await this.#client.query('select pg_advisory_unlock($1, $2)', [LOCKS, this.#number(name)]);
  }

  /** Waits until one is held. */
  async reached(name: Name): Promise<void> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    while ((await this.#held(name)).length === 0) {
      if (performance.now() > deadlineMs) throw new Error(`Nothing reached the gate "${name}".`);
      await sleep(5);
    }
  }

  /** Cuts the connections that are held, which rolls their statements back. */
  async cut(name: Name): Promise<void> {
    for (const pid of await this.#held(name)) await this.#client.query('select pg_terminate_backend($1, 5000)', [pid]);
  }

  /** The gates stay open. */
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
