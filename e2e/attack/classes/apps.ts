import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SENSITIVE } from '@backcounter/domain';
import { parse, print, stripIgnoredCharacters } from 'graphql';
import { fillForm } from '../../../bench/sign-in.ts';
import { asOwner } from '../../harness/database.ts';
import { type AttackClass, each, must, mustBeClean } from '../attack.ts';
import { type Answer, type Code, HOST, PASSWORD, type Staff, type Target } from '../target.ts';
import { GUARDED, isLive, mayRun, operations } from './rights.ts';

const SHOP = 'https://shop.example';
const BACK = `${SHOP}/back`;
const ACCOUNT = `https://${HOST}/identity/account`;
/** A refused app loses access within 5 s. */
const ENDED_AFTER_MS = 5_500;
const LASTING = { scope: 'openid presence.read offline_access', prompt: 'consent' };

type Changes = Readonly<Record<string, string | null>>;
type Page = Answer & { readonly url: string };
let made = 0;
const words = (text: string): string[] => text.trim().split(/\s+/);

/** An app that no other attempt uses. */
async function newApp({ product }: Target, scopes = 'offline_access presence.read release.read'): Promise<string> {
  made += 1;
  const id = `app-${made}`;
  await asOwner(
    product.dataDir,
    'insert into app (client_id, name, origins, redirect_addresses, scopes) values ($1, $1, $2, $3, $4)',
    [id, SHOP, BACK, scopes],
  );
  return id;
}

/** Signs a person in to an app, up to the page that asks for consent. */
async function toConsent(target: Target, app: string, changes: Changes = {}, staff: Staff = 'admin') {
  const verifier = randomBytes(32).toString('base64url');
  const [jar, from] = [new Map<string, string>(), target.freshAddress()];
  const visit = (url: string, form?: URLSearchParams) => target.visit(jar, url, from, form?.toString());
  const asked = {
    client_id: app,
    redirect_uri: BACK,
    scope: 'openid presence.read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...changes,
  };
  const ask = (more: Changes = {}) => visit(target.authorization({ ...asked, ...more }));
  const filled = ({ text, url }: Page) => fillForm(text, url, `${staff}@demo.test`, PASSWORD);
  const signIn = filled(await ask());
  const page = await visit(signIn.action, signIn.form);
  must(page.text.includes('value="allow"'), 'No consent to attack', page);
  const { action, form } = filled(page);
  form.set('action', 'allow');
  const revoke = async () => {
    const csrf = filled(await visit(ACCOUNT)).form.get('csrf') ?? '';
    await visit(`${ACCOUNT}/apps/revoke`, new URLSearchParams({ csrf, app }));
  };
  return { verifier, visit, ask, action, form, revoke };
}

type Consent = Awaited<ReturnType<typeof toConsent>>;

async function codeOf({ visit, action, form, verifier }: Consent): Promise<Code> {
  const { url, text } = await visit(action, form);
  const code = new URL(url).searchParams.get('code');
  if (code === null) throw new Error(`Consent ended at ${url}: ${text.slice(-600)}`);
  return { code, verifier };
}

const redeem = (
  target: Target,
  app: string,
  { code, verifier }: Code,
  changes: Readonly<Record<string, string>> = {},
) => {
  const { origin, ...form } = changes;
  const redeemed = { client_id: app, redirect_uri: BACK, code, code_verifier: verifier, ...form };
  return target.tokenEndpoint(
    { grant_type: 'authorization_code', ...redeemed },
    origin === undefined ? {} : { origin },
  );
};

