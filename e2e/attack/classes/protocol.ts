import { type AttackClass, each, must, mustBeClean } from '../attack.ts';
import { HOST, type Sent } from '../target.ts';

const SMUGGLED = `GET /metrics HTTP/1.1\r\nHost: ${HOST}\r\nX-Smuggled: 1\r\n\r\n`;
const post = (lines: readonly string[], body: string): string =>
  `POST /graphql HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
const CHUNKED = `2\r\n{}\r\n0\r\n\r\n${SMUGGLED}`;

/** Each must get at most one answer, which must be a refusal. */
const REQUESTS: Readonly<Record<string, string>> = {
  'length and chunks': post([`Content-Length: 4`, 'Transfer-Encoding: chunked'], CHUNKED),
  'chunks and length': post(['Transfer-Encoding: chunked', 'Content-Length: 4'], CHUNKED),
  'two lengths': post(['Content-Length: 2', `Content-Length: ${SMUGGLED.length + 2}`], `{}${SMUGGLED}`),
  'a list of lengths': post([`Content-Length: 2, 9`], `{}${SMUGGLED}`),
  'a negative length': post(['Content-Length: -1'], `{}${SMUGGLED}`),
  'a length with a sign': post(['Content-Length: +2'], `{}${SMUGGLED}`),
  'a hexadecimal length': post(['Content-Length: 0x2'], `{}${SMUGGLED}`),
  'chunks in another coding': post(['Transfer-Encoding: xchunked'], CHUNKED),
  'chunks with a space': post(['Transfer-Encoding : chunked'], CHUNKED),
  'chunks with a tab': post(['Transfer-Encoding:\tchunked\v'], CHUNKED),
  'chunks twice': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], CHUNKED),
  'a folded header': post(['X-A: b\r\n Transfer-Encoding: chunked', 'Content-Length: 4'], CHUNKED),
  'a header without colon': post(['Content-Length: 2', 'evil'], `{}${SMUGGLED}`),
  'a bare line feed': `POST /graphql HTTP/1.1\nHost: ${HOST}\nContent-Length: 2\n\n{}${SMUGGLED}`,
  'a NUL in a header': post(['X-A: a\0b', 'Content-Length: 2'], '{}'),
  'two hosts': `GET / HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.example\r\n\r\n`,
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'an unknown version': `GET / HTTP/9.9\r\nHost: ${HOST}\r\n\r\n`,
  'a method of nonsense': `G@T / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
  'a space in the path': `GET /a b HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
  'a chunk of a bad size': post(['Transfer-Encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
  'a chunk larger than memory': post(['Transfer-Encoding: chunked'], `ffffffffffffffff\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
};

const smuggling: AttackClass = {
  name: 'request smuggling',
  covers: 'CWE-444: disagreeing lengths (llhttp, HAProxy, Node.js CVE-2022-32213 to 32215 kind)',
  settings: 'production',
  attempts: (target) =>
    each(
      Object.entries(REQUESTS),
      ([name]) => name,
      async ([, bytes]) => {
        const text = await target.raw(bytes);
        const answers = text.match(/^HTTP\/1\.1 \d{3}/gm) ?? [];
        must(answers.length <= 1, `${answers.length} answers`);
        must(
          answers.every((line) => /4\d\d|505/.test(line)),
          `Answered ${answers[0]}`,
        );
      },
    ),
};

const PATHS = [
  '/assets/../../../../etc/passwd',
  '/assets/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5c..%5cetc%5cpasswd',
  '/assets/..%252f..%252fetc%252fpasswd',
  '/assets/....//....//etc/passwd',
  '/assets//etc/passwd',
  '/assets/%00',
  '/assets/index.js%00.css',
  '/assets/%c0%ae%c0%ae/etc/passwd',
  '/../package.json',
  '/.env',
  '/.git/config',
  '/.data/database.json',
  '/package.json',
  '/apps/server/src/main.ts',
  '/node_modules/fastify/package.json',
  '/cdn/../../database.json',
  '/cdn/..%2f..%2fdatabase.json',
  '/files/badges/..%2f..%2fdatabase.json',
  '/files/profile_pictures/..%2f..%2fdatabase.json.png',
  '/files/giveaways/%2e%2e%2f%2e%2e%2fdatabase.png',
  '/embed/..%2fmain.ts',
  '/@fs/etc/passwd',
  '/server-status',
  '/debug/pprof',
  '/actuator/env',
];

