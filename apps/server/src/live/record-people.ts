import { randomUUID } from 'node:crypto';
import { bestEffort } from '../db/best-effort.ts';
import type { SqlRunner } from '../graphql/sql-runner.ts';
import type { DatabaseNotices } from './database-notices.ts';
import { pause } from './pause.ts';

/** A person at a record. */
export interface PersonHere {
  readonly sub: string;
  readonly name: string;
  readonly isEditing: boolean;
}

/** The people at a record, and the number with which to follow it again. */
export interface PeopleHere {
  readonly beat: number;
  readonly people: readonly PersonHere[];
}

/** Followers are asked to follow again this often. A server does not notice a client without network for minutes. */
const BEAT_MS = 15_000;
/** Someone who has not followed again for this long is gone, and so is the list of a process. */
const LEASE_MS = 40_000;
/** Following again, or with a form, is not a departure. */
const GRACE_MS = 1_500;
/** Changes are sent together after this time. */
const SEND_MS = 100;
/** A notice has less than 8,000 bytes. */
const NOTICE_MAX_BYTES = 7_500;

interface Place {
  /** Those that this process carries, by their subscription. */
  readonly own: Map<symbol, PersonHere>;
  /** Those of other processes. */
  readonly others: Map<
    string,
    { readonly number: number; readonly until: number; readonly people: readonly PersonHere[] }
  >;
  readonly wakes: Set<() => void>;
}

/**
 * The people at each record, in memory alone. Each process sends the others its own list of a record as a notice of the
 * database, where nothing is stored (decision 0214).
 */
export class RecordPeople {
  readonly #live: Pick<DatabaseNotices, 'follow'>;
  readonly #sql: SqlRunner;
  readonly #process = randomUUID();
  readonly #places = new Map<string, Place>();
  /** Records to send; true: with the lists of the others in return. */
  readonly #unsent = new Map<string, boolean>();
  #number = 0;
  #sending: Promise<unknown> | null = null;
  #listening: AbortController | null = null;
  #isClosed = false;

  constructor(live: Pick<DatabaseNotices, 'follow'>, sql: SqlRunner) {
    this.#live = live;
    this.#sql = sql;
  }

  /** Yields the others at a record, and adds the person until the signal aborts or the lease ends. */
  async *follow(record: string, person: PersonHere, beat: number, signal: AbortSignal): AsyncGenerator<PeopleHere> {
    const begunAt = Date.now();
    const { place, leave } = this.#enter(record, person);
    try {
      for (let sent = ''; !signal.aborted && Date.now() - begunAt < LEASE_MS; ) {
        const age = Date.now() - begunAt;
        const here = { beat: age < BEAT_MS ? beat : beat + 1, people: peopleAt(place, person.sub) };
        const text = JSON.stringify(here);
        if (text !== sent) yield here;
        else await woken(place, (age < BEAT_MS ? BEAT_MS : LEASE_MS) - age, signal);
        sent = text;
      }
    } finally {
      leave();
    }
  }

  /** Sends nothing any more: browsers go to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsent.clear();
    await this.#sending;
  }

  #enter(record: string, person: PersonHere) {
    const known = this.#places.get(record);
    const place = known ?? { own: new Map(), others: new Map(), wakes: new Set() };
    this.#places.set(record, place);
    const mark = Symbol(record);
    place.own.set(mark, person);
    if (this.#listening === null) {
      this.#listening = new AbortController();
      void bestEffort('people at records', () => this.#listen((this.#listening as AbortController).signal));
    }
    this.#changed(record, place, known === undefined);
    const leave = () =>
      void setTimeout(() => {
        place.own.delete(mark);
        this.#changed(record, place, false);
        if (place.own.size > 0) return;
        this.#places.delete(record);
        if (this.#places.size > 0) return;
        this.#listening?.abort();
        this.#listening = null;
      }, GRACE_MS).unref();
    return { place, leave };
  }

  #changed(record: string, place: Place, isAsking: boolean): void {
    for (const wake of place.wakes) wake();
    if (this.#isClosed) return;
    this.#unsent.set(record, isAsking || this.#unsent.get(record) === true);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
  }

  async #send(): Promise<void> {
    const signal = new AbortController().signal;
    while (this.#unsent.size > 0) {
      await pause(SEND_MS, signal);
      if (this.#isClosed) return;
      const notices = [...this.#unsent].map(([record, isAsking]) => this.#noticeOf(record, isAsking));
      this.#unsent.clear();
      await bestEffort('notices of people at records', () =>
        this.#sql.rows(
          { name: 'record_people', text: "select pg_notify('record_people', n) from unnest($1::text[]) n" },
          [notices],
          { signal, timeoutMs: LEASE_MS },
        ),
      );
    }
  }

  #noticeOf(record: string, isAsking: boolean): string {
    const people = [...(this.#places.get(record)?.own.values() ?? [])];
    this.#number += 1;
    const textOf = () => JSON.stringify({ process: this.#process, number: this.#number, record, isAsking, people });
    while (Buffer.byteLength(textOf()) > NOTICE_MAX_BYTES) people.pop();
    return textOf();
  }

  async #listen(signal: AbortSignal): Promise<void> {
    for await (const { payloads, isIncomplete } of this.#live.follow('record_people', signal)) {
      for (const { process, number, record, isAsking, people } of payloads) {
        const place = this.#places.get(record);
        if (place === undefined || process === this.#process) continue;
        if (number < (place.others.get(process)?.number ?? 0)) continue;
        place.others.set(process, { number, until: Date.now() + LEASE_MS, people });
        for (const wake of place.wakes) wake();
        if (isAsking) this.#changed(record, place, false);
      }
      if (isIncomplete) for (const [record, place] of this.#places) this.#changed(record, place, true);
    }
  }
}

/** Each of the others once, with those who edit first. */
function peopleAt(place: Place, except: string): readonly PersonHere[] {
  const others = [...place.others.values()].filter(({ until }) => until > Date.now());
  const everyone = [...place.own.values(), ...others.flatMap(({ people }) => people)];
  const bySub = Map.groupBy(everyone, ({ sub }) => sub);
  bySub.delete(except);
  return [...bySub.values()]
    .map((tabs) => tabs.find(({ isEditing }) => isEditing) ?? (tabs[0] as PersonHere))
    .toSorted((a, b) => Number(b.isEditing) - Number(a.isEditing) || (a.sub < b.sub ? -1 : 1));
}

/** Resolves when the people may have changed, after the time, or when the signal aborts. */
async function woken(place: Place, milliseconds: number, signal: AbortSignal): Promise<void> {
  const turn = new AbortController();
  const wake = () => turn.abort();
  place.wakes.add(wake);
  await pause(milliseconds, AbortSignal.any([turn.signal, signal]));
  place.wakes.delete(wake);
}
