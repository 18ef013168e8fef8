import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserLike } from '../embedded/identity/testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from '../embedded/identity/testing/identity-server.ts';
import { createOutbox, readOutbox } from '../embedded/mail/outbox.mail.ts';
import { mailTask } from '../mail/mail-task.ts';
import type { MailMessage } from '../ports/mail.ts';

const NEW_PASSWORD = 'seven quiet harbour lamps';
const MINUTE_MS = 60_000;

let server: IdentityServer;
const sent: MailMessage[] = [];
const person = () => new BrowserLike(server.issuer, server.publicUrl);
const query = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows;

beforeAll(async () => {
  const outbox = () => readOutbox(server.database.db);
  server = await startIdentityServer({ mail: { isOn: true, readOutbox: outbox } });
});
beforeEach(async () => {
  server.clock.skewMs = 0;
  sent.splice(0);
  await server.database.ownerPool.query(
    'truncate mail, identity.password_reset, identity.sign_in_throttle, staff_audit_event',
  );
});
afterAll(() => server.stop());

async function openForgot(browser: BrowserLike, language = 'en') {
  const { response } = await browser.authorize({ ui_locales: language });
  const signIn = await browser.open(response);
  const address = /href="([^"]+\/forgot)"/.exec(signIn.markup)?.[1] ?? '';
  return { address, markup: await (await browser.request(address)).text() };
}

/** Asks for a link and sends all waiting mails. */
async function ask(email: string, language?: string): Promise<Response> {
  const browser = person();
  const answer = await browser.submit(await openForgot(browser, language), { email });
  await sendAll();
  return answer;
}

async function sendAll(): Promise<void> {
  const { db } = server.database;
  const outbox = createOutbox(db);
  const port = {
    check: outbox.check,
    send: (message: MailMessage) => {
      sent.push(message);
      return outbox.send(message);
    },
  };
  const logger = { error: () => undefined, warn: () => undefined } as never;
  const send = mailTask({ db, port, kinds: server.mailKinds, publicUrl: server.publicUrl, logger });
  for (const { id } of await query('select id from mail where ended_at is null order by created_at'))
    await send({ id }, { job: { attempts: 1, max_attempts: 8 } } as never);
}

const linkOf = ({ text }: MailMessage) => /http\S+\/identity\/reset\/[\w-]{43}/.exec(text)?.[0] ?? '';
async function newLink(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(303);
  return linkOf(sent.at(-1) as MailMessage);
}
async function open(link: string) {
  const browser = person();
  const response = await browser.request(link);
  return { browser, response, page: { address: link, markup: await response.text() } };
}
async function choose(link: string, password = NEW_PASSWORD): Promise<Response> {
  const { browser, page } = await open(link);
  return browser.submit(page, { password });
}
const passwordOf = async (email: string) =>
  (await query('select password_hash from identity.person where email = $1', [email]))[0].password_hash;

