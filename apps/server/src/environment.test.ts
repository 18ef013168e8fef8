import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backcounter-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('a file holds settings, which the environment overrides', () => {
  const ENV_FILE = file('a.env', '# ours\nPORT=3100\nHOST="127.0.0.1"\nPUBLIC_URL=https://office.example # public\n');
  expect(loadConfig({ ENV_FILE, PORT: '3200' })).toMatchObject({
    envFile: ENV_FILE,
    port: 3200,
    publicUrl: 'https://office.example',
  });
  expect(loadConfig({}).envFile).toBeNull();
});

it.each([
  ['DATABSE_URL=postgres://a/b', /b\.env sets DATABSE_URL, which is not a setting\.$/],
  ['PORT=http', /^PORT must be a whole number/],
])('a file that sets %s is refused', (content, problem) => {
  expect(() => loadConfig({ ENV_FILE: file('b.env', content) })).toThrow(problem);
});

it('a missing file is named', () => {
  expect(() => loadConfig({ ENV_FILE: join(folder, 'none.env') })).toThrow(
    /^ENV_FILE must be a readable file, and .*none\.env is not/,
  );
  expect(() => loadConfig({ METRICS_TOKEN_FILE: join(folder, 'none') })).toThrow(
    /^METRICS_TOKEN_FILE must be a readable file/,
  );
});

it.each([
  ['METRICS_TOKEN', 'a token of a scraper', 'metricsToken', 'a token of a scraper'],
  [
    'DATABASE_URL',
    'postgres://app:secret@db.example/backcounter',
    'databaseUrl',
    'postgres://app:secret@db.example/backcounter',
  ],
  ['IDENTITY_KEY', KEY, 'identityKey', Buffer.alloc(32, 7)],
  ['DRAW_KEY', `${KEY}, ${KEY}`, 'drawKeys', [Buffer.alloc(32, 7), Buffer.alloc(32, 7)]],
] as const)(
  '%s may be in a file of its own, named in the environment or in the file of settings',
  (name, content, key, value) => {
    const path = file('secret', `${content}\n`);
    expect(loadConfig({ [`${name}_FILE`]: path })[key]).toEqual(value);
    const ENV_FILE = file('c.env', `${name}_FILE=${path}\n`);
    expect(loadConfig({ ENV_FILE })[key]).toEqual(value);
    expect(() => loadConfig({ [name]: content, [`${name}_FILE`]: path })).toThrow(
      `Set either ${name} or ${name}_FILE, not both.`,
    );
  },
);

it.each([
  ['NODE_ENV', 'prod', 'one of production, development, test'],
  ['S3_BUCKET', 'Our Bucket', 'the name of a bucket'],
  ['OIDC_CLIENT_ID', '"backcounter"', 'a text without spaces and quotation marks'],
  ['OIDC_CLIENT_SECRET', 'one two', 'a text without spaces and quotation marks'],
  ['IDENTITY_KEY', 'c2hvcnQ=', '32 bytes in base64'],
  ['DRAW_KEY', `${KEY},c2hvcnQ=`, '32 bytes in base64'],
  ['ID_TOKEN_SYNC_URL', 'http://[', 'a path such as /session'],
])('%s must not be %s', (name, value, problem) => {
  expect(() => loadConfig({ [name]: value })).toThrow(problem);
});

it('a key of the file store comes with its secret', () => {
  expect(() => loadConfig({ S3_ACCESS_KEY_ID: 'AKIA' })).toThrow(
    'S3_SECRET_ACCESS_KEY must be set, because S3_ACCESS_KEY_ID is.',
  );
});

it('subdomains must use HTTPS only where that is set', () => {
  const PUBLIC_URL = 'https://office.example';
  expect(loadConfig({ PUBLIC_URL }).transportSecurity).toBe('max-age=63072000');
  expect(loadConfig({ PUBLIC_URL, HSTS_SUBDOMAINS: 'true' }).transportSecurity).toBe(
    'max-age=63072000; includeSubDomains',
  );
  expect(loadConfig({}).transportSecurity).toBeNull();
});
