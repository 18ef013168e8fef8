import { randomUUID } from 'node:crypto';
import { type AttackClass, type Attempt, each, must, mustBeClean } from '../attack.ts';
import { HOST } from '../target.ts';

const jwt = (header: object, payload: object, signature = ''): string =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${signature}`;
const CLAIMS = {
  iss: `https://${HOST}/identity`,
  aud: 'backcounter',
  sub: '0192f000-0000-7000-8000-00000000b002',
  exp: 4_000_000_000,
  resource_access: { global_roles: { roles: ['ADMIN'] } },
};
const FORGED: Readonly<Record<string, string>> = {
  'a token without algorithm': jwt({ alg: 'none', typ: 'JWT' }, CLAIMS),
  'a token with None': jwt({ alg: 'None' }, CLAIMS),
  'a token signed with an empty key': jwt({ alg: 'HS256' }, CLAIMS, 'AAAA'),
  'a token whose key is in its header': jwt(
    { alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } },
    CLAIMS,
    'AAAA',
  ),
  'a token whose key is elsewhere': jwt({ alg: 'RS256', jku: 'https://evil.example/keys' }, CLAIMS, 'AAAA'),
  'a token whose key id is a path': jwt({ alg: 'HS256', kid: '../../../../dev/null' }, CLAIMS, 'AAAA'),
  'a token whose key id is SQL': jwt({ alg: 'HS256', kid: "x' union select 'a" }, CLAIMS, 'AAAA'),
  'an id token of nobody': jwt({ alg: 'RS256', typ: 'JWT' }, { ...CLAIMS, nonce: 'x' }, 'AAAA'),
  'random text': 'A'.repeat(43),
  'a long text': 'A'.repeat(8_000),
  SQL: "'or'1'='1",
  'two dots': '..',
  'a percent sign': '%00%0a',
  null: 'null',
  undefined: 'undefined',
};

const forged: AttackClass = {
  name: 'forged tokens',
  covers: 'CWE-347, CWE-287: signatures not verified (jsonwebtoken, Keycloak, Grafana advisories) [security 2, 12, 18]',
  settings: 'open-documents',
  attempts: async (target) => {
    const real = await target.token('admin');
    const places: Readonly<Record<string, () => ReturnType<typeof target.send>>> = {
      'a real token in the address': () => target.send(`/graphql?access_token=${real}&query={viewer{sub}}`),
      'a real token in a cookie': () =>
        target.send('/graphql?query={viewer{sub}}', { headers: { cookie: `access_token=${real}` } }),
      'a real token in another case': () =>
        target.graphql(real.toUpperCase() === real ? real.toLowerCase() : real.toUpperCase(), '{viewer{sub}}'),
      'a real token with a sign more': () => target.graphql(`${real}A`, '{viewer{sub}}'),
      'a real token with a sign less': () => target.graphql(real.slice(0, -1), '{viewer{sub}}'),
      'a real token as basic': () =>
        target.send('/graphql?query={viewer{sub}}', { headers: { authorization: `Basic ${real}` } }),
      'a refresh token as access token': async () =>
        target.graphql((await target.signIn('viewer')).refresh_token, '{viewer{sub}}'),
      'headers of a trusted proxy': () =>
        target.send('/graphql?query={viewer{sub}}', {
          headers: { 'x-forwarded-user': 'admin@demo.test', 'x-remote-user': 'admin', 'x-user-id': CLAIMS.sub },
        }),
    };
    return [
      ...each(
        Object.entries(FORGED),
        ([name]) => name,
        async ([, token]) => {
          const answer = await target.graphql(token, '{viewer{sub}}');
          mustBeClean(answer);
          must(answer.status === 401, 'Let in', answer);
        },
      ),
      ...each(
        Object.entries(places),
        ([name]) => name,
        async ([, send]) => {
          const answer = await send();
          mustBeClean(answer);
          must(answer.status >= 400 && answer.json?.data == null, 'Let in', answer);
        },
      ),
    ];
  },
};

