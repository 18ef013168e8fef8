import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hasScope, MACHINE_SCOPES, type MachineScope, may, type Permission } from '@backcounter/domain';
import { type AttackClass, type Attempt, each, must, mustBeClean } from '../attack.ts';
import { type Answer, STAFF, type Staff } from '../target.ts';

interface Operation {
  readonly name: string;
  readonly document: string;
  readonly permission: Permission | null;
  readonly scope: MachineScope | null;
}

let known: readonly Operation[] | null = null;

/** One document for each root field, with the right that it needs, as the server prints them. */
export function operations(): readonly Operation[] {
  known ??= printed();
  return known;
}

function printed(): readonly Operation[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', 'apps/server/src/testing/print-operations.ts'],
    { cwd: join(import.meta.dirname, '../../..'), encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as readonly Operation[];
}

/** Whether it is a subscription. */
export const isLive = ({ document }: Operation): boolean => document.startsWith('subscription');
/** Whether the roles of a person allow it. */
export const mayRun = (staff: Staff, { permission }: Operation): boolean =>
  permission !== null && may(STAFF[staff], permission);

const roleMatrix: AttackClass = {
  name: 'role matrix',
  covers: 'CWE-862, CWE-285: missing authorisation of an operation (Directus, Strapi, Saleor advisories) [security 5]',
  settings: 'open-documents',
  attempts: async (target) => {
    const all = operations().filter((each) => !isLive(each));
    const attempts: Attempt[] = [];
    for (const staff of Object.keys(STAFF) as Staff[]) {
      const token = await target.token(staff);
      for (const operation of all.filter((each) => !mayRun(staff, each)))
        attempts.push({
          title: `${operation.name} as ${staff}`,
          run: async () => {
            const answer = await target.graphql(token, operation.document, {}, { 'x-backcounter-mutation': '1' });
            must(answer.code === 'access.denied', 'Let in', answer);
          },
        });
    }
    return attempts;
  },
};

const machineScopes: AttackClass = {
  name: 'scopes of programs',
  covers: 'CWE-863, CWE-269: a program beyond its scopes (Medusa and Vendure API key advisories)',
  settings: 'production',
  attempts: async (target) => {
    const all = operations().filter((each) => !isLive(each));
    const attempts: Attempt[] = [];
    for (const scope of MACHINE_SCOPES) {
      const token = await target.machine(scope);
      for (const operation of all.filter((each) => each.scope === null || !hasScope([scope], each.scope)))
        attempts.push({
          title: `${operation.name} with ${scope}`,
          run: async () => {
            const answer = await target.graphql(token, operation.document, {}, { 'x-backcounter-mutation': '1' });
            must(answer.code === 'access.denied', 'Let in', answer);
          },
        });
    }
    return attempts;
  },
};

const STREAM = '/graphql/stream';
const STREAM_HEADER = 'x-graphql-event-stream-token';

const live: AttackClass = {
  name: 'live subscriptions',
  covers:
    'CWE-862, CWE-285: rights that hold for queries but not for subscriptions (Hasura, Directus CVE-2023-38503 kind)',
  settings: 'open-documents',
  attempts: async (target) => {
    const all = operations().filter(isLive);
    const attempts: Attempt[] = [];
    for (const staff of Object.keys(STAFF) as Staff[]) {
      const token = await target.token(staff);
      for (const { name, document } of all.filter((each) => !mayRun(staff, each)))
        attempts.push({
          title: `${name} as ${staff}`,
          run: async () => {
            const reserved = await target.send(STREAM, { method: 'PUT', token });
            const headers = { [STREAM_HEADER]: reserved.text, 'content-type': 'application/json' };
            const body = JSON.stringify({ query: document, extensions: { operationId: name } });
            await target.send(STREAM, { method: 'POST', token, headers, body });
            const events = await target.follow(STREAM, { token, headers: { [STREAM_HEADER]: reserved.text } });
            must(/access\.denied/.test(events) && !/"data":\{/.test(events), `Let in: ${events.slice(0, 300)}`);
          },
        });
    }
    const admin = await target.token('admin');
    const others: Readonly<Record<string, () => Promise<Answer>>> = {
      'a program': async () => target.send(STREAM, { method: 'PUT', token: await target.machine() }),
      nobody: () => target.send(STREAM, { method: 'PUT' }),
      'a forged token': () => target.send(STREAM, { method: 'PUT', token: 'a'.repeat(43) }),
      "another person's stream": async () => {
        const { text } = await target.send(STREAM, { method: 'PUT', token: admin });
        const token = await target.token('marketing');
        return target.send(STREAM, { token, headers: { [STREAM_HEADER]: text } });
      },
      'a stream that is made up': () =>
        target.send(STREAM, { token: admin, headers: { [STREAM_HEADER]: 'a'.repeat(36) } }),
    };
    return [
      ...attempts,
      ...each(
        Object.entries(others),
        ([name]) => name,
        async ([, send]) => {
          const answer = await send();
          mustBeClean(answer);
          must(answer.status >= 400, 'Let in', answer);
        },
      ),
    ];
  },
};

/** Routes that need a token. */
export const GUARDED = [
  ['POST', '/graphql'],
  ['GET', '/graphql?query=%7Bviewer%7Bsub%7D%7D'],
  ['POST', '/graphql/stream'],
  ['POST', '/files/uploads?kind=import'],
  ['GET', '/metrics'],
  ['GET', '/realtime/online'],
  ['GET', '/realtime/online/someone'],
  ['GET', '/realtime/pictures/someone'],
  ['PUT', '/realtime/online/someone'],
  ['DELETE', '/realtime/online/someone'],
  ['POST', '/realtime/heartbeat'],
  ['POST', '/realtime/ticket'],
  ['GET', '/files/profile_pictures/someone.png'],
  ['GET', '/files/exports/01900000-0000-7000-8000-000000000001'],
] as const;
const CREDENTIALS = {
  none: {},
  'an empty bearer': { authorization: 'Bearer ' },
  'a basic password': { authorization: `Basic ${Buffer.from('admin@demo.test:backcounter').toString('base64')}` },
  'a forged token': { authorization: `Bearer ${'a'.repeat(43)}` },
  'a cookie': { cookie: 'access_token=admin; session=admin' },
};

const anonymous: AttackClass = {
  name: 'routes without sign-in',
  covers: 'CWE-306: missing authentication for a function (n8n, Appsmith advisories) [security 1]',
  settings: 'production',
  attempts: (target) =>
    GUARDED.flatMap(([method, path]) =>
      each(
        Object.entries(CREDENTIALS),
        ([kind]) => `${method} ${path} with ${kind}`,
        async ([, headers]) => {
          const answer = await target.send(path, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            ...(method !== 'GET' && { body: '{"query":"{ viewer { sub } }"}' }),
          });
          mustBeClean(answer);
          must([400, 401, 403, 404].includes(answer.status), 'Let in', answer);
          must(answer.json?.data == null, 'Answered with data', answer);
        },
      ),
    ),
};

/** Classes about permissions. */
export const ATTACKS: readonly AttackClass[] = [roleMatrix, machineScopes, live, anonymous];
