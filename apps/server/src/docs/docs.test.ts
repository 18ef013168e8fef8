import { readFile } from 'node:fs/promises';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';

const test = await fileApp();
const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const asProgram = (scopes: string) => get('/schema.graphql', { authorization: `Bearer machine~${scopes}` });

it('the public schema is served to anyone, and to a program with its scopes only', async () => {
  const whole = await get('/schema.graphql');
  expect(whole.body).toBe(await readFile(new URL('../../schema.public.graphql', import.meta.url), 'utf8'));
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect((await get('/schema.graphql', { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
  expect((await get('/schema.graphql', { authorization: 'Bearer admin' })).body).toBe(whole.body);

  const reader = buildSchema((await asProgram('account.read')).body);
  expect(Object.keys(reader.getQueryType()?.getFields() ?? {})).toEqual(['member']);
  expect(reader.getMutationType()).toBeUndefined();
  expect((await asProgram('account.read')).body).not.toContain('balance');
  expect((await get('/schema.graphql', { authorization: 'Bearer machine' })).body).toBe(whole.body);
  expect((await asProgram('presence.write')).body).not.toContain('type ');
  expect((await get('/schema.graphql', { authorization: 'Bearer expired' })).statusCode).toBe(401);
});