const families: AttackClass = {
  name: 'token families',
  covers: 'CWE-294, CWE-613: replayed refresh tokens and codes (RFC 9700; Keycloak, Hydra advisories) [security 10]',
  settings: 'open-documents',
  attempts: (target) => {
    const isAlive = async (token: string): Promise<boolean> =>
      (await target.graphql(token, '{viewer{sub}}')).status === 200;
    const attempts: Attempt[] = [
      {
        title: 'a spent refresh token ends its family',
        run: async () => {
          const first = await target.signIn('viewer');
          const second = (await target.refresh(first.refresh_token)).json;
          must(await isAlive(second.access_token), 'The new token does not work');
          const again = await target.refresh(first.refresh_token);
          must(again.status === 400, 'A spent token was taken', again);
          must((await target.refresh(second.refresh_token)).status === 400, 'The family lives on');
        },
      },
      {
        title: 'a code is good once',
        run: async () => {
          const code = await target.code('viewer');
          must((await target.redeem(code)).status === 200, 'The code does not work');
          const again = await target.redeem(code);
          must(again.status === 400, 'A code was taken twice', again);
        },
      },
      ...each(
        ['exchanged', 'renewed'] as const,
        (word) => `8 tokens ${word} at once from one`,
        async (word) => {
          const code = await target.code('viewer');
          const first = word === 'renewed' ? (await target.redeem(code)).json : null;
          const take = () => (first === null ? target.redeem(code) : target.refresh(first.refresh_token));
          const answers = await Promise.all(Array.from({ length: 8 }, take));
          answers.forEach(mustBeClean);
          must(
            answers.some(({ status }) => status === 400),
            'No replay was noticed',
          );
          const tokens = answers.flatMap(({ json }) => (json?.access_token === undefined ? [] : [json.access_token]));
          for (const token of tokens) must(!(await isAlive(token)), 'A token of a replayed family lives on');
        },
      ),
      {
        title: 'a code needs its verifier',
        run: async () => {
          const code = await target.code('viewer');
          const answer = await target.redeem({ ...code, verifier: 'x'.repeat(43) });
          must(answer.status === 400, 'Any verifier will do', answer);
        },
      },
      {
        title: 'a program cannot renew what a person holds',
        run: async () => {
          const { refresh_token } = await target.signIn('viewer');
          const answer = await target.tokenEndpoint({
            grant_type: 'refresh_token',
            client_id: 'demo-pos',
            refresh_token,
          });
          must(answer.status >= 400, 'Renewed', answer);
        },
      },
    ];
    return attempts;
  },
};

const GRANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a password': {
    grant_type: 'password',
    client_id: 'backcounter',
    username: 'admin@demo.test',
    password: 'backcounter',
  },
  'the published password of the demo program': {
    grant_type: 'client_credentials',
    client_id: 'demo-pos',
    client_secret: 'demo-pos-secret',
  },
  'the console as a program': { grant_type: 'client_credentials', client_id: 'backcounter' },
  'a program without a secret': { grant_type: 'client_credentials', client_id: 'demo-pos' },
  'an empty secret': { grant_type: 'client_credentials', client_id: 'demo-pos', client_secret: '' },
  'a secret of SQL': { grant_type: 'client_credentials', client_id: 'demo-pos', client_secret: "' or '1'='1" },
  'an unknown program': { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' },
  'an unknown grant': { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'a.b.c' },
  'a device code': {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'x',
    client_id: 'backcounter',
  },
  'an exchange': {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'x',
    client_id: 'backcounter',
  },
  'no grant': { client_id: 'backcounter' },
  'a made-up code': {
    grant_type: 'authorization_code',
    client_id: 'backcounter',
    code: randomUUID(),
    redirect_uri: `https://${HOST}/login`,
    code_verifier: 'x'.repeat(43),
  },
  'a made-up refresh token': { grant_type: 'refresh_token', client_id: 'backcounter', refresh_token: 'x'.repeat(43) },
};

