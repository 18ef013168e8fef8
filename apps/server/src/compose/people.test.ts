import type { Role } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../embedded/identity/password.ts';
import { peopleOf } from '../embedded/identity/people.ts';
import { StaffAdministration } from '../embedded/identity/staff-administration.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const FIELDS =
  'id version name email roles adminUrl preferredLanguageKey state stateReason secondFactor isWaiting isHere actions';

let test: TestApp;
let password: string;
const people = new Map<string, { readonly id: string; readonly roles: readonly Role[] }>();
const idOf = (email: string) => people.get(email)?.id ?? '';
const query = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

beforeAll(async () => {
  password = await hashPassword('a long enough password 1');
  test = await createTestApp({
    // The token is the name of a person.
    identity: {
      authenticate: async (token) => ({
        kind: 'staff',
        sub: idOf(`${token}@firm.test`),
        name: token,
        email: `${token}@firm.test`,
        roles: people.get(`${token}@firm.test`)?.roles ?? [],
        expiresAt: new Date('2030-01-01'),
      }),
    },
    people: peopleOf({ sendsMail: false, root: '/identity', clock: { now: () => new Date() } }),
  });
});
beforeEach(async () => {
  await query('truncate identity.person, identity.invitation, staff_disclosure, staff_audit_event, staff_user cascade');
  people.clear();
  await add('ada@firm.test', ['ADMIN']);
  await add('bo@firm.test', ['ADMIN']);
  await add('cy@firm.test', ['MARKETING', 'CAMPAIGN-VIEWER']);
});
afterAll(() => test.close());

async function add(email: string, roles: readonly Role[]): Promise<void> {
  const [row] = await query(
    'insert into identity.person (email, name, roles, password_hash) values ($1, $2, $3, $4) returning id',
    [email, email.slice(0, 2), roles, password],
  );
  people.set(email, { id: row.id, roles });
}

async function run(name: string, email: string, input: Record<string, unknown> = {}, as = 'ada@firm.test') {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const more = name === 'resetStaffMember' ? 'link' : '';
  const { body } = await test.send(
    `mutation M($input: ${type}) { saved: ${name}(input: $input) { ${more} staffMember { ${FIELDS} } } }`,
    { input: { id: idOf(email), expectedVersion: 1, ...input } },
    { token: as.split('@')[0] ?? '' },
  );
  return { saved: body.data?.saved?.staffMember, link: body.data?.saved?.link, code: body.errors?.[0].extensions.code };
}

async function list(args: string, fields = 'email') {
  const { body } = await test.send(
    `{ staffMembers(first: 10, ${args}) { nodes { ${fields} } count { value } } }`,
    {},
    { token: 'ada' },
  );
  return body.data.staffMembers.nodes;
}

it('lists people with roles, second factor and state, found by name, role and second factor [spec 4.20]', async () => {
  await query(`update identity.person set totp_secret = 'x', last_sign_in_at = now() where email = 'bo@firm.test'`);
  expect(await list('', FIELDS)).toMatchObject([
    { email: 'bo@firm.test', roles: 'ADMIN', secondFactor: 'CODE_APP', state: 'ACTIVE', isHere: true },
    { secondFactor: 'NONE' },
    { secondFactor: 'NONE' },
  ]);
  expect(await list('search: "cy"')).toEqual([{ email: 'cy@firm.test' }]);
  expect(await list('filter: { role: { in: [CAMPAIGN_VIEWER] } }')).toEqual([{ email: 'cy@firm.test' }]);
  expect(await list('filter: { role: { in: [ADMIN] }, secondFactor: { in: [NONE] } }')).toEqual([
    { email: 'ada@firm.test' },
  ]);
});

it('changes roles, link and language of the version seen; the audit event names who did it', async () => {
  const patch = { roles: 'MARKETING', adminUrl: 'https://old.firm.test/', preferredLanguageKey: 'de-DE' };
  expect((await run('updateStaffMember', 'cy@firm.test', { patch })).saved).toMatchObject({ ...patch, version: 2 });
  expect((await run('updateStaffMember', 'cy@firm.test', { patch })).code).toBe('record.conflict');
  expect((await run('updateStaffMember', 'bo@firm.test', { patch: { roles: 'OWNER' } })).code).toBe('field.invalid');
  expect(
    await query("select actor_sub, action, entity_id, changes from staff_audit_event where entity_type = 'staff'"),
  ).toEqual([
    {
      actor_sub: idOf('ada@firm.test'),
      action: 'staff.set',
      entity_id: idOf('cy@firm.test'),
      changes: {
        roles: ['MARKETING CAMPAIGN-VIEWER', 'MARKETING'],
        adminUrl: [null, 'https://old.firm.test/'],
        preferredLanguageKey: [null, 'de-DE'],
      },
    },
  ]);
});

