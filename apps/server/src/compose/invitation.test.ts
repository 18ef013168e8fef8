import type { Role } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { inviteFirstAdministrator } from '../embedded/identity/invitation.ts';
import { StaffAdministration } from '../embedded/identity/staff-administration.ts';
import { BrowserLike } from '../embedded/identity/testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from '../embedded/identity/testing/identity-server.ts';
import { sweepExpired } from '../embedded/identity/token-sweep.ts';

const PASSWORD = 'seven quiet harbour lamps';
const ADA = { email: 'ada@firm.test', name: 'Ada', roles: ['ADMIN'] as Role[], password: PASSWORD };
const DAY_MS = 24 * 60 * 60 * 1000;

let server: IdentityServer;
let by: { sub: string; roles: Role[]; requestId: null };
const query = async (text: string, values: unknown[] = []) =>
  (await server.database.ownerPool.query(text, values)).rows;
const operator = () => new StaffAdministration(server.database.db);

beforeAll(async () => {
  server = await startIdentityServer({ isDemo: false, mail: { isOn: true, readOutbox: null } });
});
beforeEach(async () => {
  server.clock.skewMs = 0;
  await query(
    `truncate identity.person, identity.invitation, identity.first_administrator, identity.token, mail, staff_user,
       staff_audit_event, graphile_worker._private_jobs cascade`,
  );
  await operator().add(ADA);
  await operator().add({ ...ADA, email: 'bo@firm.test' });
  const [ada] = await query(`select id from identity.person where email = 'ada@firm.test'`);
  by = { sub: ada.id, roles: ['ADMIN'], requestId: null };
  await query('truncate staff_audit_event');
});
afterAll(() => server.stop());

/** Invites as Ada. */
async function invite(email = 'cy@firm.test', roles: readonly Role[] = ['MARKETING']) {
  const { db } = server.database;
  const invited = { email, roles, adminUrl: null, preferredLanguageKey: 'de-DE' };
  const made = await server.people.invite(db, by, invited, false);
  return { id: made?.id ?? '', link: made?.link ?? '' };
}
async function open(link: string) {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  const response = await browser.request(link);
  const page = { address: link, markup: await response.text() };
  const accept = (fields = {}) => browser.submit(page, { name: 'Cy', password: PASSWORD, ...fields });
  return { browser, response, page, accept };
}
const statusOf = async (link: string) => (await open(link)).response.status;
const members = () =>
  query('select name, email, roles, state, expires_at, created_by from staff_members() order by email');

