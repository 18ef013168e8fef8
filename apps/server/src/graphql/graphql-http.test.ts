import { serverAudits } from 'graphql-http';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';

let url: string;
const test = await fileApp();
beforeAll(async () => {
  url = `${await test.app.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
});

describe('GraphQL over HTTP, as served', () => {
  const audits = serverAudits({
    url: () => url,
    fetchFn: (input: string, init: RequestInit = {}) =>
      fetch(input, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: 'Bearer admin' },
      }),
  });

  it('has the 61 audits that graphql-http knows [spec 1.1]', () => expect(audits).toHaveLength(61));

  it.each(audits.map((audit) => [audit.name, audit] as const))('%s [spec 7.2]', async (_name, audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
});

describe('requests', () => {
  it.each([
    [null, 'session.required'],
    ['unknown', 'session.required'],
    ['expired', 'session.expired'],
  ])('with the token %s are answered 401 in the form that clients know [spec 7.3]', async (token, code) => {
    const answer = await test.send('{ viewer { sub } }', {}, { token });
    expect(answer.status).toBe(401);
    expect(answer.body.errors[0].extensions).toEqual({ code });
    expect(Object.keys(answer.body)).toEqual(['errors']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('carry a reference id, no-store and the echoed mutation marker [spec 7.4]', async () => {
    const answer = await test.send('{ viewer { sub } }', {}, { headers: { 'x-backcounter-mutation': '1' } });
    expect(answer.headers).toMatchObject({
      'x-backcounter-mutation': '1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json', { 'content-encoding': 'br' }],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('of type %s %j are answered 415', async (type, headers) => {
    const answer = await test.post('{"query":"{ __typename }"}', {
      headers: { 'content-type': type, ...(headers as Record<string, string>) },
    });
    expect(answer.status).toBe(415);
    expect(answer.body.errors[0].extensions.code).toBe('request.unsupported-media');
  });

  it.each([
    ['NUL', '{"query":"query($s: String){ areas(search: $s) { id } }","variables":{"s":"a\\u0000"}}'],
    ['a lone surrogate', '{"query":"query($s: String){ areas(search: $s) { id } }","variables":{"s":"\\ud800"}}'],
    ['__proto__', '{"query":"{ __typename }","variables":{"__proto__":{"x":1}}}'],
    ['constructor.prototype', '{"query":"{ __typename }","variables":{"constructor":{"prototype":{"x":1}}}}'],
  ])('with %s are answered 400', async (_name, payload) => {
    const answer = await test.post(payload);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].extensions.code).toBe('request.malformed');
  });

  it('from people are at most 1 MB, from machine clients 2 MB [security 23]', async () => {
    const body = (bytes: number) => JSON.stringify({ query: '{ __typename }', extensions: { pad: 'x'.repeat(bytes) } });
    expect((await test.post(body(1_000_000))).status).toBe(413);
    expect((await test.post(body(1_500_000), { token: 'machine' })).status).toBe(200);
    expect((await test.post(body(2_000_000), { token: 'machine' })).status).toBe(413);
  });

  it('do not mutate by GET [spec 7.1]', async () => {
    const answer = await test.app.inject({
      url: `/graphql?query=${encodeURIComponent('mutation { setPreference(input: {key: "a", value: 1}) { preference { key } } }')}`,
      headers: { authorization: 'Bearer admin' },
    });
    expect(answer.statusCode).toBe(405);
  });

  it('are not batched', async () => {
    const answer = await test.post('[{"query":"{ __typename }"}]');
    expect(answer.status).toBe(400);
  });
});

describe('limits', () => {
  const fields = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => of(index)).join(' ');
  const doubling = Array.from({ length: 60 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`).join(
    ' ',
  );
  it.each([
    ['aliases', `{ ${fields(11, (i) => `a${i}: __typename`)} }`, 'operation.too-complex'],
    ['root fields', `{ ${fields(6, () => 'countries { code }')} }`, 'operation.too-complex'],
    ['directives', `{ viewer ${fields(11, () => '@include(if: true)')} { sub } }`, 'operation.too-complex'],
    ['tokens', `{ ${fields(801, () => '__typename')} }`, 'operation.too-complex'],
    ['cost', '{ accounts(first: 100) { nodes { history(first: 100) { nodes { id } } } } }', 'operation.too-complex'],
    ['operations', 'query A { __typename } query B { __typename }', 'operation.too-complex'],
    [
      'root fields of a mutation',
      'mutation { a: setPreference(input: {key: "a", value: 1}) { preference { key } } b: setPreference(input: {key: "b", value: 1}) { preference { key } } }',
      'operation.too-complex',
    ],
    ['fragments that double', `{ ...f0 } ${doubling} fragment f60 on Query { __typename }`, 'operation.too-complex'],
    ['a page below 1', '{ accounts { nodes { history(first: -100000) { nodes { id } } } } }', 'operation.too-complex'],
    ['suggestions', '{ acounts { nodes { id } } }', 'request.malformed'],
    ['suggestions of values', '{ listCapabilities(list: ACCOUNT) { pageSizeMax } }', 'request.malformed'],
    ['syntax', '{ viewer {', 'request.malformed'],
  ])('%s: refused shortly and without suggestions [security 23]', async (_name, query, code) => {
    const answer = await test.send(query);
    expect(answer.body.errors[0].extensions.code).toBe(code);
    expect(answer.text).not.toMatch(/did you mean/i);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(300);
  });

  it('depth', async () => {
    const deep = '{ account(id: "x") { history { nodes { changes { field } } } } }';
    expect((await test.send(deep)).body.errors[0].extensions.code).toBe('record.not-found');
  });

  it('refuses unknown members of an input [spec 5.9]', async () => {
    const query = 'mutation M($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }';
    const input = { id: 'x', expectedVersion: 1, patch: { state: 'ERASED' } };
    const answer = await test.send(query, { input });
    expect(answer.body.errors[0].extensions.code).toBe('request.malformed');
    expect(answer.text).not.toMatch(/did you mean/i);
  });
});
