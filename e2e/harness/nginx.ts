import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { ended, isReadyAt } from './product.ts';

const POLL_MS = 100;
const START_TIMEOUT_MS = 20_000;

/** True where Debian's package is installed. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).error === undefined;

export interface NginxOptions {
  /** Sends each client's stream calls to one process, as versions before 0.2.0 need it. */
  readonly hasStickyStreams: boolean;
}

/**
 * nginx in front of processes of the product, round robin, with the settings of docs/upgrades.md. Polls `/readyz` of
 * each process and skips those that are not ready, like load balancers do.
 */
export class Nginx {
  readonly port: number;
  readonly #folder: string;
  readonly #hasStickyStreams: boolean;
  readonly #arguments: readonly string[];
  readonly #child: ChildProcess;
  /** Ports of processes that serve the API, and of those that serve `/realtime`; true while ready. */
  readonly #api = new Map<number, boolean>();
  readonly #realtime = new Map<number, boolean>();
  #watching: Promise<void>;
  #reloading: Promise<void> = Promise.resolve();
  #isStopping = false;

  private constructor(port: number, folder: string, options: NginxOptions) {
    this.port = port;
    this.#folder = folder;
    this.#hasStickyStreams = options.hasStickyStreams;
    this.#writeConfig();
    this.#arguments = ['-p', folder, '-c', join(folder, 'nginx.conf')];
    this.#child = spawn('nginx', [...this.#arguments, '-g', 'daemon off;'], { stdio: 'ignore' });
    this.#watching = this.#watch();
  }

  static async start(options: NginxOptions): Promise<Nginx> {
    const nginx = new Nginx(await freePort(), mkdtempSync(join(tmpdir(), 'backcounter-nginx-')), options);
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const answer = await fetch(`${nginx.url}/nginx`).catch(() => null);
      if (answer?.status === 204) return nginx;
      if (Date.now() > deadline) throw new Error(`nginx did not start: ${nginx.errors}`);
      await sleep(50);
    }
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get errors(): string {
    return readFileSync(join(this.#folder, 'error.log'), 'utf8');
  }

  /** Adds a process that is ready. */
  add(port: number, serves: 'api' | 'realtime'): Promise<void> {
    (serves === 'api' ? this.#api : this.#realtime).set(port, true);
    return this.#reload();
  }

  /** Stops sending requests to a process. */
  remove(port: number): Promise<void> {
    this.#api.delete(port);
    this.#realtime.delete(port);
    return this.#reload();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#watching;
    this.#child.kill('SIGTERM');
    await ended(this.#child);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #watch(): Promise<void> {
    while (!this.#isStopping) {
      let hasChanged = false;
      for (const processes of [this.#api, this.#realtime])
        for (const [port, was] of processes) {
          const isReady = await isReadyAt(port);
          if (isReady === was || !processes.has(port)) continue;
          processes.set(port, isReady);
          hasChanged = true;
        }
      if (hasChanged) await this.#reload();
      await sleep(POLL_MS);
    }
  }

  /** One at a time: nginx handles one signal at a time. */
  #reload(): Promise<void> {
    this.#reloading = this.#reloading.then(async () => {
      this.#writeConfig();
      await promisify(execFile)('nginx', [...this.#arguments, '-s', 'reload']);
    });
    return this.#reloading;
  }

  #writeConfig(): void {
    const upstream = (name: string, processes: ReadonlyMap<number, boolean>, first = '') => {
      const servers = [...processes].map(
        ([port, isReady]) => `server 127.0.0.1:${port} max_fails=0${isReady ? '' : ' down'};`,
      );
      // nginx refuses an upstream without a server.
      if (servers.length === 0) servers.push('server 127.0.0.1:1 down;');
      return `upstream ${name} { ${first} ${servers.join(' ')} keepalive 32; }`;
    };
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${this.#folder}/${name};`)
      .join(' ');
    writeFileSync(
      join(this.#folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${this.#folder}/nginx.pid;
error_log ${this.#folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary}
  ${upstream('api', this.#api)}
  ${upstream('streams', this.#api, this.#hasStickyStreams ? 'hash $http_authorization consistent;' : '')}
  ${upstream('realtime', this.#realtime)}
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_read_timeout 1h;
  proxy_connect_timeout 2s;
  server {
    listen 127.0.0.1:${this.port};
    client_max_body_size 3m;
    location = /nginx { return 204; }
    location /graphql/stream { proxy_pass http://streams; proxy_buffering off; }
    location /realtime { proxy_pass http://realtime; proxy_buffering off; }
    location / { proxy_pass http://api; }
  }
}
`,
    );
  }
}
