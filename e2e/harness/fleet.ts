import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAlone } from './database-alone.ts';
import { freePort } from './free-port.ts';
import type { Nginx } from './nginx.ts';
import { ended, isReadyAt, spawnServer } from './product.ts';
import type { ReleaseTree } from './release-tree.ts';

/** Longer: a process migrates the database before it serves. */
const START_TIMEOUT_MS = 120_000;
/** Long enough for nginx to notice that a process is no longer ready. */
const DRAIN_SECONDS = 3;
/** The first version that keeps serving for a while after SIGTERM. */
const FIRST_WITH_DRAIN = '0.2.0';

const SLOTS = { first: 'api,console', second: 'api,console', worker: 'worker,realtime' } as const;
type Slot = keyof typeof SLOTS;

interface Member {
  readonly port: number;
  readonly tree: ReleaseTree;
  readonly child: ReturnType<typeof spawnServer>;
}

/**
 * Two API processes and a worker on one database behind nginx, each replaced by one of another version while the others
 * serve.
 */
export class Fleet {
  readonly #nginx: Nginx;
  readonly #env: Readonly<Record<string, string>>;
  readonly #members = new Map<Slot, Member>();
  /** Exits of processes that got a signal: a second one would end them immediately. */
  readonly #ends = new Map<Member, Promise<void>>();

  constructor(nginx: Nginx, database: DatabaseAlone, dataDir: string) {
    this.#nginx = nginx;
    this.#env = {
      PUBLIC_URL: nginx.url,
      DATA_DIR: dataDir,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      DEMO: 'true',
      SEED_ACCOUNTS: '400',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
  }

  /** The environment of the fleet's processes, for commands on the same database. */
  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** Replaces the processes one after another: the new one serves before the old one gets SIGTERM. */
  async roll(tree: ReleaseTree): Promise<void> {
    const leaving: Promise<void>[] = [];
    for (const slot of Object.keys(SLOTS) as Slot[]) {
      const before = this.#members.get(slot);
      await this.start(slot, tree);
      if (before !== undefined) leaving.push(this.#end(before));
    }
    await Promise.all(leaving);
  }

  /** Stops all processes. */
  async stop(): Promise<void> {
    await Promise.all([...this.#members.values()].map((member) => this.#end(member)));
    this.#members.clear();
  }

  /** Starts a process and adds it to nginx. @throws Error with its output when it exits instead */
  async start(slot: Slot, tree: ReleaseTree): Promise<void> {
    const port = await freePort();
    const child = spawnServer({ ...this.#env, PORT: String(port), ROLES: SLOTS[slot] }, tree.root);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await isReadyAt(port))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`A process of ${tree.version} did not start:\n${child.text()}`);
      }
      await sleep(100);
    }
    this.#members.set(slot, { port, tree, child });
    await this.#nginx.add(port, slot === 'worker' ? 'realtime' : 'api');
  }

  #end(member: Member): Promise<void> {
    const end = this.#ends.get(member) ?? this.#ask(member);
    this.#ends.set(member, end);
    return end;
  }

  async #ask({ port, tree, child }: Member): Promise<void> {
    // An older version stops listening at SIGTERM.
    if (tree.version < FIRST_WITH_DRAIN) await this.#nginx.remove(port);
    child.kill('SIGTERM');
    const code = await ended(child);
    await this.#nginx.remove(port);
    if (code !== 0) throw new Error(`A process of ${tree.version} ended with ${code}:\n${child.text()}`);
  }
}
