import { randomUUID } from 'node:crypto';
import { asOwner } from '../../harness/database.ts';
import { type AttackClass, must, mustBeClean } from '../attack.ts';
import type { Staff, Target } from '../target.ts';
import { withPasskey } from './passkeys.ts';

const MARKER = { 'x-backcounter-mutation': '1' };
/** A second administrator, who has the demo administrator's password. */
const SECOND = 'second' as Staff;

const setRules = ({ product: { dataDir } }: Target, isOn: boolean) =>
  asOwner(
    dataDir,
    `update approval_rule set is_on = ${isOn}, limit_value = case action when 'POINTS_ADJUST' then 5000 end
    where action in ('POINTS_ADJUST', 'ERASE')`,
  );

/** Turns the rules on, as two administrators with second factors could. */
async function prepare(target: Target): Promise<void> {
  await asOwner(
    target.product.dataDir,
    `insert into identity.person (email, name, roles, password_hash)
     select 'second@demo.test', 'Second', roles, password_hash from identity.person where email = 'admin@demo.test'
       and not exists (select from identity.person where email = 'second@demo.test')`,
  );
  await setRules(target, true);
}

const mutate = (target: Target, token: string, operation: string, input: object, fields = '{ __typename }') =>
  target.graphql(
    token,
    `mutation($i: ${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input!) { done: ${operation}(input: $i) ${fields} }`,
    { i: input },
    MARKER,
  );

const ask = async (target: Target, token: string, operation: string, input: object) => {
  const asked = await mutate(
    target,
    token,
    'requestApproval',
    { operation, variables: { input } },
    '{ approval { id contentHash } }',
  );
  must(asked.json?.data?.done != null, 'The request was refused', asked);
  return asked.json.data.done.approval as { readonly id: string; readonly contentHash: string };
};

async function refuses(answer: ReturnType<typeof mutate>, ...codes: readonly string[]): Promise<void> {
  const given = await answer;
  mustBeClean(given);
  must(codes.includes(given.code ?? ''), `Not refused with ${codes.join(' or ')}`, given);
}

/** An approver who has just confirmed a passkey. */
async function asApprover(target: Target, run: (token: string) => Promise<void>): Promise<void> {
  const token = (await target.signIn(SECOND)).access_token;
  await withPasskey(target, SECOND, async (key) => {
    const request = (await target.graphql(token, '{ passkeyRequest { options sealed } }')).json.data.passkeyRequest;
    const confirmed = await mutate(target, token, 'confirmSecondFactor', { passkey: key.get(request) }, '{ outcome }');
    must(confirmed.json?.data?.done?.outcome === 'CONFIRMED', 'The approver is not confirmed', confirmed);
    await run(token);
  });
}

const bypassed: AttackClass = {
  name: 'approval bypassed',
  covers:
    'CWE-863, CWE-841, CWE-367: own requests, other sessions, old contents, two decisions at once, machine clients',
  settings: 'open-documents',
  attempts: (target) => [
    {
      title: 'alone, by another session, by a machine client, with content swapped, and decided twice at once',
      run: async () => {
        await prepare(target);
        const [token, other] = [await target.token('admin'), (await target.signIn('admin')).access_token];
        const machine = await target.machine();
        const accounts = await target.graphql(
          token,
          '{ accounts(first: 2, filter: { state: { in: [ACTIVE] } }) { nodes { id number version } } }',
        );
        const [account, leaver] = accounts.json.data.accounts.nodes;
        const balance = async () =>
          Number(
            (
              await asOwner(target.product.dataDir, 'select balance from points_wallet where owner_id = $1', [
                account.id,
              ])
            ).rows[0]?.balance ?? 0,
          );
        const before = await balance();
        const credit = (reason: string) => ({
          ...{ owner: { type: 'ACCOUNT', id: account.id }, direction: 'CREDIT', amount: 6_000, reason },
          key: randomUUID(),
        });
        await refuses(mutate(target, token, 'adjustPoints', credit('alone')), 'approval.required');
        await refuses(mutate(target, machine, 'adjustPoints', credit('machine')), 'access.denied');
        const input = credit('asked');
        await refuses(
          mutate(target, machine, 'requestApproval', { operation: 'adjustPoints', variables: { input } }),
          'access.denied',
        );
        const request = await ask(target, token, 'adjustPoints', input);
        // The same person with another session is the same person.
        for (const by of [token, other])
          await refuses(mutate(target, by, 'approveRequest', request), 'approval.own-request');
        await refuses(mutate(target, machine, 'approveRequest', request), 'access.denied');
        const unconfirmed = (await target.signIn(SECOND)).access_token;
        await refuses(mutate(target, unconfirmed, 'approveRequest', request), 'approval.no-second-factor');
        const closing = { id: leaver.id, expectedVersion: leaver.version, reason: 'left', isPrivacyRequest: true };
        const erasure = await ask(target, token, 'closeAccount', closing);
        await asApprover(target, async (approver) => {
          await refuses(mutate(target, unconfirmed, 'approveRequest', request), 'second-factor.required');
          const old = { ...request, contentHash: erasure.contentHash };
          await refuses(mutate(target, approver, 'approveRequest', old), 'field.invalid');
          // Swapped after the click: the account is another one by now.
          await asOwner(target.product.dataDir, 'update account set version = version + 1 where id = $1', [leaver.id]);
          await refuses(mutate(target, approver, 'approveRequest', erasure), 'approval.void', 'record.conflict');
          must((await balance()) === before, 'Points were moved');
          const both = await Promise.all([1, 2].map(() => mutate(target, approver, 'approveRequest', request)));
          for (const answer of both) mustBeClean(answer);
          must(both.filter(({ code }) => code === undefined).length === 1, 'Not decided once', both[0]);
          must((await balance()) === before + 6_000, 'Not moved once');
          await setRules(target, false);
        });
      },
    },
  ],
};

export const ATTACKS: readonly AttackClass[] = [bypassed];
