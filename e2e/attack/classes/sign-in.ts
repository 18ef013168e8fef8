import { fillForm } from '../../../bench/sign-in.ts';
import { totpCode } from '../../harness/totp.ts';
import { type AttackClass, must, mustBeClean } from '../attack.ts';
import { HOST, PASSWORD, type Staff, type Target } from '../target.ts';

const ACCOUNT = `https://${HOST}/identity/account`;

/** The form with a new key on the page of a signed-in person. */
async function keyForm(target: Target, jar: Map<string, string>, from: string) {
  const { text } = await target.visit(jar, `${ACCOUNT}?enrol=1`, from);
  const hidden = (name: string): string => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
  const secret = /<p class="key" dir="ltr">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '';
  must(secret !== '', 'There is no key on the page');
  return {
    post: (path: string, fields: Readonly<Record<string, string>>) =>
      target.visit(
        jar,
        `${ACCOUNT}/${path}`,
        from,
        new URLSearchParams({ csrf: hidden('csrf'), ...fields }).toString(),
      ),
    fields: () => ({ sealed: hidden('sealed'), code: totpCode(secret) }),
  };
}

const secondFactor: AttackClass = {
  name: 'taking over a second factor',
  covers: 'CWE-620, CWE-308: changed without the password by a stolen session [security 16]',
  settings: 'production',
  attempts: (target) => [
    {
      title: 'another key over the present one',
      run: async () => {
        const from = target.freshAddress();
        const jar = new Map<string, string>();
        await target.code('nobody', from, jar);
        const first = await keyForm(target, jar, from);
        const enrolled = await first.post('second-factor', first.fields());
        must(/done=enrolled/.test(enrolled.url), 'The first key was refused', enrolled);
        const second = await keyForm(target, jar, from);
        for (const password of ['', 'wrong']) {
          const answer = await second.post('second-factor', { ...second.fields(), confirm: password });
          mustBeClean(answer);
          must(answer.status === 401, 'Replaced', answer);
          const removed = await second.post('second-factor/remove', { confirm: password });
          must(removed.status === 401, 'Removed', removed);
        }
        const done = await second.post('second-factor/remove', { confirm: PASSWORD });
        must(/done=removed/.test(done.url), 'Not removed by its owner', done);
      },
    },
  ],
};

const STRANGE_VALUES: Readonly<Record<string, (value: string) => string>> = {
  ...Object.fromEntries(
    [0, 0.2, 0.4, 0.6, 0.8, 0.95].map((share) => [
      `changed at ${share * 100} %`,
      (value: string) => {
        const place = Math.floor(value.length * share);
        return `${value.slice(0, place)}${value[place] === 'A' ? 'B' : 'A'}${value.slice(place + 1)}`;
      },
    ]),
  ),
  'half of it': (value) => value.slice(0, value.length / 2),
  'longer by four signs': (value) => `${value}AAAA`,
  nothing: () => '',
  zeros: (value) => 'A'.repeat(value.length),
  '4 kB': () => 'A'.repeat(4_000),
  JSON: () => encodeURIComponent('{"accountId":"admin"}'),
};

const sealedValues: AttackClass = {
  name: 'sealed values',
  covers:
    'CWE-565, CWE-345, CWE-784: what browsers keep, changed or moved (Keycloak CVE-2024-7341, Laravel cookie advisories)',
  settings: 'production',
  attempts: (target) => {
    /** Signs in with altered cookies. */
    const signInWith = async (change: (jar: Map<string, string>) => Promise<void> | void) => {
      const from = target.freshAddress();
      const jar = new Map<string, string>();
      const page = await target.visit(jar, target.authorization(), from);
      must(jar.size > 0, 'The page keeps nothing');
      const { action, form } = fillForm(page.text, page.url, 'viewer@demo.test', PASSWORD);
      await change(jar);
      const answer = await target.visit(jar, action, from, form.toString());
      mustBeClean(answer);
      must(!new URL(answer.url).searchParams.has('code'), 'Signed in', answer);
    };
    const another = async () => {
      const jar = new Map<string, string>();
      await target.visit(jar, target.authorization(), target.freshAddress());
      return jar;
    };
    /** Enrols a key with another sealed value than that of the page. */
    const enrolWith = async (change: (sealed: string) => Promise<string> | string) => {
      const from = target.freshAddress();
      const jar = new Map<string, string>();
      await target.code('streamer', from, jar);
      const form = await keyForm(target, jar, from);
      const fields = form.fields();
      const answer = await form.post('second-factor', { ...fields, sealed: await change(fields.sealed) });
      mustBeClean(answer);
      must(!/done=enrolled/.test(answer.url), 'Enrolled', answer);
    };
    const sealedOf = async (staff: Staff) => {
      const from = target.freshAddress();
      const jar = new Map<string, string>();
      await target.code(staff, from, jar);
      return (await keyForm(target, jar, from)).fields().sealed;
    };
    /** Opens the person's page with altered session cookies. */
    const lookWith = async (change: (value: string) => string) => {
      const from = target.freshAddress();
      const jar = new Map<string, string>();
      await target.code('viewer', from, jar);
      const control = await target.visit(new Map(jar), ACCOUNT, from);
      must(control.text.includes('viewer@demo.test'), 'The session does not work', control);
      for (const [name, value] of jar) jar.set(name, change(value));
      const answer = await target.visit(jar, ACCOUNT, from);
      mustBeClean(answer);
      must(!answer.text.includes('viewer@demo.test'), 'The page was shown', answer);
    };
    return Object.entries(STRANGE_VALUES)
      .flatMap(([name, change]) => [
        {
          title: `a sign-in whose cookies are ${name}`,
          run: () =>
            signInWith((jar) => {
              for (const [key, value] of jar) jar.set(key, change(value));
            }),
        },
        { title: `a session whose cookies are ${name}`, run: () => lookWith(change) },
        { title: `a new key that is ${name}`, run: () => enrolWith(change) },
      ])
      .concat([
        {
          title: 'a sign-in with the cookies of another one',
          run: () =>
            signInWith(async (jar) => {
              for (const [name, value] of await another()) jar.set(name, value);
            }),
        },
        { title: 'a sign-in without cookies', run: () => signInWith((jar) => jar.clear()) },
        { title: 'a new key of another session', run: () => enrolWith(() => sealedOf('streamer')) },
        { title: 'a new key of another person', run: () => enrolWith(() => sealedOf('manager')) },
        {
          title: 'a new key that is a cookie of a device',
          run: () => enrolWith(async () => (await tryPassword(target, PASSWORD)).device ?? 'none'),
        },
      ]);
  },
};

