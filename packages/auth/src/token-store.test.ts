import { createDecipheriv, createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { MemoryStorage } from './testing/fake-browser.ts';
import { EncryptedStorage } from './token-store.ts';

let inner: MemoryStorage;
beforeEach(() => {
  inner = new MemoryStorage();
});

test('a value is restored, unreadable in storage, and never encrypted the same way twice [spec 9.22]', async () => {
  const storage = new EncryptedStorage(inner, 'secret');
  await storage.setItem('user', 'tøken');
  const sealed = inner.getItem('user') ?? '';
  expect(sealed).toMatch(/^v1\.[A-Za-z0-9+/]{16}\.[A-Za-z0-9+/=]+$/);
  expect(await storage.getItem('user')).toBe('tøken');
  await storage.setItem('user', 'tøken');
  expect(inner.getItem('user')).not.toBe(sealed);
});

test('a value is encrypted by AES-GCM under the SHA-256 of the secret [spec 9.22]', async () => {
  await new EncryptedStorage(inner, 'secret').setItem('user', 'tøken');
  const [iv, sealed] = (inner.getItem('user') ?? '')
    .split('.')
    .slice(1)
    .map((part) => Buffer.from(part, 'base64'));
  if (!iv || !sealed) throw new Error('nothing is sealed');
  const key = createHash('sha256').update('secret').digest();
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from('user'))
    .setAuthTag(sealed.subarray(-16));
  expect(decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('tøken');
});

test.each([
  ['absent', () => undefined],
  ['not sealed', () => inner.setItem('user', '{"access_token":"x"}')],
  ['not base64', () => inner.setItem('user', 'v1.***.***')],
  ['of another version', () => inner.setItem('user', (inner.getItem('user') ?? '').replace('v1', 'v2'))],
  ['changed', () => inner.setItem('user', (inner.getItem('user') ?? '').replace(/.{4}$/, 'AAAA'))],
  ['of another entry', () => inner.setItem('user', inner.getItem('other') ?? '')],
])('what is %s reads as signed out', async (name, change) => {
  const storage = new EncryptedStorage(inner, 'secret');
  await storage.setItem('other', 'other');
  if (name !== 'absent') await storage.setItem('user', 'token');
  change();
  expect(await storage.getItem('user')).toBeNull();
});

test('another secret reads as signed out [spec 9.22]', async () => {
  await new EncryptedStorage(inner, 'secret').setItem('user', 'token');
  expect(await new EncryptedStorage(inner, 'other').getItem('user')).toBeNull();
});

test('entries are listed and removed as in the underlying storage [spec 9.22]', async () => {
  const storage = new EncryptedStorage(inner, 'secret');
  for (const key of ['ada', 'eve', 'bob']) await storage.setItem(key, 'token');
  await storage.removeItem('ada');
  expect([await storage.length, await storage.key(0), await storage.key(2)]).toEqual([2, 'eve', null]);
  await storage.clear();
  expect(inner.length).toBe(0);
});
