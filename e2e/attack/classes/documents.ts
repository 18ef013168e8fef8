import { aliases, doubling, nested, repeated } from '../../../bench/hostile-documents.ts';
import { type AttackClass, each, must, mustBeClean } from '../attack.ts';

const chain = (length: number): string =>
  `{viewer{...A0}} ${Array.from({ length }, (_, at) => `fragment A${at} on Viewer{...A${at + 1}}`).join(' ')} fragment A${length} on Viewer{sub}`;
const BOMBS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 40].map((levels) => [
      `fragments doubled ${levels} times`,
      doubling(levels),
    ]),
  ),
  'fragments in a chain of 5,000': chain(5_000),
  'a fragment that spreads itself': '{viewer{...A}} fragment A on Viewer{...A}',
  'two fragments that spread each other': '{viewer{...A}} fragment A on Viewer{...B} fragment B on Viewer{...A}',
  'inline fragments 3,000 deep': `{viewer{${'... on Viewer{'.repeat(3_000)}sub${'}'.repeat(3_000)}}}`,
  'fields 200 deep': nested('account', 200),
  'fields 20,000 deep': nested('account', 20_000),
  '1,000 aliases': aliases(1_000),
  '10,000 aliases': aliases(10_000),
  'one field 10,000 times': repeated(10_000),
  '5,000 directives': `{viewer{sub ${'@include(if:true)'.repeat(5_000)}}}`,
  '5,000 operations': Array.from({ length: 5_000 }, (_, at) => `query Q${at}{viewer{sub}}`).join(' '),
  'a list nested 10,000 deep': `{accounts(filter:{id:${'['.repeat(10_000)}${']'.repeat(10_000)}}){nodes{id}}}`,
  'an object nested 5,000 deep': `{accounts(filter:${'{and:'.repeat(5_000)}{}${'}'.repeat(5_000)}){nodes{id}}}`,
  'a million of rows': '{accounts(first:1000000){nodes{id}}}',
  'minus a hundred thousand rows': '{accounts(first:-100000){nodes{id}}}',
  'a negative page to offset a large one':
    '{a:accounts(first:100){nodes{id history(first:100){nodes{id}}}} b:accounts(first:-100000){nodes{id}}}',
  'pages in pages': '{accounts(first:200){nodes{history(first:200){nodes{actor{name}}}}}}',
  '2,000 variables': `query(${Array.from({ length: 2_000 }, (_, at) => `$v${at}:ID`).join(' ')}){viewer{sub}}`,
  'a string of 900 kB': `{account(id:"${'x'.repeat(900_000)}"){id}}`,
  'a comment of 900 kB': `#${'x'.repeat(900_000)}\n{viewer{sub}}`,
  '200,000 commas': `{viewer{sub${','.repeat(200_000)}}}`,
  'an unclosed string': '{account(id:"',
  nothing: '',
  'a type system': 'type Query { a: Int }',
};

const bombs: AttackClass = {
  name: 'document bombs',
  covers: 'CWE-400, CWE-674, CWE-1333: amplification by GraphQL documents (graphql-java, Saleor, GitLab advisories)',
  settings: 'production',
  attempts: async (target) => {
    const token = await target.machine('notification.receipt');
    return each(
      Object.entries(BOMBS),
      ([name]) => name,
      async ([, document]) => {
        const answer = await target.graphql(token, document);
        mustBeClean(answer);
        must(answer.json?.errors?.length > 0 || answer.status === 413, 'Answered', answer);
        must((answer.json?.errors?.length ?? 0) <= 20, 'Errors without end', answer);
      },
    );
  },
};

const staffBombs: AttackClass = {
  name: 'document bombs of staff',
  covers: 'CWE-770: cost limits of people who may read (Shopify, GitHub cost rules) [security 23]',
  settings: 'open-documents',
  attempts: async (target) => {
    const token = await target.token('admin');
    return each(
      Object.entries(BOMBS),
      ([name]) => name,
      async ([, document]) => {
        const answer = await target.graphql(token, document);
        mustBeClean(answer);
        must(
          answer.json?.errors?.length > 0 ||
            answer.status === 413 ||
            /comment|commas|1[02] times/.test(document) ||
            answer.text.length < 100_000,
          'Answered',
          answer,
        );
        must((answer.json?.errors?.length ?? 0) <= 20, 'Errors without end', answer);
      },
    );
  },
};

const INTROSPECTION = [
  '{__schema{types{name}}}',
  '{__type(name:"Account"){fields{name}}}',
  '{s:__schema{queryType{name}}}',
  '{...F} fragment F on Query{__schema{types{name}}}',
  '{... on Query{__schema{types{name}}}}',
  'query($x:String!){__type(name:$x){name}}',
  '{viewer{sub} __schema{directives{name}}}',
  '{__schema@include(if:true){types{name}}}',
];