/** Signs in up to the answer of the form; returns its status, cookies and redirect. */
async function tryPassword(target: Target, password: string, device?: string, from = target.freshAddress()) {
  const jar = new Map(device === undefined ? [] : [['bc_device', device]]);
  const page = await target.visit(jar, target.authorization(), from);
  const { action, form } = fillForm(page.text, page.url, 'nobody@demo.test', password);
  const answer = await target.send(new URL(action).pathname, {
    method: 'POST',
    from,
    headers: {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: `https://${HOST}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  });
  mustBeClean(answer);
  const line = answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('bc_device=')) ?? '';
  return { ...answer, line, device: /^bc_device=([^;]*)/.exec(line)?.[1] };
}

const lockOut: AttackClass = {
  name: 'locking people out',
  covers: 'CWE-645, CWE-307: lock-out by wrong guesses, stolen cookies of known devices [security 15]',
  settings: 'production',
  attempts: (target) => [
    {
      title: 'by wrong guesses from anywhere',
      run: async () => {
        const first = await tryPassword(target, PASSWORD);
        must(first.status === 303 && first.device !== undefined, 'Not signed in', first);
        const attributes = first.line.split('; ').slice(1);
        for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/identity/interaction'])
          must(attributes.includes(attribute), `${attribute} is missing in ${attributes}`);
        const second = await tryPassword(target, PASSWORD, first.device);
        for (let guess = 0; guess < 6; guess += 1) await tryPassword(target, `wrong ${guess}`);
        try {
          const stranger = await tryPassword(target, PASSWORD);
          must(stranger.status === 429 && Number(stranger.headers['retry-after']) > 0, 'Guesses go on', stranger);
          const thief = await tryPassword(target, PASSWORD, first.device);
          must(thief.status === 429, 'An old cookie of the device was taken', thief);
          const forged = await tryPassword(target, PASSWORD, `${second.device?.slice(0, -4)}AAAA`);
          must(forged.status === 429, 'A changed cookie of the device was taken', forged);
          const owner = await tryPassword(target, PASSWORD, second.device);
          must(owner.status === 303, 'The owner is locked out', owner);
        } finally {
          await target.product.command('staff', 'unlock', 'nobody@demo.test');
        }
        const unlocked = await tryPassword(target, PASSWORD);
        must(unlocked.status === 303, 'Locked out after unlock', unlocked);
      },
    },
  ],
};

const REQUESTS = 2_000;

/** Requests the sign-in page until the rate limit is reached. */
async function flood(target: Target, path: string, addressOf: (index: number) => string): Promise<void> {
  let refused = 0;
  for (let index = 0; index < REQUESTS && refused < 20; index += 1) {
    const answer = await target.send(path, { from: addressOf(index), headers: { accept: 'text/html' } });
    mustBeClean(answer);
    must([200, 303, 429].includes(answer.status), 'Neither answered nor refused', answer);
    if (answer.status !== 429) continue;
    refused += 1;
    must(Number(answer.headers['retry-after']) > 0, 'It does not say when to try again', answer);
    must(answer.headers['set-cookie'] === undefined, 'A sign-in was begun', answer);
  }
  must(refused === 20, 'There is no end to it');
  const other = await target.send(path, { from: target.freshAddress() });
  must(other.status !== 429, 'Others are refused as well', other);
}

const floods: AttackClass = {
  name: 'floods of sign-ins',
  covers: 'CWE-770, CWE-400: requests of nobody that fill the database and its trail [security 22]',
  settings: 'production',
  attempts: (target) => {
    const { pathname, search } = new URL(target.authorization());
    const signOut = `/identity/session/end?client_id=backcounter`;
    const address = target.freshAddress();
    const inNetwork = (network: string) => (index: number) => `2001:db8:${network}::${index.toString(16)}`;
    return [
      { title: 'begun from an address', run: () => flood(target, pathname + search, () => address) },
      { title: 'begun from a network', run: () => flood(target, pathname + search, inNetwork('1:2')) },
      { title: 'begun by another spelling', run: () => flood(target, `/identity/AUTH/${search}`, inNetwork('1:4')) },
      { title: 'ended from a network', run: () => flood(target, signOut, inNetwork('1:3')) },
    ];
  },
};

/** Classes about the sign-in page and the person's own page. */
export const ATTACKS: readonly AttackClass[] = [secondFactor, sealedValues, lockOut, floods];
