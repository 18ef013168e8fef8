import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../db/testing/test-database.ts';
import { childEnvironment } from './child-environment.ts';

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Settings of a server besides its database. */
export interface ServerOptions {
  readonly port: number;
  /** Public URL, possibly that of another server. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Offset of its clock in milliseconds; negative if behind. */
  readonly clockAheadMs?: number;
}

/** A running server in its own process. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Lines of standard error so far. */
  readonly log: readonly string[];
  /** Lines of standard output so far. */
  readonly said: readonly string[];
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

/** Starts the product on a test database. */
export async function startServerProcess(database: TestDatabase, options: ServerOptions): Promise<ServerProcess> {
  const { port, publicUrl, dataDir, clockAheadMs = 0 } = options;
  const child = spawn(
    process.execPath,
    ['--conditions=source', ...(clockAheadMs === 0 ? [] : ['--import', shiftedClock(clockAheadMs)]), PROGRAM],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...childEnvironment,
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATA_DIR: dataDir,
        ...options.env,
      },
    },
  );
  const log: string[] = [];
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => log.push(...text.split('\n').filter(Boolean)));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.push(...text.split('\n').filter(Boolean));
      if (text.includes('Backcounter is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended (${code}): ${log.join('\n')}`)));
  });
  await ready;
  return {
    url: `http://localhost:${port}`,
    child,
    log,
    said,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** A module that shifts the clock of its process. */
function shiftedClock(aheadMs: number): string {
  const code = `const Real = globalThis.Date;
    globalThis.Date = class Date extends Real {
      constructor(...parts) { if (parts.length > 0) super(...parts); else super(Real.now() + ${aheadMs}); }
      static now() { return Real.now() + ${aheadMs}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
