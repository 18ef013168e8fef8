import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { asOwner } from '../../harness/database.ts';
import { type AttackClass, type Attempt, must, mustBeClean } from '../attack.ts';
import { HOST, type Target } from '../target.ts';

const MARKED = { 'x-backcounter-mutation': '1' };
const PASSWORD = 'seven quiet harbour lamps';
const ORIGIN = `https://${HOST}`;
const INVITE =
  'mutation I($input: InviteStaffMemberInput!) { saved: inviteStaffMember(input: $input) { invitationId link } }';
const SEND = 'mutation S($input: SendInvitationInput!) { saved: sendInvitation(input: $input) { link } }';
const REVOKE = 'mutation R($input: RevokeInvitationInput!) { saved: revokeInvitation(input: $input) { link } }';

interface Invited {
  readonly link: string;
  readonly invitationId: string;
}

async function invite(target: Target): Promise<Invited> {
  const input = { email: `${randomUUID()}@attack.test`, roles: 'MARKETING', byMail: false };
  const answer = await target.graphql(await target.token('admin'), INVITE, { input }, MARKED);
  must(answer.json?.data?.saved?.link !== undefined, 'No invitation', answer);
  return answer.json.data.saved;
}

/** An invitation that was sent once. */
const expected = ({ invitationId }: Invited) => ({ id: invitationId, expectedVersion: 2 });

/** Opens a link in a browser of its own; `accept` submits its form. */
async function open(target: Target, path: string) {
  const jar = new Map<string, string>();
  const from = target.freshAddress();
  const page = await target.visit(jar, `${ORIGIN}${path}`, from);
  mustBeClean(page);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const accept = async (email = 'mallory@attack.test') => {
    const form = new URLSearchParams({ csrf, name: 'Mallory', password: PASSWORD, email });
    const answer = await target.send(path, {
      ...{ method: 'POST', from, body: form.toString() },
      headers: { origin: ORIGIN, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    mustBeClean(answer);
    return answer;
  };
  return { page, accept };
}

/** A link that was valid when its form was opened, and what ended it since. */
const ENDS: Readonly<Record<string, (target: Target, invited: Invited) => Promise<unknown>>> = {
  used: async (target, { link }) => (await open(target, link)).accept(),
  revoked: async (target, invited) =>
    target.graphql(await target.token('admin'), REVOKE, { input: expected(invited) }, MARKED),
  'sent again': async (target, invited) =>
    target.graphql(await target.token('admin'), SEND, { input: expected(invited) }, MARKED),
};

const replay: AttackClass = {
  name: 'invitations used again',
  covers: 'CWE-294, CWE-367: a link that was used, revoked or sent again, and one link used by many at once',
  settings: 'open-documents',
  attempts: (target) => [
    ...Object.entries(ENDS).map(
      ([title, end]): Attempt => ({
        title,
        run: async () => {
          const invited = await invite(target);
          const { accept } = await open(target, invited.link);
          await end(target, invited);
          const answer = await accept();
          must(answer.status === 410, 'Accepted', answer);
        },
      }),
    ),
    {
      title: 'used by 8 at once',
      run: async () => {
        const { link } = await invite(target);
        const opened = await Promise.all(Array.from({ length: 8 }, () => open(target, link)));
        const answers = await Promise.all(opened.map(({ accept }) => accept()));
        must(answers.filter(({ status }) => status === 303).length === 1, 'Not one person', answers[0]);
      },
    },
    ...(['marketing', 'viewer', 'manager', 'streamer', 'nobody'] as const).map(
      (staff): Attempt => ({
        title: `made by ${staff}`,
        run: async () => {
          const input = { email: `${randomUUID()}@attack.test`, roles: 'ADMIN', byMail: false };
          const answer = await target.graphql(await target.token(staff), INVITE, { input }, MARKED);
          must(answer.code === 'access.denied', 'Invited', answer);
        },
      }),
    ),
  ],
};

const GUESSES: Readonly<Record<string, string>> = {
  'of the right length': 'x'.repeat(43),
  short: 'x',
  '2 kB': 'x'.repeat(2_000),
  'with NUL': 'x%00',
  SQL: `${encodeURIComponent("' or true --")}`,
  'a folder above': '..%2F..%2Faccount',
  'a hash': Buffer.alloc(32).toString('hex'),
};

const enumeration: AttackClass = {
  name: 'invitations enumerated',
  covers: 'CWE-204, CWE-208: guessed, used and revoked links get the same answer; without the form nothing is accepted',
  settings: 'open-documents',
  attempts: (target) => [
    ...Object.entries(GUESSES).map(
      ([title, token]): Attempt => ({
        title: `guessed: ${title}`,
        run: async () => {
          const { link } = await invite(target);
          await (await open(target, link)).accept();
          const used = await open(target, link);
          const guessed = await open(target, `/identity/invitation/${token}`);
          must(used.page.status === 410, 'A used link is open', used.page);
          must(guessed.page.status === 410 || guessed.page.status === 404, 'Another status', guessed.page);
          if (guessed.page.status === 410) must(guessed.page.text === used.page.text, 'Another page', guessed.page);
          must((await guessed.accept()).status >= 400, 'Accepted', guessed.page);
        },
      }),
    ),
    {
      title: 'a valid link without its form',
      run: async () => {
        const { link } = await invite(target);
        const answer = await target.send(link, {
          ...{ method: 'POST', body: new URLSearchParams({ name: 'M', password: PASSWORD }).toString() },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        must(answer.status === 403, 'Accepted', answer);
        must((await (await open(target, link)).accept()).status === 303, 'The link was lost', answer);
      },
    },
  ],
};

const first: AttackClass = {
  name: 'first administrator twice',
  covers: 'CWE-362, CWE-367: the link of the first administrator used by many at once on two processes, and again',
  settings: 'open-documents',
  attempts: (target) => [
    {
      title: 'used by 8 at once on two processes',
      run: async () => {
        const token = randomBytes(32).toString('base64url');
        // As before the first one: the demo's administrators don't count.
        await asOwner(target.product.dataDir, 'delete from identity.first_administrator');
        await asOwner(
          target.product.dataDir,
          `insert into identity.invitation (roles, token_hash, expires_at, invited_by)
           values ('{ADMIN}', $1, now() + interval '30 minutes', 'operator')
           on conflict ((true)) where email is null do update set (token_hash, expires_at) = (select excluded.token_hash, excluded.expires_at)`,
          [createHash('sha256').update(token).digest()],
        );
        const link = `/identity/invitation/${token}`;
        const other = await target.beside();
        try {
          const nodes = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? target : other));
          const opened = await Promise.all(nodes.map((node) => open(node, link)));
          must(
            opened.every(({ page }) => page.status === 200),
            'Not open',
            opened[0]?.page,
          );
          const answers = await Promise.all(opened.map(({ accept }, at) => accept(`first${at}@attack.test`)));
          must(answers.filter(({ status }) => status === 303).length === 1, 'Not one administrator', answers[0]);
          for (const node of [target, other]) {
            const again = await open(node, link);
            must(again.page.status === 410, 'Still open', again.page);
            must((await again.accept('second@attack.test')).status >= 400, 'Accepted', again.page);
          }
          const { rows } = await asOwner(
            target.product.dataDir,
            "select from identity.person where 'ADMIN' = any(roles) and not is_demo and email like 'first_@attack.test'",
          );
          must(rows.length === 1, `${rows.length} administrators`);
        } finally {
          await other.stop();
          await other.product.remove();
        }
      },
    },
  ],
};

export const ATTACKS: readonly AttackClass[] = [replay, enumeration, first];