const grants: AttackClass = {
  name: 'grants of the provider',
  covers: 'CWE-287, CWE-1392: default credentials, grants that should be off (Keycloak, Casdoor advisories)',
  settings: 'production',
  attempts: (target) =>
    each(
      Object.entries(GRANTS),
      ([name]) => name,
      async ([, form]) => {
        const answer = await target.tokenEndpoint(form);
        mustBeClean(answer);
        must(answer.status >= 400 && answer.json?.access_token === undefined, 'A token was given', answer);
      },
    ),
};

const HOSTILE_REDIRECTS = [
  'https://evil.example/login',
  `https://${HOST}.evil.example/login`,
  `https://evil.example#@${HOST}/login`,
  `https://${HOST}@evil.example/login`,
  `https://${HOST}:444/login`,
  `http://${HOST}/login`,
  `https://${HOST}/login/`,
  `https://${HOST}/login/../evil`,
  `https://${HOST}/login?next=https://evil.example`,
  `https://${HOST}/login#x`,
  `https://${HOST}//evil.example/login`,
  `https://${HOST}\\@evil.example/login`,
  `https://${HOST}/LOGIN`,
  '//evil.example/login',
  '/login',
  'javascript:alert(1)',
  'data:text/html,x',
  'com.evil.app:/login',
  'http://127.0.0.1/login',
  'http://localhost:3000/login',
  '',
];
const CHANGED: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'an implicit token': { response_type: 'token' },
  'an implicit id token': { response_type: 'id_token' },
  'a hybrid answer': { response_type: 'code id_token' },
  'no PKCE': { code_challenge: null, code_challenge_method: null },
  'plain PKCE': { code_challenge_method: 'plain', code_challenge: 'x'.repeat(43) },
  'an unknown client': { client_id: 'evil' },
  'a request object by address': { request_uri: 'https://evil.example/request' },
  'a request object without signature': { request: jwt({ alg: 'none' }, { redirect_uri: 'https://evil.example' }) },
  'a post to a web message': { response_mode: 'web_message' },
  'no client': { client_id: null },
};

const redirects: AttackClass = {
  name: 'redirects of sign-in',
  covers:
    'CWE-601, CWE-1259: open redirects, downgraded flows (Keycloak CVE-2023-6134, CVE-2024-8883 kind) [security 12]',
  settings: 'production',
  attempts: (target) => {
    const begin = (changes: Readonly<Record<string, string | null>>) => {
      const { pathname, search } = new URL(target.authorization(changes));
      return target.send(`${pathname}${search}`, { from: target.freshAddress(), headers: { accept: 'text/html' } });
    };
    return [
      ...each(
        HOSTILE_REDIRECTS,
        (address) => `to ${address || 'nothing'}`,
        async (address) => {
          const answer = await begin({ redirect_uri: address });
          mustBeClean(answer);
          must(answer.status >= 400 && answer.headers.location === undefined, 'Redirected', answer);
        },
      ),
      ...each(
        Object.entries(CHANGED),
        ([name]) => name,
        async ([, changes]) => {
          const answer = await begin(changes);
          mustBeClean(answer);
          const { location } = answer.headers;
          const isRefusal =
            location === undefined
              ? answer.status >= 400
              : new URL(location, `https://${HOST}`).href.startsWith(`https://${HOST}/login`) &&
                /error=/.test(location);
          must(isRefusal, `Begun: ${location}`, answer);
        },
      ),
      ...each(
        ['https://evil.example/', '//evil.example', `https://${HOST}.evil.example/`],
        (address) => `after sign-out to ${address}`,
        async (address) => {
          const answer = await target.send(
            `/identity/session/end?client_id=backcounter&post_logout_redirect_uri=${encodeURIComponent(address)}`,
          );
          mustBeClean(answer);
          must(!/evil/.test(answer.headers.location ?? ''), 'Redirected', answer);
        },
      ),
    ];
  },
};

/** Classes about tokens and sign-in. */
export const ATTACKS: readonly AttackClass[] = [forged, families, grants, redirects];
