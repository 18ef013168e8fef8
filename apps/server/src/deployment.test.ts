import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from './config.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
/** Seconds after the drain until a process is killed (docs/upgrades.md): it ends within 15 s, and a margin. */
const AFTER_DRAIN_SECONDS = 20;
const drainSeconds = loadConfig({ NODE_ENV: 'production' }, false).drainSeconds;

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
  readonly healthcheck?: object;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks: Readonly<Record<string, { internal?: boolean } | null>>;
}

const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const entries = Object.entries(compose.services);
const nodes = entries.filter(([, { image }]) => image.startsWith('backcounter:'));

const has = (...programs: string[]): boolean =>
  programs.every((program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backcounter-deployment-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** Writes secrets as docs/operations.md makes them, and gives the settings of a service the paths of these files. */
function settingsOf({ environment = {} }: Service): string {
  const secrets: Readonly<Record<string, string>> = {
    database_url: 'postgres://backcounter_app:a1@database/backcounter',
    database_owner_url: 'postgres://backcounter_owner:b2@database/backcounter',
    identity_key: Buffer.alloc(32, 7).toString('base64'),
    metrics_token: 'c3'.repeat(24),
  };
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), `${value}\n`);
  const lines = Object.entries(environment).map(
    ([name, value]) =>
      `${name}=${value.replace('/run/secrets', folder).replace(/^\$\{PUBLIC_URL:\?\}$/, 'https://a.test')}`,
  );
  writeFileSync(join(folder, 'backcounter.env'), `${lines.join('\n')}\n`);
  return join(folder, 'backcounter.env');
}