it('suspends with a reason, which ends the sessions, and reactivates', async () => {
  await query(
    `insert into identity.token (model, id, uid, account_id, payload, expires_at)
     values ('Session', sha256('a'), 'one', $1, '{}', now() + interval '1 day')`,
    [idOf('cy@firm.test')],
  );
  expect((await run('suspendStaffMember', 'cy@firm.test', { reason: ' ' })).code).toBe('reason.required');
  expect((await run('suspendStaffMember', 'cy@firm.test', { reason: 'left' })).saved).toMatchObject({
    state: 'SUSPENDED',
    stateReason: 'left',
    actions: ['EDIT', 'REACTIVATE', 'RESET'],
  });
  expect(await query('select from identity.token')).toHaveLength(0);
  const { saved } = await run('reactivateStaffMember', 'cy@firm.test', { expectedVersion: 2 });
  expect(saved).toMatchObject({ state: 'ACTIVE', stateReason: null });
});

it('unlocks, signs out of one place or all, and resets by a link that is shown once', async () => {
  const id = idOf('cy@firm.test');
  await query(
    `insert into identity.sign_in_throttle values ('account', sha256('cy@firm.test'), 9, now(), now() + interval '1 minute')`,
  );
  for (const uid of ['one', 'two', 'three']) {
    await query(
      `insert into identity.token (model, id, uid, account_id, payload, expires_at)
       values ('Session', sha256(convert_to($2, 'UTF8')), $2, $1, '{}', now() + interval '1 day')`,
      [id, uid],
    );
  }
  const sessions = async () => (await list('search: "cy"', 'isWaiting sessions { id device }'))[0];
  expect(await sessions()).toMatchObject({ isWaiting: true, sessions: [{ device: '–' }, {}, {}] });
  expect((await run('unlockStaffMember', 'cy@firm.test')).saved).toMatchObject({ isWaiting: false });
  await run('signOutStaffMember', 'cy@firm.test', { session: 'two' });
  expect((await sessions()).sessions).toHaveLength(2);
  await run('signOutStaffMember', 'cy@firm.test');
  expect((await sessions()).sessions).toHaveLength(0);
  const reset = await run('resetStaffMember', 'cy@firm.test', { endsSecondFactor: true, reason: 'lost phone' });
  expect(reset.link).toMatch(/^\/identity\/reset\/[\w-]{43}$/);
  expect(await query('select octet_length(token_hash) as bytes from identity.password_reset')).toEqual([{ bytes: 32 }]);
  expect((await query('select password_hash from identity.person where id = $1', [id]))[0].password_hash).not.toBe(
    password,
  );
  expect((await query('select action, reason from staff_audit_event order by id')).map(Object.values)).toEqual([
    ['staff.unlock', null],
    ['session.revoke', null],
    ['session.revoke', null],
    ['staff.reset', 'lost phone'],
  ]);
});

it('never lets people change their own roles or access, nor suspend the last administrator', async () => {
  expect((await run('updateStaffMember', 'ada@firm.test', { patch: { roles: 'MARKETING' } })).code).toBe(
    'staff.own-access',
  );
  expect((await run('suspendStaffMember', 'ada@firm.test', { reason: 'me' })).code).toBe('staff.own-access');
  expect((await run('suspendStaffMember', 'bo@firm.test', { reason: 'left' })).saved.state).toBe('SUSPENDED');
  expect((await run('updateStaffMember', 'ada@firm.test', { patch: { roles: null } }, 'bo@firm.test')).code).toBe(
    'staff.last-administrator',
  );
  const operator = new StaffAdministration(test.database.db);
  const refused = 'This is the last active administrator. Make someone else an administrator first.';
  await expect(operator.remove('ada@firm.test')).rejects.toThrow(refused);
  await expect(operator.set('ada@firm.test', { state: 'SUSPENDED' })).rejects.toThrow(refused);
  await expect(operator.set('ada@firm.test', { roles: ['MARKETING'] })).rejects.toThrow(refused);
  await expect(query(`delete from identity.person where email = 'ada@firm.test'`)).rejects.toMatchObject({
    code: 'BC005',
  });
});

it('leaves one of two administrators who remove each other at the same time', async () => {
  const answers = await Promise.all([
    run('updateStaffMember', 'bo@firm.test', { patch: { roles: null } }, 'ada@firm.test'),
    run('updateStaffMember', 'ada@firm.test', { patch: { roles: null } }, 'bo@firm.test'),
  ]);
  expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual(['done', 'staff.last-administrator']);
  expect(await query(`select from identity.person where 'ADMIN' = any (roles)`)).toHaveLength(1);
});