/** Tokens of an app for a person who allowed it. */
async function tokensOf(target: Target, app: string, changes: Changes = {}, staff: Staff = 'admin') {
  const consent = await toConsent(target, app, changes, staff);
  const { json } = await redeem(target, app, await codeOf(consent));
  const tokens = json as { readonly access_token: string; readonly refresh_token?: string };
  return { ...consent, access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
}

const renew = (target: Target, app: string, token: string): Promise<Answer> =>
  target.tokenEndpoint({ grant_type: 'refresh_token', client_id: app, refresh_token: token });

function mustRefuse(answer: Answer): void {
  mustBeClean(answer);
  must(answer.status >= 400 && answer.json?.access_token === undefined, 'Let in', answer);
}
function mustDeny(answer: Answer, statuses: readonly number[] = []): void {
  mustBeClean(answer);
  must(answer.json?.data == null, 'Answered with data', answer);
  must(answer.code === 'access.denied' || statuses.includes(answer.status), 'Let in', answer);
}
/** It must be on a page of the provider, or back with an error. */
const mustNotBegin = (answer: Page): void =>
  must(!/[?&#](code|access_token|id_token)=/.test(answer.url), `Begun: ${answer.url}`, answer);

const FOREIGN = words(`
  ${BACK}/ ${BACK}. ${BACK}2 ${BACK}?next=https://evil.example ${BACK}#x ${BACK}/../evil ${BACK}%00 ${SHOP}/BACK ${SHOP}/
  ${SHOP}./back ${SHOP}:444/back HTTPS://SHOP.EXAMPLE/back http://shop.example/back https://a.shop.example/back
  ${SHOP}.evil.example/back ${SHOP}@evil.example/back https://user@shop.example/back https://evil.example/${BACK}
  https://*.example/back https://${HOST}/login`);
const DOWNGRADED: Readonly<Record<string, Changes>> = {
  'no PKCE': { code_challenge: null, code_challenge_method: null },
  'plain PKCE': { code_challenge_method: 'plain', code_challenge: 'x'.repeat(43) },
  'PKCE without a method': { code_challenge_method: null },
  'an implicit token': { response_type: 'token' },
  'a scope of programs': { scope: 'openid points.transfer' },
  'a scope that it has not': { scope: 'openid document.run' },
  'no sign-in at all': { prompt: 'none' },
};
const REDEEMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'by another app': { client_id: 'intranet' },
  'by the console': { client_id: 'backcounter' },
  'with another verifier': { code_verifier: 'x'.repeat(43) },
  'without a verifier': { code_verifier: '' },
  'for another address': { redirect_uri: `${BACK}/x` },
  'by a page of another origin': { origin: 'https://evil.example' },
};
const ORIGINS = words(`
  ${SHOP} https://evil.example http://shop.example https://a.shop.example ${SHOP}.evil.example ${SHOP}:444 ${SHOP}.
  ${SHOP}/ ${SHOP},https://evil.example null`);
const CALLED = ['OPTIONS /graphql', 'POST /graphql', 'OPTIONS /realtime/heartbeat', 'POST /identity/token'];

const signIn: AttackClass = {
  name: 'sign-in of apps',
  covers: 'CWE-601, CWE-287, CWE-346: foreign addresses, downgraded PKCE, codes of others, origins (RFC 9700)',
  settings: 'production',
  attempts: async (target) => {
    const shop = await newApp(target);
    const begin = (changes: Changes) => {
      const { pathname, search } = new URL(
        target.authorization({ client_id: shop, redirect_uri: BACK, scope: 'openid presence.read', ...changes }),
      );
      return target.send(`${pathname}${search}`, { from: target.freshAddress(), headers: { accept: 'text/html' } });
    };
    // The product knows origins for some seconds.
    await sleep(ENDED_AFTER_MS);
    return [
      ...each(
        FOREIGN,
        (address) => `back to ${address}`,
        async (address) => {
          const answer = await begin({ redirect_uri: address });
          mustRefuse(answer);
          must(answer.headers.location === undefined, 'Redirected', answer);
        },
      ),
      ...each(
        Object.entries(DOWNGRADED),
        ([name]) => name,
        async ([, changes]) => {
          const answer = await begin(changes);
          mustBeClean(answer);
          const { location = '' } = answer.headers;
          must(location.startsWith(BACK) && /[?&#]error=/.test(location), `Begun: ${location}`, answer);
        },
      ),
      ...each(
        Object.entries(REDEEMED),
        ([name]) => `a code redeemed ${name}`,
        async ([, changes]) => {
          const app = await newApp(target);
          mustRefuse(await redeem(target, app, await codeOf(await toConsent(target, app)), changes));
        },
      ),
      ...each(
        ORIGINS.flatMap((origin) => CALLED.map((request) => [request, origin] as const)),
        ([request, origin]) => `${request} from ${origin}`,
        async ([request, origin]) => {
          const [method = '', path = ''] = request.split(' ');
          const answer = await target.send(path, {
            method,
            headers: {
              origin,
              'access-control-request-method': 'POST',
              'content-type': 'application/x-www-form-urlencoded',
            },
            ...(method === 'POST' && { body: `grant_type=refresh_token&refresh_token=x&client_id=${shop}` }),
          });
          mustBeClean(answer);
          const allowed = answer.headers['access-control-allow-origin'];
          must(allowed === (origin === SHOP ? SHOP : undefined), `Allowed: ${allowed}`, answer);
          must(answer.headers['access-control-allow-credentials'] === undefined, 'Credentials are allowed', answer);
        },
      ),
      {
        title: 'a code redeemed twice ends its tokens',
        run: async () => {
          const app = await newApp(target);
          const code = await codeOf(await toConsent(target, app, LASTING));
          const { access_token: token, refresh_token: refresh } = (await redeem(target, app, code)).json;
          mustRefuse(await redeem(target, app, code));
          mustRefuse(await renew(target, app, refresh));
          await sleep(ENDED_AFTER_MS);
          must((await target.graphql(token, '{ __typename }')).status === 401, 'The token lives on');
        },
      },
      ...each(
        [{}, { scope: LASTING.scope }, { prompt: LASTING.prompt }],
        (changes) => `a refresh token with ${Object.keys(changes).join() || 'neither scope nor prompt'}`,
        async (changes) => {
          const { refresh, access } = await tokensOf(target, await newApp(target), changes);
          must(access !== undefined && refresh === '', 'Renewable');
        },
      ),
      {
        title: 'a refresh token of another app',
        run: async () => {
          const app = await newApp(target);
          const { refresh } = await tokensOf(target, app, LASTING);
          for (const thief of [shop, 'backcounter', 'demo-pos']) mustRefuse(await renew(target, thief, refresh));
          must(refresh !== '', 'No refresh token to attack');
        },
      },
    ];
  },
};

const consents: AttackClass = {
  name: 'consent to apps',
  covers: 'CWE-862, CWE-352: an app acts for a person who was not asked, or refused (RFC 9700)',
  settings: 'production',
  attempts: (target) =>
    each(
      Object.entries<(consent: Consent, app: string) => Promise<void>>({
        'silently, without consent': async ({ ask }) => mustNotBegin(await ask({ prompt: 'none' })),
        'asked again, without an answer': async ({ ask }) => mustNotBegin(await ask()),
        'resumed without an answer': async ({ visit, action }) =>
          mustNotBegin(await visit(action.replace('/interaction/', '/auth/'))),
        'allowed by a forged form': async ({ visit, action, ask }) => {
          for (const csrf of ['', 'x'.repeat(43)])
            mustRefuse(await visit(action, new URLSearchParams({ action: 'allow', csrf })));
          mustNotBegin(await ask({ prompt: 'none' }));
        },
        'allowed in another browser': async ({ action, form, ask }) => {
          mustNotBegin(await target.visit(new Map(), action, target.freshAddress(), form.toString()));
          mustNotBegin(await ask({ prompt: 'none' }));
        },
        'with more scopes than were allowed': async (consent) => {
          await codeOf(consent);
          const scope = 'openid presence.read release.read';
          for (const prompt of ['none', null]) mustNotBegin(await consent.ask({ scope, prompt }));
        },
        'silently, after it was revoked': async (consent) => {
          await codeOf(consent);
          await consent.revoke();
          mustNotBegin(await consent.ask({ prompt: 'none' }));
          mustNotBegin(await consent.ask());
        },
        'a code from before it was revoked': async (consent, app) => {
          const code = await codeOf(consent);
          await consent.revoke();
          mustRefuse(await redeem(target, app, code));
        },
      }),
      ([name]) => name,
      async ([, run]) => {
        const app = await newApp(target);
        await run(await toConsent(target, app), app);
      },
    ),
};

const MUTATING = { 'x-backcounter-mutation': '1' };

const rights: AttackClass = {
  name: 'rights of apps',
  covers: 'CWE-863, CWE-613: an app beyond its scopes or its person, or after it was refused (RFC 6750)',
  settings: 'open-documents',
  attempts: async (target) => {
    const all = operations().filter((operation) => !isLive(operation));
    const { dataDir } = target.product;
    const { access: token } = await tokensOf(target, await newApp(target));
    const { access: narrow } = await tokensOf(target, await newApp(target), { scope: 'openid' });
    const registered = await newApp(target, 'document.run');
    const texts = all.map(({ document }) => stripIgnoredCharacters(print(parse(document))));
    await asOwner(
      dataDir,
      `insert into registered_document (app_id, name, hash, document)
       select app.id, 'O' || at, encode(sha256(convert_to(text, 'UTF8')), 'hex'), text
       from app, unnest($2::text[]) with ordinality as d (text, at) where client_id = $1`,
      [registered, texts],
    );
    const running = async (staff: Staff) =>
      (await tokensOf(target, registered, { scope: 'openid document.run' }, staff)).access;
    const [admin, viewer] = [await running('admin'), await running('viewer')];
    const { json } = await target.send('/identity/userinfo', { token });
    const own = `{ getFirebaseAdminToken(user_id: "${json.sub}") }`;
    const reads = async (held: string) => (await target.graphql(held, own)).json?.data?.getFirebaseAdminToken != null;
    return [
      { title: 'its own field', run: async () => must(await reads(token), 'Refused') },
      { title: 'a field without its scope', run: async () => mustDeny(await target.graphql(narrow, own)) },
      ...each(
        all,
        ({ name }) => `${name} by an app of an administrator`,
        async ({ document }) => mustDeny(await target.graphql(token, document, {}, MUTATING)),
      ),
      ...each(
        all.filter((each) => !mayRun('viewer', each)),
        ({ name }) => `${name}, registered, by an app of a viewer`,
        async ({ document }) => mustDeny(await target.graphql(viewer, document, {}, MUTATING)),
      ),
      ...each(
        all.filter(({ permission }) => permission === null || SENSITIVE.has(permission)),
        ({ name }) => `${name}, registered, by an app of an administrator`,
        async ({ document }) => mustDeny(await target.graphql(admin, document, {}, MUTATING)),
      ),
      ...each(
        [own, 'query Other { viewer { sub } }', '{ __schema { types { name } } }'],
        (query) => `${query}, not registered`,
        async (query) => {
          const answer = await target.graphql(admin, query);
          must(answer.code === 'operation.not-allowed', 'Let in', answer);
        },
      ),
      ...each(
        [...GUARDED, ['PUT', '/graphql/stream'], ['POST', '/files/uploads?kind=PICTURE']] as const,
        ([method, path]) => `${method} ${path} by an app`,
        async ([method, path]) =>
          mustDeny(
            await target.send(path, {
              method,
              token,
              headers: { 'content-type': 'application/json' },
              ...(method !== 'GET' && { body: '{"query":"{ viewer { sub } }"}' }),
            }),
            [400, 401, 403, 404],
          ),
      ),
      ...each(
        Object.entries({
          suspended: "update app set state = 'SUSPENDED', state_reason = 'x' where client_id = $1",
          narrowed: 'update app set scopes = null where client_id = $1',
          removed:
            'with c as (delete from identity.app_consent where client_id = $1) delete from app where client_id = $1',
          revoked: null,
        }),
        ([word]) => `tokens of an app that is ${word}`,
        async ([, statement]) => {
          const app = await newApp(target);
          const { access, refresh, revoke } = await tokensOf(target, app, LASTING);
          must((await reads(access)) && refresh !== '', 'No tokens to attack');
          if (statement === null) await revoke();
          else await asOwner(dataDir, statement, [app]);
          const renewed = await renew(target, app, refresh);
          mustBeClean(renewed);
          await sleep(ENDED_AFTER_MS);
          for (const held of [access, (renewed.json?.access_token as string | undefined) ?? access])
            mustDeny(await target.graphql(held, own), [401]);
        },
      ),
    ];
  },
};

/** Classes about apps of other origins. */
export const ATTACKS: readonly AttackClass[] = [signIn, consents, rights];