const introspection: AttackClass = {
  name: 'schema kept from programs',
  covers: 'CWE-200: introspection in production (GitLab, Parse Server advisories)',
  settings: 'production',
  attempts: async (target) => {
    const token = await target.machine();
    const typos = ['{acount(id:"1"){id}}', '{accounts{nods{id}}}', 'mutation{transferPoint}', '{viewer{sbu}}'];
    return [
      ...each(
        INTROSPECTION,
        (document) => document,
        async (document) => {
          const answer = await target.graphql(token, document);
          must(!/"(Account|StaffMember|Viewer)"/.test(answer.text), 'The schema of staff was told', answer);
        },
      ),
      ...each(
        typos,
        (document) => `no suggestion for ${document}`,
        async (document) => {
          const answer = await target.graphql(token, document);
          must(!/did you mean/i.test(answer.text), 'A field was suggested', answer);
        },
      ),
    ];
  },
};

const trusted: AttackClass = {
  name: 'documents of staff',
  covers: 'CWE-841: only persisted documents in production (Relay, Apollo safelisting guidance)',
  settings: 'production',
  attempts: async (target) => {
    const token = await target.token('admin');
    const bodies: Readonly<Record<string, unknown>> = {
      'a text': { query: '{ viewer { sub } }' },
      'a mutation': { query: 'mutation { recordLook { since } }' },
      'an unknown id': { documentId: 'f'.repeat(64) },
      'an id that is a path': { documentId: '../../etc/passwd' },
      'an id of a prototype': { documentId: '__proto__' },
      'an id named constructor': { documentId: 'constructor' },
      'an id with a text': { documentId: 'f'.repeat(64), query: '{ viewer { sub } }' },
      'a number for an id': { documentId: 1 },
      'a list for an id': { documentId: ['a'] },
      'an Apollo hash': { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
      'an Apollo hash with a text': {
        query: '{ viewer { sub } }',
        extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
      },
      'a batch': [{ query: '{ viewer { sub } }' }, { query: '{ viewer { sub } }' }],
    };
    return each(
      Object.entries(bodies),
      ([name]) => name,
      async ([, body]) => {
        const answer = await target.send('/graphql', {
          method: 'POST',
          token,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        mustBeClean(answer);
        must(answer.json?.data == null && answer.json?.errors?.length > 0, 'It ran', answer);
      },
    );
  },
};

const QUERY = '{"query":"mutation { recordLook { since } }"}';
const PROTOCOL: Readonly<
  Record<string, { method: string; path?: string; headers?: Record<string, string>; body?: string | Buffer }>
> = {
  'a mutation by GET': { method: 'GET', path: '/graphql?query=mutation%7BrecordLook%7Bsince%7D%7D' },
  'a form': {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'query=mutation{recordLook{since}}',
  },
  'a multipart form': {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"mutation{recordLook{since}}"}\r\n--b--',
  },
  'plain text': { method: 'POST', headers: { 'content-type': 'text/plain' }, body: QUERY },
  'no type': { method: 'POST', body: QUERY },
  'a type that only begins as JSON': { method: 'POST', headers: { 'content-type': 'application/jsonp' }, body: QUERY },
  'GraphQL as text': {
    method: 'POST',
    headers: { 'content-type': 'application/graphql' },
    body: 'mutation{recordLook{since}}',
  },
  'UTF-16': {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-16' },
    body: Buffer.from(QUERY, 'utf16le'),
  },
  gzip: { method: 'POST', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: QUERY },
  Brotli: { method: 'POST', headers: { 'content-type': 'application/json', 'content-encoding': 'br' }, body: QUERY },
  PUT: { method: 'PUT', headers: { 'content-type': 'application/json' }, body: QUERY },
  PATCH: { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: QUERY },
  DELETE: { method: 'DELETE', headers: { 'content-type': 'application/json' }, body: QUERY },
  'half a document': { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{' },
  'a prototype': {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{viewer{sub}}","__proto__":{"isAdmin":true}}',
  },
  'a constructor': {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{viewer{sub}}","variables":{"constructor":{"prototype":{"a":1}}}}',
  },
  'brackets 100,000 deep': {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '['.repeat(100_000),
  },
  null: { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'null' },
  'a number': { method: 'POST', headers: { 'content-type': 'application/json' }, body: '1' },
  'a NUL in a text': {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{viewer{sub}}","variables":{"a":"\\u0000"}}',
  },
  'half a surrogate': {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{viewer{sub}}","variables":{"a":"\\ud800"}}',
  },
};

const overHttp: AttackClass = {
  name: 'GraphQL over HTTP',
  covers: 'CWE-20, CWE-352, CWE-1321: simple requests, batches, prototype pollution (Apollo CSRF, Mongoose advisories)',
  settings: 'open-documents',
  attempts: async (target) => {
    const token = await target.token('admin');
    return each(
      Object.entries(PROTOCOL),
      ([name]) => name,
      async ([, { path = '/graphql', ...sent }]) => {
        const answer = await target.send(path, { ...sent, token });
        mustBeClean(answer);
        must(answer.json?.data?.recordLook === undefined, 'It ran', answer);
        must(answer.status >= 400 || answer.json?.errors?.length > 0, 'Answered', answer);
      },
    );
  },
};

/** Classes about documents and their transport. */
export const ATTACKS: readonly AttackClass[] = [bombs, staffBombs, introspection, trusted, overHttp];