describe('an invitation', () => {
  test('becomes a person with the name and password of their choice, who is signed in [spec 4.20]', async () => {
    const { id, link } = await invite();
    expect((await members())[2]).toMatchObject({ email: 'cy@firm.test', state: 'INVITED', created_by: by.sub });
    const { browser, page, accept } = await open(link);
    expect(page.markup).toContain('cy@firm.test');
    const answer = await accept();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${server.publicUrl}/`]);
    expect((await members())[2]).toMatchObject({ name: 'Cy', roles: 'MARKETING', state: 'ACTIVE' });
    // The console asks the provider, which asks nothing.
    const { response } = await browser.authorize();
    expect((await browser.followToClient(response)).searchParams.get('code')).toBeTruthy();
    expect(await query('select actor_sub, action, entity_id, changes from staff_audit_event order by id')).toEqual([
      {
        ...{ actor_sub: by.sub, action: 'staff.invite', entity_id: id },
        changes: { email: [null, 'cy@firm.test'], roles: [null, 'MARKETING'] },
      },
      {
        ...{ actor_sub: id, action: 'staff.accept-invitation', entity_id: id },
        changes: { name: [null, 'Cy'], roles: [null, 'MARKETING'] },
      },
      { actor_sub: id, action: 'session.sign-in', entity_id: id, changes: {} },
    ]);
    expect(await query('select preferred_language_key from identity.person where id = $1', [id])).toEqual([
      { preferred_language_key: 'de-DE' },
    ]);
  });

  test('signs in only the browser in which it was accepted, and once', async () => {
    const { browser, accept } = await open((await invite()).link);
    await accept();
    const arrival = browser.cookie('bc_arrival') ?? '';
    await browser.followToClient((await browser.authorize()).response);
    const thief = new BrowserLike(server.issuer, server.publicUrl);
    thief.steal('bc_arrival', arrival, '/identity/interaction');
    const form = await thief.open((await thief.authorize()).response);
    expect(form.markup).toContain('autocomplete="current-password"');
  });

  test('signs no one in after an administrator has reset the new person', async () => {
    const { id, link } = await invite();
    const { browser, accept } = await open(link);
    await accept();
    const version = { endsSecondFactor: false, reason: 'The link was forwarded' };
    await server.people.reset(server.database.db, by, id, version);
    const form = await browser.open((await browser.authorize()).response);
    expect(form.markup).toContain('autocomplete="current-password"');
  });

  test('is accepted once by two who open the link at the same time', async () => {
    const { link } = await invite();
    const both = await Promise.all([open(link), open(link)]);
    const answers = await Promise.all(both.map(({ accept }) => accept()));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(await query(`select from identity.person where email = 'cy@firm.test'`)).toHaveLength(1);
  });

  test('answers unknown, used, expired, revoked and replaced links alike', async () => {
    const { db } = server.database;
    const used = await invite('used@firm.test');
    await (await open(used.link)).accept();
    const revoked = await invite('revoked@firm.test');
    await server.people.revokeInvitation(db, by, revoked.id);
    const replaced = await invite('replaced@firm.test');
    await server.people.sendInvitation(db, by, replaced.id);
    const mailed = await invite('mailed@firm.test');
    await server.people.sendInvitation(db, by, mailed.id);
    const expired = await invite('expired@firm.test');
    await query(`update identity.invitation set expires_at = now() where id = $1`, [expired.id]);
    const links = [used, revoked, replaced, mailed, expired].map(({ link }) => link);
    const seen = await Promise.all([...links, `/identity/invitation/${'x'.repeat(43)}`].map(open));
    for (const { response, page } of seen) expect([response.status, page.markup]).toEqual([410, seen[0]?.page.markup]);
    const forms = await Promise.all(seen.map(({ accept }) => accept()));
    expect(new Set(forms.map(({ status }) => status))).toEqual(new Set([403]));
  });

  test('expires after 7 days, and is deleted 30 days later', async () => {
    const { link } = await invite();
    const { accept } = await open(link);
    server.clock.skewMs = 7 * DAY_MS + 1_000;
    expect((await accept()).status).toBe(410);
    await query(`update identity.invitation set expires_at = now() - interval '29 days'`);
    await sweepExpired(server.database.db);
    expect((await members())[2]).toMatchObject({ email: 'cy@firm.test', state: 'EXPIRED' });
    await query(`update identity.invitation set expires_at = now() - interval '31 days'`);
    await sweepExpired(server.database.db);
    expect(await members()).toHaveLength(2);
  });

  test.each([
    ['is suspended', { state: 'SUSPENDED' }],
    ['lost the role', { roles: ['MARKETING'] as Role[] }],
  ] as const)('is void while the inviter %s', async (_case, change) => {
    const { link } = await invite();
    const { accept } = await open(link);
    await operator().set('ada@firm.test', change);
    expect([await statusOf(link), (await accept()).status]).toEqual([410, 410]);
    expect((await members())[2]).toMatchObject({ state: 'EXPIRED' });
  });

  test('is void after the inviter was removed, or was a person of a demo', async () => {
    const { link } = await invite();
    await query('update identity.person set is_demo = true where id = $1', [by.sub]);
    expect(await statusOf(link)).toBe(410);
    await query('update identity.person set is_demo = false where id = $1', [by.sub]);
    expect(await statusOf(link)).toBe(200);
    await operator().remove('ada@firm.test');
    expect(await statusOf(link)).toBe(410);
  });

  test('refuses a weak password and no name, and stays valid', async () => {
    const { link } = await invite();
    const { accept } = await open(link);
    for (const [fields, problem] of [
      [{ password: 'short' }, 'fewer than 12 characters'],
      [{ name: ' ' }, 'Enter your name'],
      [{ name: 'x'.repeat(201) }, 'Enter your name'],
    ] as const) {
      const answer = await accept(fields);
      expect([answer.status, (await answer.text()).includes(problem)]).toEqual([422, true]);
    }
    expect((await accept()).status).toBe(303);
  });

  test('is refused for an address that belongs to a person or is invited, in any case', async () => {
    await invite();
    for (const email of ['Cy@firm.test', 'ADA@firm.test'])
      await expect(
        operator().invite({ email, roles: [], adminUrl: null, preferredLanguageKey: null }, new Date()),
      ).rejects.toThrow(`${email} is invited or belongs to a person.`);
  });

  test('ends when the person is added by command', async () => {
    const { link } = await invite();
    await operator().add({ ...ADA, email: 'CY@firm.test', roles: [] });
    expect([await statusOf(link), (await members()).length]).toEqual([410, 3]);
  });

  test('by command is a link too', async () => {
    const invited = { email: 'di@firm.test', roles: ['ADMIN'] as Role[], adminUrl: null, preferredLanguageKey: null };
    const token = await operator().invite(invited, new Date());
    const { accept } = await open(`/identity/invitation/${token}`);
    expect((await accept({ name: 'Di' })).status).toBe(303);
    expect((await members())[2]).toMatchObject({ name: 'Di', roles: 'ADMIN', created_by: 'operator' });
  });

  test('after too many mails within the hour has a link to copy, and a reset says when the next is possible', async () => {
    const { id } = await invite();
    const { db } = server.database;
    const send = () => server.people.sendInvitation(db, by, id);
    for (let mail = 0; mail < 5; mail += 1) expect(await send()).toBeNull();
    expect(await statusOf((await send()) ?? '')).toBe(200);
    const [bo] = await query(`select id from identity.person where email = 'bo@firm.test'`);
    const reset = () =>
      inTransaction(db, (trx) => server.people.reset(trx, by, bo.id, { endsSecondFactor: false, reason: 'Lost' }));
    for (let mail = 0; mail < 5; mail += 1) expect(await reset()).toBeNull();
    const [before] = await query(`select password_hash, version from identity.person where id = '${bo.id}'`);
    const [{ at }] = await query(
      `select min(created_at) + interval '1 hour' as at from mail where kind = 'password-reset'`,
    );
    await expect(reset()).rejects.toMatchObject({ code: 'rate.limited', details: { retryAt: at.toISOString() } });
    expect(await query(`select password_hash, version from identity.person where id = '${bo.id}'`)).toEqual([before]);
  });

  test('by mail has its link only in the mail, in the language of the person', async () => {
    const { id } = await invite();
    expect(await server.people.sendInvitation(server.database.db, by, id)).toBeNull();
    const kind = server.mailKinds.find(({ name }) => name === 'invitation');
    const compose = () =>
      kind?.compose(server.database.db, {
        ...{ id: '', kind: 'invitation', recipientSub: id, aboutId: null, language: 'de-DE', createdAt: new Date() },
      });
    const mail = await compose();
    expect(mail).toMatchObject({ to: 'cy@firm.test', subject: 'Ihre Einladung zu Backcounter' });
    expect(mail?.paragraphs[0]).toContain('Ada hat Sie eingeladen.');
    expect(await query('select kind, recipient_sub, language from mail')).toEqual([
      { kind: 'invitation', recipient_sub: id, language: 'de-DE' },
    ]);
    expect(await statusOf(mail?.action.url ?? '')).toBe(200);
    const token = mail?.action.url.split('/').at(-1);
    const { rows } = await server.database.ownerPool.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'identity')`,
    );
    for (const { name } of rows)
      expect([name, await query(`select from ${name} as t where t::text like '%' || $1 || '%'`, [token])]).toEqual([
        name,
        [],
      ]);
    await server.people.revokeInvitation(server.database.db, by, id);
    expect(await compose()).toBeNull();
  });
});

