import { type AttackClass, each, must, mustBeClean } from '../attack.ts';
import { HOST } from '../target.ts';

const ORIGINS = [
  'https://evil.example',
  'null',
  `https://${HOST}.evil.example`,
  `http://${HOST}`,
  `https://evil-${HOST}`,
  'file://',
];
const PAGES = ['/', '/login', '/accounts', '/nothing-here', '/identity/account', '/identity/interaction/none'];

const cors: AttackClass = {
  name: 'pages of other origins',
  covers: 'CWE-942, CWE-346: reflected origins (Directus, Gitea advisories)',
  settings: 'production',
  attempts: (target) => {
    const paths = [
      '/graphql',
      '/files/uploads',
      '/realtime/session',
      '/metrics',
      '/identity/token',
      '/identity/account',
    ];
    return ORIGINS.flatMap((origin) =>
      paths.flatMap((path) =>
        each(
          ['OPTIONS', 'POST'],
          (method) => `${method} ${path} from ${origin}`,
          async (method) => {
            const answer = await target.send(path, {
              method,
              headers: {
                origin,
                'access-control-request-method': 'POST',
                'access-control-request-headers': 'authorization,content-type',
              },
              ...(method === 'POST' && { body: '' }),
            });
            mustBeClean(answer);
            const allowed = answer.headers['access-control-allow-origin'];
            must(allowed !== origin || answer.status >= 400, `Allowed ${allowed}`, answer);
            must(answer.headers['access-control-allow-credentials'] === undefined, 'Credentials are allowed', answer);
          },
        ),
      ),
    );
  },
};

const framing: AttackClass = {
  name: 'framing and policy of pages',
  covers:
    'CWE-1021, CWE-693, CWE-79: clickjacking, weak content security policy (Mautic, Matomo advisories) [security 9]',
  settings: 'production',
  attempts: (target) =>
    PAGES.flatMap((path) => [
      {
        title: `${path} cannot be framed by others`,
        run: async () => {
          const { headers } = await target.send(path, { headers: { accept: 'text/html' } });
          must(/frame-ancestors '(none|self)'/.test(headers['content-security-policy'] as string), 'It can');
        },
      },
      {
        title: `${path} runs no script of others`,
        run: async () => {
          const { headers } = await target.send(path, { headers: { accept: 'text/html' } });
          const policy = headers['content-security-policy'] as string;
          const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1] ?? '*';
          must(!/unsafe-inline|unsafe-eval|\*|data:|http:/.test(script), `script-src ${script}`);
          must(/base-uri 'none'/.test(policy), 'base-uri is open');
          must(/object-src 'none'|default-src 'none'|default-src 'self'/.test(policy), 'object-src is open');
        },
      },
      {
        title: `${path} is not sniffed, keeps its address and its transport`,
        run: async () => {
          const { headers } = await target.send(path, { headers: { accept: 'text/html' } });
          must(headers['x-content-type-options'] === 'nosniff', 'No nosniff');
          must(
            /no-referrer|same-origin|strict-origin/.test(headers['referrer-policy'] as string),
            'The referrer leaks',
          );
          must(/max-age=\d{8}/.test(headers['strict-transport-security'] as string), 'No HSTS');
          must(headers['x-powered-by'] === undefined && headers['server'] === undefined, 'The software is named');
        },
      },
    ]),
};

const HOSTS = [
  'evil.example',
  `${HOST}.evil.example`,
  `${HOST}:1`,
  '127.0.0.1',
  `${HOST}@evil.example`,
  'evil.example#',
  '[::1]',
  'localhost',
];

const hosts: AttackClass = {
  name: 'names of other hosts',
  covers: 'CWE-644, CWE-74: host header injection (Django, Rocket.Chat, Strapi advisories)',
  settings: 'production',
  attempts: (target) =>
    HOSTS.flatMap((host) =>
      each(
        ['/', '/login', '/identity/.well-known/openid-configuration', '/identity/auth'],
        (path) => `${path} as ${host}`,
        async (path) => {
          for (const headers of [{ host }, { 'x-forwarded-host': host }] as Record<string, string>[]) {
            const answer = await target.send(path, { headers });
            mustBeClean(answer);
            const { location = '' } = answer.headers;
            must(!/evil/.test(location) && !/evil/.test(answer.text), 'The name is used', answer);
            must(
              location === '' || location.startsWith(`https://${HOST}/`) || location.startsWith('/'),
              `Leads to ${location}`,
            );
          }
        },
      ),
    ),
};

const caching: AttackClass = {
  name: 'private answers in caches',
  covers: 'CWE-524, CWE-525: cached personal data, cache deception (Cloudflare, ChatGPT 2023 kind)',
  settings: 'open-documents',
  attempts: async (target) => {
    const token = await target.token('admin');
    const paths = [
      '/graphql?query={viewer{sub}}',
      '/graphql/a.css?query={viewer{sub}}',
      '/graphql.js?query={viewer{sub}}',
      '/metrics',
      '/identity/account',
      '/identity/auth',
      '/assets/nothing.js',
      '/realtime/online',
    ];
    return each(
      paths,
      (path) => path,
      async (path) => {
        const answer = await target.send(path, { token });
        mustBeClean(answer);
        must(
          /no-store|private|no-cache/.test(answer.headers['cache-control'] ?? ''),
          `cache-control: ${answer.headers['cache-control']}`,
          answer,
        );
      },
    );
  },
};

/** Classes about headers for browsers. */
export const ATTACKS: readonly AttackClass[] = [cors, framing, hosts, caching];