describe('a forgotten password', () => {
  test('is replaced by a link sent by mail, which ends all sessions and is audited', async () => {
    const email = 'viewer@demo.test';
    const before = await person().signIn(email);
    const link = await newLink(email);
    expect(sent).toMatchObject([{ to: email, subject: 'Reset your Backcounter password', language: 'en-US' }]);
    const { browser, page } = await open(link);
    expect(page.markup).toContain('autocomplete="new-password"');
    const answer = await browser.submit(page, { password: NEW_PASSWORD });
    expect(answer.headers.get('location')).toBe('/identity/reset/done');
    expect(await (await browser.request('reset/done')).text()).toContain('Password changed');
    await expect(server.identity.authenticate(before.access_token)).rejects.toMatchObject({ code: 'session.expired' });
    expect(await person().signIn(email, NEW_PASSWORD)).toHaveProperty('access_token');
    await expect(person().signIn(email)).rejects.toThrow('no way to the client');
    expect(await query(`select outcome, reason from staff_audit_event where action = 'staff.change-password'`)).toEqual(
      [{ outcome: 'DONE', reason: 'by a link sent by mail' }],
    );
  });

  test('is replaced once: afterwards this link and all others of the person are refused', async () => {
    const links = [await newLink('manager@demo.test'), await newLink('manager@demo.test')];
    expect((await choose(links[1] ?? '')).status).toBe(303);
    const hash = await passwordOf('manager@demo.test');
    for (const link of links) {
      const { response, page } = await open(link);
      expect([response.status, page.markup.includes('This link no longer works')]).toEqual([410, true]);
    }
    expect(await passwordOf('manager@demo.test')).toBe(hash);
  });

  test('is replaced by one of two who use the link at the same time', async () => {
    const link = await newLink('manager@demo.test');
    const both = await Promise.all([open(link), open(link)]);
    const answers = await Promise.all(
      both.map(({ browser, page }) => browser.submit(page, { password: NEW_PASSWORD })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  test('is not replaced more than 30 minutes later', async () => {
    const link = await newLink('manager@demo.test');
    const { browser, page } = await open(link);
    const hash = await passwordOf('manager@demo.test');
    server.clock.skewMs = 30 * MINUTE_MS + 1_000;
    expect((await browser.submit(page, { password: NEW_PASSWORD })).status).toBe(410);
    expect((await open(link)).response.status).toBe(410);
    expect(await passwordOf('manager@demo.test')).toBe(hash);
  });

  test('gets no link if the mail waited for more than 30 minutes', async () => {
    const browser = person();
    await browser.submit(await openForgot(browser), { email: 'manager@demo.test' });
    server.clock.skewMs = 31 * MINUTE_MS;
    await sendAll();
    expect([sent, await query('select * from identity.password_reset')]).toEqual([[], []]);
  });

  test('is not replaced by a weak one, and the link stays valid', async () => {
    const link = await newLink('manager@demo.test');
    for (const [password, problem] of [
      ['short', 'fewer than 12 characters'],
      ['password1234', 'too easy to guess'],
      ['the manager of harbours', 'contains your e-mail name'],
    ] as const) {
      const answer = await choose(link, password);
      expect([answer.status, (await answer.text()).includes(problem)]).toEqual([422, true]);
    }
    expect((await choose(link)).status).toBe(303);
  });

  test('is not replaced by a form of another site', async () => {
    const link = await newLink('manager@demo.test');
    const { browser, page } = await open(link);
    const fields = { password: NEW_PASSWORD };
    const forged = [
      await browser.submit(page, fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      await browser.submit({ ...page, markup: '' }, fields),
    ];
    expect(forged.map(({ status }) => status)).toEqual([403, 403]);
    expect((await choose(link)).status).toBe(303);
  });

  test('leaves the second factor on', async () => {
    const email = 'streamer@demo.test';
    const enrolling = person();
    await enrolling.signIn(email);
    const markup = await (await enrolling.request('account?enrol=1')).text();
    const secret = (/<p class="key" dir="ltr">([A-Z2-7 ]+)</.exec(markup)?.[1] ?? '').replaceAll(' ', '');
    const sealed = /name="sealed" value="([^"]+)"/.exec(markup)?.[1] ?? '';
    const form = { markup, address: `${server.issuer}/account/second-factor` };
    await enrolling.submit(form, { sealed, code: await generate({ secret }) });
    expect((await choose(await newLink(email))).status).toBe(303);
    const browser = person();
    const { response } = await browser.authorize();
    const answer = await browser.submit(await browser.open(response), { email, password: NEW_PASSWORD });
    expect((await browser.open(answer)).markup).toContain('one-time-code');
  });

  test('is only hashed in the database: no queue, audit row or log has the link', async () => {
    const link = await newLink('manager@demo.test');
    const token = link.slice(link.lastIndexOf('/') + 1);
    await server.database.pool.query('delete from outbox_mail');
    const { rows } = await server.database.ownerPool.query(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'identity', 'graphile_worker')`);
    for (const { name } of rows) {
      const found = await server.database.ownerPool.query(
        `select from ${name} as t where t::text like '%' || $1 || '%'`,
        [token],
      );
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  });
});

describe('a request for a link', () => {
  /** Everything that a stranger can see, but for the interaction's id. */
  const seen = async (email: string) => {
    const browser = person();
    const form = await openForgot(browser);
    const answer = await browser.submit(form, { email });
    const page = await browser.open(answer);
    const without = (text: string) => text.replaceAll(form.address.split('/').at(-2) ?? '', 'UID');
    const headers = Object.fromEntries(answer.headers);
    return {
      answer: [answer.status, without(headers['location'] ?? ''), Object.keys(headers).sort()],
      page: without(page.markup),
      work: await query(`select (select count(*)::int from mail) as mails,
        (select count(*)::int from graphile_worker.jobs where task_identifier = 'mail.send') as jobs`),
    };
  };

  test('is answered the same, with the same work, for a known, an unknown and a suspended person', async () => {
    await query(`update identity.person set state = 'SUSPENDED' where email = 'nobody@demo.test'`);
    const views = [];
    for (const email of ['manager@demo.test', 'no-one@demo.test', 'nobody@demo.test']) {
      await query('delete from mail');
      await server.database.ownerPool.query('truncate graphile_worker._private_jobs');
      views.push(await seen(email));
    }
    expect(views[0]?.page).toContain('If a staff account has this email');
    expect(views[0]?.work).toEqual([{ mails: 1, jobs: 1 }]);
    expect(views[1]).toEqual(views[0]);
    expect(views[2]).toEqual(views[0]);
    await sendAll();
    expect(sent).toEqual([]);
  });

  test('must wait after 5 for an e-mail, known or not, and after 30 from an address', async () => {
    for (const email of ['manager@demo.test', 'no-one@demo.test']) {
      const statuses = [];
      for (let request = 0; request < 6; request += 1) statuses.push((await ask(email)).status);
      expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    }
    expect(sent).toHaveLength(5);
    const statuses = new Set<number>();
    for (let request = 0; request < 25; request += 1) statuses.add((await ask(`no-one-${request}@demo.test`)).status);
    expect(statuses).toEqual(new Set([303, 429]));
    expect(await (await ask('other@demo.test')).text()).toContain('Too many requests. Try again in');
  });

  test('does not make people wait at the sign-in', async () => {
    for (let request = 0; request < 6; request += 1) await ask('marketing@demo.test');
    expect(await person().signIn('marketing@demo.test')).toHaveProperty('access_token');
  });

  test('needs an e-mail and a form of this page', async () => {
    const browser = person();
    const form = await openForgot(browser);
    expect((await browser.submit(form, { email: ' ' })).status).toBe(422);
    expect((await browser.submit({ ...form, markup: '' }, { email: 'manager@demo.test' })).status).toBe(403);
    expect(await query('select * from mail')).toEqual([]);
  });

  test('gets a mail in the person’s language, or else that of the page', async () => {
    await ask('marketing@demo.test', 'ar');
    await query(`update identity.person set preferred_language_key = 'fr-CA' where email = 'marketing@demo.test'`);
    await ask('marketing@demo.test', 'de');
    expect(sent.map(({ language, subject }) => [language, subject])).toEqual([
      ['ar-EG', 'كلمة مرور جديدة لحسابك في Backcounter'],
      ['fr-FR', 'Nouveau mot de passe pour Backcounter'],
    ]);
  });
});

describe('the outbox of a demo', () => {
  test('shows mails and their links to administrators only, after a sign-in', async () => {
    const link = await newLink('manager@demo.test');
    const stranger = person();
    const toSignIn = await stranger.request('outbox');
    expect(toSignIn.headers.get('location')).toContain('/identity/auth?');
    const answer = await stranger.submit(
      await stranger.open(await stranger.request(toSignIn.headers.get('location') ?? '')),
      {
        email: 'admin@demo.test',
        password: 'backcounter',
      },
    );
    const resumed = await stranger.request(answer.headers.get('location') ?? '');
    const back = await stranger.request(resumed.headers.get('location') ?? '');
    expect(back.headers.get('location')).toBe('/identity/outbox');
    expect(await (await stranger.request('outbox')).text()).toContain(`<a class="link" href="${link}">`);
    const other = person();
    await other.signIn('marketing@demo.test');
    const denied = await other.request('outbox');
    expect([denied.status, (await denied.text()).includes(link)]).toEqual([403, false]);
  });
});

test('without mail the page says whom to ask, and nothing is queued', async () => {
  const silent = await startIdentityServer();
  try {
    const browser = new BrowserLike(silent.issuer, silent.publicUrl);
    const { response } = await browser.authorize();
    const page = await browser.open(response);
    const form = { address: `${page.address}/forgot`, markup: page.markup };
    const markup = await (await browser.request(form.address)).text();
    expect(markup).toContain('Ask an administrator');
    expect(markup).not.toContain('<form');
    expect((await browser.submit(form, { email: 'manager@demo.test' })).status).toBe(403);
    expect((await browser.request('outbox')).status).toBe(404);
    expect((await silent.database.pool.query('select from mail')).rowCount).toBe(0);
  } finally {
    await silent.stop();
  }
});
