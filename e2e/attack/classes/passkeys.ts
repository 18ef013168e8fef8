import { ceremonyOf, SoftPasskey, type Twist } from '@backcounter/domain/testing/soft-passkey';
import { fillForm } from '../../../bench/sign-in.ts';
import { type AttackClass, must, mustBeClean } from '../attack.ts';
import { HOST, PASSWORD, type Staff, type Target } from '../target.ts';

const ORIGIN = `https://${HOST}`;
const ACCOUNT = `${ORIGIN}/identity/account`;

const hidden = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';

/** A person adds a passkey, runs the attempt, and removes it again. */
export async function withPasskey(
  target: Target,
  staff: Staff,
  run: (key: SoftPasskey) => Promise<void>,
): Promise<void> {
  const from = target.freshAddress();
  const jar = new Map<string, string>();
  await target.code(staff, from, jar);
  const key = new SoftPasskey(ORIGIN);
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    target.visit(jar, `${ACCOUNT}/${path}`, from, new URLSearchParams(fields).toString());
  const { text } = await target.visit(jar, `${ACCOUNT}?passkey=1`, from);
  const own = { csrf: hidden(text, 'csrf'), confirm: PASSWORD };
  const added = await post('passkeys', { ...own, ...key.create(ceremonyOf(text, 'create')), name: 'Key' });
  must(/done=passkey/.test(added.url), 'The passkey was refused', added);
  try {
    await run(key);
  } finally {
    const removed = await post('passkeys/remove', { ...own, id: key.id.toString('base64url') });
    must(/done=unkeyed/.test(removed.url), 'Not removed by its owner', removed);
  }
}

/** Opens the sign-in page, or the second step of a person, and answers with a passkey. */
async function answerWith(target: Target, key: SoftPasskey, twist: Twist, secondStepOf?: Staff) {
  const from = target.freshAddress();
  const jar = new Map<string, string>();
  let page = await target.visit(jar, target.authorization(), from);
  if (secondStepOf !== undefined) {
    const { action, form } = fillForm(page.text, page.url, `${secondStepOf}@demo.test`, PASSWORD);
    page = await target.visit(jar, action, from, form.toString());
  }
  const { action } = fillForm(page.text, page.url, '', '');
  const fields = {
    csrf: hidden(page.text, 'csrf'),
    action: 'passkey',
    ...key.get(ceremonyOf(page.text, 'get'), twist),
  };
  const answer = await target.visit(jar, action, from, new URLSearchParams(fields).toString());
  mustBeClean(answer);
  return { ...answer, isSignedIn: new URL(answer.url).searchParams.has('code') };
}

const TWISTS: readonly [string, Twist][] = [
  ['made for another origin', { origin: 'https://office.example.evil.test' }],
  ['made for a page without TLS', { origin: `http://${HOST}` }],
  ['with the handle of another person', { userHandle: 'YWRtaW4' }],
  ['without PIN, finger or face', { isUnverified: true }],
];

const confusion: AttackClass = {
  name: 'passkey confusion',
  covers: 'CWE-346, CWE-294, CWE-287: other origins, copied authenticators, keys of other people',
  settings: 'production',
  attempts: (target) => [
    // Attempts run side by side, each with people of its own.
    {
      title: TWISTS.map(([title]) => `an answer ${title}`).join(', '),
      run: () =>
        withPasskey(target, 'streamer', async (key) => {
          for (const [title, twist] of TWISTS) {
            const answer = await answerWith(target, key, twist);
            must(!answer.isSignedIn, `Signed in ${title}`, answer);
          }
          must((await answerWith(target, key, {})).isSignedIn, 'The owner is refused');
        }),
    },
    {
      title: 'an authenticator that was copied',
      run: () =>
        withPasskey(target, 'viewer', async (key) => {
          must((await answerWith(target, key, {})).isSignedIn, 'The owner is refused');
          for (const counter of [1, 0]) {
            const answer = await answerWith(target, key, { counter });
            must(!answer.isSignedIn, 'The copy signed in', answer);
          }
        }),
    },
    {
      title: 'a passkey of another person as second step',
      run: () =>
        withPasskey(target, 'manager', (own) =>
          withPasskey(target, 'marketing', async (other) => {
            const answer = await answerWith(target, other, {}, 'manager');
            must(!answer.isSignedIn, 'Signed in', answer);
            must((await answerWith(target, own, {}, 'manager')).isSignedIn, 'The owner is refused');
          }),
        ),
    },
  ],
};

const CONFIRM = 'mutation($i: ConfirmSecondFactorInput!) { confirmSecondFactor(input: $i) { outcome } }';
const ADD = 'mutation($i: CreateMachineClientInput!) { createMachineClient(input: $i) { machineClient { id } } }';
const MARKER = { 'x-backcounter-mutation': '1' };

const skipped: AttackClass = {
  name: 'step-up skipped',
  covers: 'CWE-306, CWE-308: sensitive operations without a fresh second factor',
  settings: 'open-documents',
  attempts: (target) => [
    {
      title: 'unconfirmed, confirmed wrongly, by another sign-in, and by an answer sent twice',
      run: async () => {
        const other = (await target.signIn('admin')).access_token;
        const token = (await target.signIn('admin')).access_token;
        await withPasskey(target, 'admin', async (key) => {
          const add = (by: string) =>
            target.graphql(by, ADD, { i: { clientId: 'thief', name: 'Thief', scopes: 'account.sync' } }, MARKER);
          const isRefused = async (by: string) => {
            const answer = await add(by);
            mustBeClean(answer);
            must(answer.code === 'second-factor.required', 'Not asked', answer);
          };
          await isRefused(token);
          const request = async (by: string) =>
            (await target.graphql(by, '{ passkeyRequest { options sealed } }')).json.data.passkeyRequest;
          const confirm = async (by: string, passkey: unknown) =>
            (await target.graphql(by, CONFIRM, { i: { passkey } }, MARKER)).json?.data?.confirmSecondFactor?.outcome;
          const asked = await request(token);
          must(
            (await confirm(token, key.get(asked, { origin: 'https://evil.test' }))) === 'WRONG_CODE',
            'Other origin',
          );
          must((await confirm(other, key.get(asked))) === 'WRONG_CODE', 'Confirmed by another sign-in');
          await isRefused(token);
          await isRefused(other);
          const proof = key.get(await request(other));
          must((await confirm(other, proof)) === 'CONFIRMED', 'The owner is refused');
          must((await confirm(other, proof)) === 'WRONG_CODE', 'Accepted twice');
          // The confirmation is that of the other sign-in.
          await isRefused(token);
        });
      },
    },
  ],
};

/** Classes about passkeys and what they allow. */
export const ATTACKS: readonly AttackClass[] = [confusion, skipped];