it('compares what people were shown with what is usual for them', async () => {
  const show = (email: string, kind: string, daysAgo: number, amount: number) =>
    query(
      `insert into staff_disclosure values ($1, $2, date_bin('5 minutes', now() - make_interval(days => $3), 'epoch'), $4)`,
      [idOf(email), kind, daysAgo, amount],
    );
  await show('cy@firm.test', 'CONTACT', 20, 6);
  await show('cy@firm.test', 'CODE', 10, 4);
  await show('cy@firm.test', 'CONTACT', 1, 402);
  for (let day = 1; day < 20; day += 1) await show('bo@firm.test', 'CONTACT', day, 40);
  const fields = 'email reveals { total peak usual times } exports { total }';
  expect(await list('filter: { unusual: true }', fields)).toEqual([
    { email: 'cy@firm.test', reveals: { total: 412, peak: 402, usual: 10, times: 40 }, exports: null },
  ]);
  expect((await list('sort: { key: REVEALS, direction: DESC }', fields))[0]).toMatchObject({
    email: 'bo@firm.test',
    reveals: { total: 760, times: null },
  });
});

it('shows the people of another provider as their last tokens described them, and changes none', async () => {
  await query(`truncate identity.person cascade; insert into staff_user (sub, display_name, email, last_roles)
    values ('auth0|77', 'Dana', 'dana@firm.test', '{ADMIN}')`);
  people.set('ada@firm.test', { id: 'auth0|77', roles: ['ADMIN'] });
  expect(await list('', FIELDS)).toMatchObject([
    { id: 'auth0|77', name: 'Dana', roles: 'ADMIN', secondFactor: 'UNKNOWN', isHere: false, actions: [] },
  ]);
  expect((await run('suspendStaffMember', 'ada@firm.test', { reason: 'x' })).code).toBe('state.invalid-transition');
});

it('invites by a link that is shown once, sends it again and revokes it; only administrators may [spec 4.20]', async () => {
  const ask = async (name: string, input: object, fields: string, as = 'ada') => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
    const text = `mutation M($input: ${type}) { saved: ${name}(input: $input) { ${fields} } }`;
    const { body } = await test.send(text, { input }, { token: as });
    return {
      saved: body.data?.saved,
      code: body.errors?.[0].extensions.code,
      details: body.errors?.[0].extensions.details,
    };
  };
  const whole = 'invitationId link';
  const given = { email: 'new@firm.test', roles: 'MARKETING', byMail: true };
  const { saved } = await ask('inviteStaffMember', given, whole);
  expect(saved.link).toMatch(/^\/identity\/invitation\/[\w-]{43}$/);
  const invitation = async () => (await list('search: "new@"', `${FIELDS} expiresAt updatedBy { name }`))[0];
  expect(await invitation()).toMatchObject({
    ...{ id: saved.invitationId, name: given.email, roles: 'MARKETING', state: 'INVITED' },
    ...{ actions: ['INVITE', 'REVOKE'], expiresAt: expect.any(String) },
  });
  expect(await list('filter: { state: { in: [INVITED, EXPIRED] } }')).toEqual([{ email: given.email }]);
  for (const [input, rule] of [
    [given, 'taken'],
    [{ ...given, email: 'CY@firm.test' }, 'taken'],
    [{ ...given, email: 'nothing' }, 'email'],
    [{ ...given, email: '' }, 'required'],
  ] as const)
    expect((await ask('inviteStaffMember', input, whole)).details).toEqual({ fields: { email: [{ rule }] } });
  expect((await ask('inviteStaffMember', { ...given, roles: 'OWNER' }, whole)).code).toBe('field.invalid');
  for (const as of ['cy', 'stranger'])
    expect((await ask('inviteStaffMember', { ...given, email: 'x@firm.test' }, whole, as)).code).toBe('access.denied');
  const { id, version } = await invitation();
  const expected = { id, expectedVersion: version };
  expect((await ask('sendInvitation', expected, 'link', 'bo')).saved.link).not.toBe(saved.link);
  expect((await ask('sendInvitation', expected, 'link')).code).toBe('record.conflict');
  const last = { id, expectedVersion: (await invitation()).version };
  for (const name of ['suspendStaffMember', 'updateStaffMember']) {
    const more = name === 'updateStaffMember' ? { patch: { roles: 'ADMIN' } } : { reason: 'x' };
    expect((await ask(name, { ...last, ...more }, 'staffMember { id }')).code).toBe('state.invalid-transition');
  }
  expect((await ask('revokeInvitation', last, whole, 'bo')).saved).toEqual({ invitationId: id, link: null });
  expect((await ask('revokeInvitation', last, whole)).code).toBe('record.not-found');
  expect(
    await query(
      `select actor_sub, action from staff_audit_event where entity_id = $1 and outcome = 'DONE' order by id`,
      [id],
    ),
  ).toEqual([
    { actor_sub: idOf('ada@firm.test'), action: 'staff.invite' },
    { actor_sub: idOf('bo@firm.test'), action: 'staff.invite' },
    { actor_sub: idOf('bo@firm.test'), action: 'staff.revoke-invitation' },
  ]);
});