describe('compose.yaml', () => {
  it('has two nodes and a worker, with settings and secrets that the product knows', () => {
    expect(nodes.map(([name]) => name)).toEqual(['node1', 'node2', 'worker']);
    for (const [name, service] of nodes) {
      // A name in a file that isn't a setting is refused.
      const config = loadConfig({ ENV_FILE: settingsOf(service), NODE_ENV: 'production' }, false);
      expect(config).toMatchObject({
        publicUrl: 'https://a.test',
        trustProxy: expect.arrayContaining(['uniquelocal']),
        databaseUrl: expect.stringContaining('backcounter_app:a1'),
        databaseOwnerUrl: expect.stringContaining('backcounter_owner:b2'),
        identityKey: Buffer.alloc(32, 7),
        metricsToken: 'c3'.repeat(24),
        realtime: 'redis',
        roles: name === 'worker' ? ['worker'] : ['api', 'realtime', 'console'],
      });
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(
        drainSeconds + AFTER_DRAIN_SECONDS,
      );
    }
  });

  it('names only secrets, volumes, networks and services that it declares', () => {
    const used = (list: (service: Service) => readonly string[] | undefined) =>
      [...new Set(entries.flatMap(([, service]) => list(service) ?? []))].sort();
    expect(used(({ secrets }) => secrets)).toEqual(Object.keys(compose.secrets).sort());
    expect(used(({ networks }) => networks)).toEqual(Object.keys(compose.networks).sort());
    expect(
      used(({ volumes }) => volumes?.map((each) => each.split(':')[0] ?? '').filter((each) => !each.startsWith('.'))),
    ).toEqual(Object.keys(compose.volumes).sort());
    for (const [name, service] of entries) {
      for (const secret of JSON.stringify(service.environment ?? {}).matchAll(/\/run\/secrets\/(\w+)/g))
        expect(service.secrets, name).toContain(secret[1]);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy');
        // The image of the product has its own check.
        expect(compose.services[other]?.healthcheck ?? nodes.find(([node]) => node === other), other).toBeDefined();
      }
    }
  });

  it('has no password in it, no writable root, and no port but those of nginx', () => {
    expect(read('compose.yaml')).not.toMatch(/PASSWORD:|:\/\/[^\s/]*:[^\s/]*@/);
    expect(entries.filter(([, { read_only }]) => read_only !== true)).toEqual([]);
    expect(entries.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
    expect(compose.networks['inside']).toEqual({ internal: true });
    for (const name of ['database', 'redis']) expect(compose.services[name]?.networks).toEqual(['inside']);
  });

  it.skipIf(!has('nginx', 'openssl'))('gives nginx a configuration with both nodes (needs nginx)', () => {
    const certificate = ['fullchain.pem', 'privkey.pem'].map((name) => join(folder, name));
    const [chain = '', key = ''] = certificate;
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=office.example'];
    execFileSync('openssl', [...args, '-keyout', key, '-out', chain], { stdio: 'ignore' });
    const [shell = '', option = '', script = ''] = compose.services['proxy']?.command ?? [];
    const made = join(folder, 'backcounter.conf');
    execFileSync(shell, [
      option,
      script
        .replace('/etc/nginx/backcounter.conf', join(DEPLOY, 'nginx.conf'))
        .replace('/etc/nginx/conf.d/backcounter.conf', made)
        .replace(/exec nginx .*$/, 'true'),
    ]);
    const configuration = readFileSync(made, 'utf8');
    const upstream = /^upstream backcounter \{.*?^\}/ms.exec(configuration)?.[0] ?? '';
    expect([...upstream.matchAll(/server (\S+):3000;/g)].map(([, host]) => host)).toEqual(['node1', 'node2']);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`).join(' ')}\n${configuration
        .replace(/\bnode[12]:/g, '127.0.0.1:')
        .replaceAll('/etc/ssl/backcounter', folder)}}`,
    );
    const tested = spawnSync('nginx', ['-t', '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    });
    expect(tested.stderr).toContain('test is successful');
    expect(tested.stderr).not.toContain('[warn]');
  });
});

describe('backcounter.service', () => {
  const unit = read('backcounter.service');

  it.skipIf(!has('systemd-analyze'))('passes systemd, which rates its exposure at 2.5 or less (needs systemd)', () => {
    // Verified with a program that is there.
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/backcounter'), '#!/bin/sh\n');
    chmodSync(join(folder, 'bin/backcounter'), 0o755);
    const file = join(folder, 'backcounter.service');
    writeFileSync(file, unit.replaceAll('/opt/backcounter', folder));
    const analyze = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
      return { status, output: stdout + stderr };
    };
    expect(analyze('verify', '--man=no')).toEqual({ status: 0, output: '' });
    const rated = analyze('security', '--offline=yes', '--no-pager');
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(rated.output)?.[1])).toBeLessThanOrEqual(2.5);
    // So does the example with credentials.
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^# (?=(LoadCredential|Environment)=)/gm, ''));
    expect(readFileSync(file, 'utf8')).toMatch(/^LoadCredential=/m);
    expect(analyze('verify', '--man=no')).toEqual({ status: 0, output: '' });
  });

  it('has an example of credentials whose settings the product knows', () => {
    const credentials = [...unit.matchAll(/^# LoadCredential=(\w+):\/etc\/backcounter\/\1$/gm)].map(([, name]) => name);
    const settings = [...unit.matchAll(/^# Environment=(\w+)=%d\/(\w+)$/gm)];
    expect(credentials.length).toBeGreaterThan(0);
    expect(settings.map(([, , credential]) => credential)).toEqual(credentials);
    for (const [, name = '', credential = ''] of settings) expect(name).toBe(`${credential.toUpperCase()}_FILE`);
    const environment = Object.fromEntries(
      settings.map(([, name = '', credential = '']) => [name, `/run/secrets/${credential}`]),
    );
    expect(loadConfig({ ENV_FILE: settingsOf({ image: '', environment }) })).toMatchObject({
      databaseUrl: expect.stringContaining('backcounter_app'),
      metricsToken: expect.any(String),
    });
  });

  it('waits longer than the drain and its margin before it kills', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(
      drainSeconds + AFTER_DRAIN_SECONDS,
    );
  });
});