describe('the link of the first administrator', () => {
  const first = () => inviteFirstAdministrator({ db: server.database.db, clock: server.clock });
  const none = () => query('truncate identity.person, identity.first_administrator cascade');
  const linkOf = (made: Awaited<ReturnType<typeof first>>) => `/identity/invitation/${made?.token}`;

  test('is made once for two nodes that start at the same time, and again after 30 minutes', async () => {
    await none();
    const both = await Promise.all([first(), first()]);
    expect(both.filter((made) => made?.token === null)).toHaveLength(1);
    expect(both[0]?.expiresAt).toEqual(both[1]?.expiresAt);
    const made = both.find((each) => each?.token);
    expect(await statusOf(linkOf(made))).toBe(200);
    server.clock.skewMs = 30 * 60_000 + 1_000;
    expect(await statusOf(linkOf(made))).toBe(410);
    const next = await first();
    expect([next?.token?.length, await statusOf(linkOf(next)), await statusOf(linkOf(made))]).toEqual([43, 200, 410]);
    expect((await query('select octet_length(token_hash) as bytes from identity.invitation'))[0]).toEqual({
      bytes: 32,
    });
  });

  test('creates one administrator, also for two who use it at the same time', async () => {
    await none();
    const link = linkOf(await first());
    const both = await Promise.all([open(link), open(link)]);
    expect(both[0]?.page.markup).toContain('Create the first administrator');
    const answers = await Promise.all(both.map(({ accept }, at) => accept({ email: `di${at}@firm.test` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(await query('select roles, created_by from identity.person')).toEqual([
      { roles: ['ADMIN'], created_by: 'operator' },
    ]);
    expect(await first()).toBeUndefined();
  });

  test('never comes again: neither after all administrators are gone, nor with one added by command', async () => {
    await query(
      'alter table identity.person disable trigger person_protects_administrators; delete from identity.person; alter table identity.person enable trigger person_protects_administrators',
    );
    expect(await first()).toBeUndefined();
    await none();
    const link = linkOf(await first());
    await operator().add(ADA);
    expect([await statusOf(link), await first()]).toEqual([410, undefined]);
  });

  test('needs an email that no one has, and stays valid', async () => {
    await none();
    await operator().add({ ...ADA, roles: [] });
    const { accept } = await open(linkOf(await first()));
    for (const email of ['', 'ada@firm.test', 'nothing', 'di\0@firm.test'])
      expect([(await accept({ email })).status, await query('select from identity.first_administrator')]).toEqual([
        422,
        [],
      ]);
    expect((await accept({ email: 'di@firm.test' })).status).toBe(303);
  });

  test('ends the invitation of the same address', async () => {
    await none();
    const invited = { email: 'Di@firm.test', roles: [], adminUrl: null, preferredLanguageKey: null };
    const token = await operator().invite(invited, new Date());
    const early = await open(`/identity/invitation/${token}`);
    await (await open(linkOf(await first()))).accept({ email: 'di@firm.test' });
    expect((await early.accept()).status).toBe(410);
    expect(await members()).toHaveLength(1);
  });

  test('is not made by people of a demo', async () => {
    await none();
    await query(
      `insert into identity.person (email, name, roles, password_hash, is_demo) values ('d@demo.test', 'D', '{ADMIN}', '$argon2id$x', true)`,
    );
    expect((await first())?.token).toHaveLength(43);
    await query('update identity.person set is_demo = false');
    expect(await first()).toBeUndefined();
  });
});
