import { randomUUID } from 'node:crypto';
import { fillForm } from '../../../bench/sign-in.ts';
import { type AttackClass, each, must, mustBeClean } from '../attack.ts';
import { VIEW } from '../saved-view.ts';

const AMOUNTS = ['0', '-1', '1.5', '1e3', '9007199254740993', '99999999999999999999', '"1"', 'null', 'true', '1e400'];

const amounts: AttackClass = {
  name: 'amounts of points',
  covers: 'CWE-190, CWE-681, CWE-20: negative and overflowing amounts (Medusa, WooCommerce advisories)',
  settings: 'production',
  attempts: async (target) => {
    const token = await target.machine();
    return each(
      AMOUNTS,
      (amount) => amount,
      async (amount) => {
        const answer = await target.graphql(
          token,
          `mutation{transferPoints(input:{key:"${randomUUID()}",from:{system:ISSUANCE},to:{accountId:"01900000-0000-7000-8000-000000000001"},amount:${amount},code:EARN}){outcome transferId}}`,
          {},
          { 'x-backcounter-mutation': '1' },
        );
        mustBeClean(answer);
        must(answer.json?.errors?.length > 0, 'Taken', answer);
      },
    );
  },
};

const keys: AttackClass = {
  name: 'idempotency keys',
  covers: 'CWE-294, CWE-345: keys used again for something else (Stripe key rules)',
  settings: 'open-documents',
  attempts: async (target) => {
    const admin = await target.token('admin');
    const marketing = await target.token('marketing');
    const send = (token: string, key: string, value: number) =>
      target.graphql(
        token,
        `mutation{setPreference(input:{key:"k",value:${value}}) { preference {key} }}`,
        {},
        { 'x-backcounter-mutation': '1', 'idempotency-key': key },
      );
    return [
      {
        title: 'the same key with another body',
        run: async () => {
          const key = randomUUID();
          must((await send(admin, key, 1)).json?.data != null, 'Not done');
          const answer = await send(admin, key, 2);
          must(answer.code === 'idempotency.mismatch', 'Taken', answer);
        },
      },
      {
        title: "another person's key",
        run: async () => {
          const key = randomUUID();
          await send(admin, key, 1);
          const answer = await send(marketing, key, 1);
          must(answer.headers['idempotent-replayed'] === undefined, 'Replayed', answer);
        },
      },
      ...each(
        ['', ' ', 'a b', 'ä', 'x'.repeat(256), '\t'],
        (key) => `the key ${JSON.stringify(key.slice(0, 10))}`,
        async (key) => {
          const answer = await target.graphql(
            admin,
            'mutation{recordLook{since}}',
            {},
            { 'x-backcounter-mutation': '1', 'idempotency-key': Buffer.from(key).toString('latin1') },
          );
          mustBeClean(answer);
          must(answer.json?.data == null || key.trim() === '', 'Taken', answer);
        },
      ),
      {
        title: 'a contact that was revealed under the key',
        run: async () => {
          const { text } = await target.graphql(admin, '{accounts(first:1,filter:{hasEmail:true}){nodes{id}}}');
          const [id] = /[0-9a-f-]{36}/.exec(text) ?? [];
          const document = `mutation{revealAccountContact(input:{id:"${id}",purpose:DELIVERY}) {email}}`;
          const headers = { 'x-backcounter-mutation': '1', 'idempotency-key': randomUUID() };
          must((await target.graphql(admin, document, {}, headers)).text.includes('@'), 'Not shown');
          const answer = await target.graphql(admin, document, {}, headers);
          must(answer.headers['idempotent-replayed'] === undefined, 'Replayed', answer);
        },
      },
      {
        title: 'ten at once have one effect',
        run: async () => {
          const key = randomUUID();
          const name = randomUUID();
          const document = `mutation{createSavedView(input:{list:ACCOUNTS,scope:PERSONAL,name:"${name}",state:${VIEW}}) { savedView {id} }}`;
          const headers = { 'x-backcounter-mutation': '1', 'idempotency-key': key };
          await Promise.all(Array.from({ length: 10 }, () => target.graphql(admin, document, {}, headers)));
          const { text } = await target.graphql(admin, '{savedViews(list:ACCOUNTS){id name}}');
          must(text.split(name).length === 2, `${text.split(name).length - 1} effects`);
        },
      },
    ];
  },
};

const UPLOADS: Readonly<Record<string, { kind: string; body: Buffer | string; headers?: Record<string, string> }>> = {
  'a page as a picture': { kind: 'picture', body: '<html><script>alert(1)</script>' },
  'a vector picture with a script': {
    kind: 'picture',
    body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  },
  'a program as a picture': { kind: 'picture', body: Buffer.from('7f454c46', 'hex') },
  'a picture that is a page as well': {
    kind: 'picture',
    body: Buffer.concat([Buffer.from('GIF89a'), Buffer.from('/*<script>alert(1)</script>*/')]),
  },
  'the head of a huge picture': {
    kind: 'picture',
    body: Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  },
  'an archive as a picture': { kind: 'picture', body: Buffer.from('504b0304', 'hex') },
  'an unknown kind': { kind: 'program', body: 'x' },
  'a kind that is a path': { kind: '../../etc', body: 'x' },
  'no kind': { kind: '', body: 'x' },
  'an encoded body': { kind: 'import', body: 'x', headers: { 'content-encoding': 'gzip' } },
};

const uploads: AttackClass = {
  name: 'uploads',
  covers: 'CWE-434, CWE-409: files that are not what they say (Strapi, Ghost, ImageMagick advisories)',
  settings: 'production',
  attempts: async (target) => {
    const token = await target.token('admin');
    return each(
      Object.entries(UPLOADS),
      ([name]) => name,
      async ([, { kind, body, headers = {} }]) => {
        const answer = await target.send(`/files/uploads?kind=${encodeURIComponent(kind)}`, {
          method: 'POST',
          token,
          body,
          headers: { 'content-type': 'image/png', ...headers },
        });
        mustBeClean(answer);
        must(answer.status >= 400, 'Taken', answer);
      },
    );
  },
};

const throttle: AttackClass = {
  name: 'throttle of sign-in',
  covers: 'CWE-307: guessing without a brake (Keycloak, Nextcloud advisories) [security 14]',
  settings: 'production',
  attempts: (target) => [
    {
      title: 'thirty guesses from one address',
      run: async () => {
        const from = target.freshAddress();
        let refused = 0;
        for (let guess = 0; guess < 30; guess += 1) {
          const jar = new Map<string, string>();
          const page = await target.visit(jar, target.authorization(), from);
          if (page.status === 429) {
            refused += 1;
            continue;
          }
          const { action, form } = fillForm(page.text, page.url, 'stranger@demo.test', `wrong-${guess}`);
          const answer = await target.visit(jar, action, from, form.toString());
          mustBeClean(answer);
          must(!new URL(answer.url).searchParams.has('code'), 'Let in', answer);
          if (answer.status === 429) refused += 1;
        }
        must(refused > 0, 'No guess was refused');
      },
    },
  ],
};

/** Classes about input that is stored. */
export const ATTACKS: readonly AttackClass[] = [amounts, keys, uploads, throttle];
