import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestApp, TEST_CONFIG } from '../testing/test-app.ts';
import { firebaseOrigins } from './firebase-web.ts';

const PROJECT = {
  projectId: 'demo',
  apiKey: 'a-key',
  databaseUrl: 'https://demo-default-rtdb.europe-west1.firebasedatabase.app',
  storageBucket: 'demo.appspot.com',
};

async function documentWith(settings: Partial<typeof TEST_CONFIG>) {
  const folder = await mkdtemp(join(tmpdir(), 'api-firebase-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><!--backcounter-config-->');
  await writeFile(join(folder, 'persisted-documents.json'), '{}');
  const test = await createTestApp({ consoleDir: folder, config: { ...TEST_CONFIG, ...settings } });
  const answer = await test.app.inject({ url: '/', headers: { host: 'localhost:41200', accept: 'text/html' } });
  await test.close();
  await rm(folder, { recursive: true });
  const directives = String(answer.headers['content-security-policy']).split('; ');
  const directive = (name: string) => directives.find((text) => text.startsWith(`${name} `))?.split(' ');
  const settingsText = /<script[^>]*>(.*)<\/script>/.exec(answer.body)?.[1] ?? '';
  return { settings: JSON.parse(settingsText), connect: directive('connect-src'), images: directive('img-src') };
}

describe('the realtime backend in the page', () => {
  it('is named, with project and hosts if it is Firebase [presence 4]', async () => {
    const page = await documentWith({ realtime: 'firebase', firebase: { ...PROJECT, serviceAccount: 'a secret' } });
    expect(page.settings).toMatchObject({
      realtime: 'firebase',
      firebaseApiKey: 'a-key',
      firebaseProjectId: 'demo',
      firebaseDatabaseUrl: PROJECT.databaseUrl,
      firebaseStorageBucket: 'demo.appspot.com',
    });
    expect(JSON.stringify(page.settings)).not.toContain('a secret');
    expect(page.connect).toEqual(
      expect.arrayContaining([
        'https://identitytoolkit.googleapis.com',
        'https://securetoken.googleapis.com',
        'https://firebasestorage.googleapis.com',
        'https://*.europe-west1.firebasedatabase.app',
        'wss://*.europe-west1.firebasedatabase.app',
      ]),
    );
    expect(page.images).toContain('https://firebasestorage.googleapis.com');
  });

  it.each(['embedded', 'redis'] as const)(
    '%s does not open the policy, and names no project [presence 4]',
    async (realtime) => {
      const page = await documentWith({ realtime, firebase: { ...PROJECT, serviceAccount: null } });
      expect(page.settings.realtime).toBe(realtime);
      expect(Object.keys(page.settings).filter((name) => name.startsWith('firebase'))).toEqual([]);
      expect([...(page.connect ?? []), ...(page.images ?? [])].join()).not.toMatch(/google|firebase/);
    },
  );
});

describe('hosts of a database', () => {
  it.each([
    ['https://demo-default-rtdb.firebaseio.com', 'wss://*.firebaseio.com'],
    ['https://demo.asia-southeast1.firebasedatabase.app', 'wss://*.asia-southeast1.firebasedatabase.app'],
    ['http://127.0.0.1:9000', 'ws://127.0.0.1:9000'],
    ['https://firebaseio.com.evil.example', 'wss://firebaseio.com.evil.example'],
    ['https://evilfirebaseio.com', 'wss://evilfirebaseio.com'],
  ])('%s allows %s', (databaseUrl, origin) => {
    expect(firebaseOrigins({ ...PROJECT, databaseUrl }).connect).toContain(origin);
  });
});
