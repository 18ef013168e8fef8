import type { Role } from '@backcounter/domain';
import type { JobHelpers } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../embedded/identity/password.ts';
import { peopleOf } from '../embedded/identity/people.ts';
import { StaffAdministration } from '../embedded/identity/staff-administration.ts';
import { mailTask } from '../mail/mail-task.ts';
import type { MailMessage } from '../ports/mail.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { featureMailKinds } from './mail.ts';

let test: TestApp;
let password: string;
const people = new Map<string, { readonly sub: string; readonly roles: readonly Role[] }>();
const query = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const subOf = (name: string) => people.get(name)?.sub ?? name;

beforeAll(async () => {
  password = await hashPassword('a long enough password 1');
  test = await createTestApp({
    // The token is the name of a person.
    identity: {
      authenticate: async (name) => {
        const { sub, roles } = people.get(name) ?? { sub: name, roles: [] };
        return { kind: 'staff', sub, name, email: `${name}@firm.test`, roles, expiresAt: new Date('2030-01-01') };
      },
    },
    sendsMail: true,
    people: peopleOf({ sendsMail: true, root: '/identity', clock: { now: () => new Date() } }),
  });
});
beforeEach(async () => {
  await query(`truncate identity.person, access_request, staff_audit_event, staff_user, mail,
    graphile_worker._private_jobs cascade`);
  people.clear();
  for (const [name, roles] of Object.entries({ ada: ['ADMIN'], bo: ['ADMIN'], cy: ['MARKETING'], di: [] }))
    await add(name, roles as Role[]);
});
afterAll(() => test.close());

async function add(name: string, roles: readonly Role[]): Promise<void> {
  const [row] = await query(
    `insert into identity.person (email, name, roles, password_hash) values ($1, $2, $3, $4) returning id`,
    [`${name}@firm.test`, name, roles, password],
  );
  people.set(name, { sub: row.id, roles });
}
async function send(text: string, input: Record<string, unknown> | null, token: string) {
  const { body } = await test.send(text, input === null ? {} : { input }, { token });
  return body.errors?.[0]?.extensions.code ?? body.data;
}
const ask = (token: string, input = {}) =>
  send('mutation($input: RequestAccessInput!) { requestAccess(input: $input) { requestedAt } }', input, token);
const help = (token: string) => send('{ accessHelp { administrators requestedAt } }', null, token);
const asking = async () =>
  (
    await send(
      '{ staffMembers(first: 9, filter: { asks: true }) { nodes { id version name accessRequest { roles note } } } }',
      null,
      'ada',
    )
  ).staffMembers.nodes;
const attention = async (token = 'ada') =>
  (
    await send('{ attention(scope: MINE, first: 9) { items { kind subject { title } } } }', null, token)
  ).attention.items.filter(({ kind }: { kind: string }) => kind === 'STAFF_REQUEST');
const decline = (name: string) =>
  send(
    'mutation($input: DeclineAccessRequestInput!) { declineAccessRequest(input: $input) { staffMember { id } } }',
    { id: subOf(name), expectedVersion: 1 },
    'ada',
  );
/** Sends the queue; the mails as recipient and text. */
async function mails() {
  const sent: MailMessage[] = [];
  const port = { send: async (mail: MailMessage) => ({ kind: 'accepted' as const, sent: sent.push(mail) }) };
  const kinds = await featureMailKinds('https://office.test');
  const parts = { kinds, publicUrl: 'https://office.test', logger: pino({ level: 'silent' }) };
  const task = mailTask({ ...parts, db: test.database.db, port: port as never });
  for (const { id } of await query('select id from mail where ended_at is null order by id'))
    await task({ id }, { job: { attempts: 1, max_attempts: 8 } } as JobHelpers);
  return sent;
}

it('someone without a role learns whom to ask, and asks once a day, also by a double click [spec 6.6]', async () => {
  expect(await help('di')).toEqual({ accessHelp: { administrators: ['ada', 'bo'], requestedAt: null } });
  const asked = await Promise.all([1, 2, 3].map(() => ask('di', { permission: 'account.read', note: 'For support' })));
  expect(new Set(asked.map((answer) => answer.requestAccess.requestedAt)).size).toBe(1);
  expect(await help('di')).toMatchObject({ accessHelp: asked[0].requestAccess });
  expect(await asking()).toMatchObject([
    { name: 'di', accessRequest: { roles: ['ADMIN', 'MARKETING'], note: 'For support' } },
  ]);
  expect(await attention()).toEqual([{ kind: 'STAFF_REQUEST', subject: { title: 'di' } }]);
  expect(await attention('cy')).toEqual([]);
  const sent = await mails();
  expect(sent.map(({ to }) => to).sort()).toEqual(['ada@firm.test', 'bo@firm.test']);
  expect(sent[0]?.text).toContain('ADMIN, MARKETING');
  expect(sent[0]?.text).toContain('For support');
  expect(sent[0]?.text).toContain(`https://office.test/admin/people?edit=${subOf('di')}`);
  expect(await query(`select action, entity_id from staff_audit_event where action like 'session.%'`)).toEqual([
    { action: 'session.ask-access', entity_id: subOf('di') },
  ]);
});

it('a request ends when one of the roles is given, and stays ended', async () => {
  await ask('di', { permission: 'account.read' });
  const give = async (roles: readonly Role[]) => {
    await new StaffAdministration(test.database.db).set('di@firm.test', { roles });
    return [(await asking()).length, (await attention()).length];
  };
  expect(await give(['CAMPAIGN-VIEWER'])).toEqual([1, 1]);
  expect(await give(['MARKETING'])).toEqual([0, 0]);
  expect(await give([])).toEqual([0, 0]);
  expect(await mails()).toEqual([]);
});

it('a declined request is over, and the next one is possible a day after it', async () => {
  await ask('di');
  await decline('di');
  expect([await asking(), await attention(), await decline('di')]).toEqual([[], [], 'state.invalid-transition']);
  await ask('di');
  expect(await asking()).toEqual([]);
  await query(`update access_request set requested_at = requested_at - interval '1 day'`);
  await ask('di');
  expect(await asking()).toMatchObject([{ name: 'di', accessRequest: { roles: [], note: null } }]);
});

it('no one asks for what they have, and the note goes with the person', async () => {
  for (const input of [{ permission: 'account.read' }, { permission: 'unknown' }, {}])
    expect(await ask('cy', input)).toBe('state.invalid-transition');
  await ask('cy', { permission: 'staff-member.read', note: 'private words' });
  await new StaffAdministration(test.database.db).remove('cy@firm.test');
  expect(await query('select * from access_request')).toEqual([]);
});

it('people of another provider ask those who were administrators within 30 days there', async () => {
  await query('truncate identity.person cascade');
  people.set('ada', { sub: 'ada', roles: ['ADMIN'] });
  await query(`insert into staff_user (sub, display_name, email, last_roles, last_seen_at) values
    ('ada', 'Ada', 'ada@elsewhere.test', '{ADMIN}', now()),
    ('old', 'Old', 'old@elsewhere.test', '{ADMIN}', now() - interval '31 days')`);
  expect(await help('eve')).toMatchObject({ accessHelp: { administrators: ['Ada'] } });
  await ask('eve', { permission: 'account.read' });
  expect(await asking()).toMatchObject([{ id: 'eve', accessRequest: { roles: ['ADMIN', 'MARKETING'] } }]);
  expect((await mails()).map(({ to }) => to)).toEqual(['ada@elsewhere.test']);
  await query(`update staff_user set last_roles = '{MARKETING}' where sub = 'eve'`);
  expect([await asking(), await attention()]).toEqual([[], []]);
});