const traversal: AttackClass = {
  name: 'files of the server',
  covers: 'CWE-22, CWE-538: path traversal (Vite CVE-2025-30208 kind, Next.js, Grafana CVE-2021-43798)',
  settings: 'production',
  attempts: (target) =>
    each(
      PATHS,
      (path) => path,
      async (path) => {
        const answer = await target.send(path);
        mustBeClean(answer);
        must(
          !/root:|ownerPassword|"dependencies"|\[core\]|composition root/.test(answer.text),
          'A file was read',
          answer,
        );
      },
    ),
};

const METHODS = ['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE'];

const methods: AttackClass = {
  name: 'methods',
  covers: 'CWE-650, CWE-749: methods that pass a guard (method override advisories)',
  settings: 'production',
  attempts: (target) => [
    ...METHODS.flatMap((method) =>
      each(
        ['/', '/login', '/healthz', '/identity/auth', '/assets/a.js'],
        (path) => `${method} ${path}`,
        async (path) => {
          const answer = await target.send(path, { method, headers: { 'x-secret': 'echoed' } });
          mustBeClean(answer);
          must(answer.status >= 400 && !answer.text.includes('echoed'), 'Answered', answer);
        },
      ),
    ),
    ...each(
      ['x-http-method-override', 'x-method-override', 'x-http-method'],
      (header) => `GET with ${header}`,
      async (header) => {
        const answer = await target.send('/graphql', { headers: { [header]: 'POST' } });
        must(answer.status === 401, 'Answered', answer);
      },
    ),
  ],
};

const TEXTS = [
  '%0d%0aSet-Cookie:%20a=b',
  '%0aX-Injected:%201',
  '%e5%98%8a%e5%98%8dX-Injected:1',
  '%23%0dX-Injected:%201',
  '%00',
  '%uff0d',
];

const splitting: AttackClass = {
  name: 'headers made from addresses',
  covers: 'CWE-113, CWE-93: response splitting (Undici, Hono advisories)',
  settings: 'production',
  attempts: (target) =>
    TEXTS.flatMap((text) =>
      each(
        [
          `/${text}`,
          `/Accounts/${text}`,
          `/login?x=${text}`,
          `/identity/auth?state=${text}`,
          `/i18n/clients/${text}/languages/published`,
        ],
        (path) => path,
        async (path) => {
          const answer = await target.send(path, { from: target.freshAddress() });
          mustBeClean(answer);
          must(
            answer.headers['x-injected'] === undefined && !/a=b/.test(String(answer.headers['set-cookie'])),
            'A header was made',
          );
        },
      ),
    ),
};

const long = 'x'.repeat(20_000);
const LARGE: Readonly<Record<string, Sent & { readonly path: string }>> = {
  'a body of 3 MB': {
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"query":"${'x'.repeat(3_000_000)}"}`,
  },
  'an address of 20 kB': { path: `/${long}` },
  'a query of 20 kB': { path: `/login?a=${long}` },
  'a cookie of 20 kB': { path: '/', headers: { cookie: `a=${long}` } },
  'a token of 20 kB': { path: '/graphql', headers: { authorization: `Bearer ${long}` } },
  '2,500 headers': {
    path: '/',
    headers: Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`x-${at}`, '1'])),
  },
  '3,000 members of a query': { path: `/identity/auth?${'a=1&'.repeat(3_000)}` },
  'a range without end': { path: '/', headers: { range: `bytes=${'0-,'.repeat(2_000)}` } },
  'languages without end': { path: '/identity/auth', headers: { 'accept-language': 'de,'.repeat(4_000) } },
  'addresses without end': { path: '/', headers: { 'x-forwarded-for': '1.1.1.1,'.repeat(1_500) } },
};

const large: AttackClass = {
  name: 'large requests',
  covers: 'CWE-770, CWE-1333: long headers, ranges and lists (Express, accepts, range-parser advisories)',
  settings: 'production',
  attempts: (target) =>
    each(
      Object.entries(LARGE),
      ([name]) => name,
      async ([, { path, ...sent }]) => {
        try {
          mustBeClean(await target.send(path, sent));
        } catch (error) {
          // Closing the connection is an answer too.
          must(
            (error as NodeJS.ErrnoException).code === 'ECONNRESET' || (error as NodeJS.ErrnoException).code === 'EPIPE',
            String(error),
          );
        }
        must((await target.send('/healthz')).status === 200, 'The server is gone');
      },
    ),
};

/** Classes about the protocols below GraphQL. */
export const ATTACKS: readonly AttackClass[] = [smuggling, traversal, methods, splitting, large];
