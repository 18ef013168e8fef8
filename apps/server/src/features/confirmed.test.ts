import { type Permission, ROLES, SENSITIVE } from '@backcounter/domain';
import { type GraphQLInputType, type GraphQLObjectType, getNamedType, isInputObjectType } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { permissionOf } from '../graphql/authorise.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { SecondFactors, StaffCaller } from '../ports/identity.ts';
import { fileApp } from '../testing/file-app.ts';
import { createSchema } from './index.ts';

/** ADMIN has a second factor: the code 123456, and a passkey that answers "signed". */
let has = true;
const secondFactors: SecondFactors = {
  has: async (_db, sub) => has && sub === 'staff-admin',
  askPasskey: async (_db, sub) => (sub === 'staff-admin' ? { options: '{}', sealed: 'sealed' } : null),
  judge: async (_db, _sub, proof) => ({
    isRight:
      typeof proof === 'string'
        ? proof === '123456'
        : 'sealed' in proof && proof.response === 'signed' && proof.sealed === 'sealed',
    waitS: 0,
    ...(typeof proof === 'object' && 'sealed' in proof && proof.response === 'copied' && { reason: 'copied passkey' }),
  }),
};

const test = await fileApp({ secondFactors });
beforeEach(async () => {
  has = true;
  await query('truncate second_factor_confirmation');
});

const query = async (text: string) => (await test.database.ownerPool.query(text)).rows;
const CREATE = `mutation($input: CreateMachineClientInput!) { createMachineClient(input: $input) { machineClient { id } } }`;
let count = 0;
const create = async () => {
  count += 1;
  const input = { clientId: `client-${count}`, name: 'Till', scopes: 'account.sync' };
  const { body } = await test.send(CREATE, { input });
  return body.errors?.[0]?.extensions.code ?? 'done';
};
const startExport = async (key: string) => {
  const input = {
    ...{ list: 'ACCOUNTS', format: 'CSV', columns: [{ key }], selection: {} },
    ...{ locale: 'en-US', timeZone: 'Europe/Berlin' },
  };
  const { body } = await test.send(
    'mutation($input: StartExportInput!) { startExport(input: $input) { job { id } } }',
    {
      input,
    },
  );
  return body.errors?.[0]?.extensions.code ?? 'done';
};
const confirm = async (input: Record<string, unknown>) => {
  const { body } = await test.send(
    'mutation($input: ConfirmSecondFactorInput!) { confirmSecondFactor(input: $input) { outcome } }',
    { input },
  );
  return body.data?.confirmSecondFactor?.outcome;
};

describe('a sensitive operation', () => {
  it.each([
    ['a code', { code: '123456' }],
    ['a passkey', { passkey: { response: 'signed', sealed: 'sealed' } }],
  ])('waits until the person has confirmed %s, and for 5 minutes', async (_name, proof) => {
    expect(await create()).toBe('second-factor.required');
    expect(await confirm(proof)).toBe('CONFIRMED');
    expect(await create()).toBe('done');
    await query("update second_factor_confirmation set expires_at = expires_at - interval '5 minutes'");
    expect(await create()).toBe('second-factor.required');
  });

  it('is not allowed by a wrong answer, or by the confirmation of another sign-in', async () => {
    const wrong = [{ code: '000000' }, {}, { passkey: { response: 'other', sealed: 'sealed' } }];
    for (const proof of wrong) expect(await confirm(proof)).toBe('WRONG_CODE');
    await query(`insert into second_factor_confirmation values ('staff-admin', 'another', now() + interval '1 hour'),
      ('staff-marketing', '', now() + interval '1 hour')`);
    expect(await create()).toBe('second-factor.required');
  });

  it('is audited with the reason when a passkey was copied', async () => {
    expect(await confirm({ passkey: { response: 'copied', sealed: 'sealed' } })).toBe('WRONG_CODE');
    const trail = `select outcome, reason from staff_audit_event where action = 'session.confirm' order by id desc limit 1`;
    expect(await query(trail)).toEqual([{ outcome: 'DENIED', reason: 'copied passkey' }]);
  });

  it('asks nothing of a person without a second factor', async () => {
    has = false;
    expect(await create()).toBe('done');
    expect(await startExport('email')).toBe('done');
  });

  it('is an export of contacts, but not one of other columns', async () => {
    expect(await startExport('email')).toBe('second-factor.required');
    expect(await startExport('number')).toBe('done');
    await confirm({ code: '123456' });
    expect(await startExport('email')).toBe('done');
  });
});

it('a job with sensitive data is not run again without it', async () => {
  await confirm({ code: '123456' });
  for (const key of ['email', 'number']) expect(await startExport(key)).toBe('done');
  await query(
    `truncate second_factor_confirmation; update job set state = 'FAILED', finished_at = now(), error_code = 'internal'`,
  );
  const jobs = await query(`select id from job where params::text like '%email%' order by id desc limit 1`);
  const retry = async () =>
    (await test.send('mutation($id: ID!) { retryJob(input: { id: $id }) { job { id } } }', { id: jobs[0].id })).body;
  expect((await retry()).errors?.[0]?.extensions.code).toBe('second-factor.required');
  await confirm({ code: '123456' });
  expect((await retry()).errors).toBeUndefined();
});

it('gives each person the request to their own passkeys', async () => {
  const ask = async (token: string) =>
    (await test.send('{ passkeyRequest { options sealed } }', {}, { token })).body.data.passkeyRequest;
  expect(await ask('admin')).toEqual({ options: '{}', sealed: 'sealed' });
  expect(await ask('marketing')).toBeNull();
});

describe('every mutation', () => {
  const caller: StaffCaller = {
    ...{ kind: 'staff', sub: 's', name: 'S', email: null, roles: ROLES, expiresAt: new Date('2099-01-01') },
  };
  const nothing = {
    selectFrom: () => nothing,
    select: () => nothing,
    where: () => nothing,
    executeTakeFirst: async () => undefined,
  };
  const context = {
    caller,
    db: nothing,
    services: { secondFactors: { has: async () => true } },
  } as unknown as RequestContext;
  const mutation = createSchema().getMutationType() as GraphQLObjectType;
  const fields = Object.values(mutation.getFields());

  it('with a sensitive permission waits for it', async () => {
    const sensitive = fields.filter((field) => SENSITIVE.has(permissionOf(field) as Permission));
    expect(sensitive.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'updateStaffMember',
        'resetStaffMember',
        'createMachineClient',
        'rotateMachineClientSecret',
      ]),
    );
    for (const field of sensitive) {
      const asked = async () => field.resolve?.({}, {}, context, undefined as never);
      await expect(asked(), field.name).rejects.toMatchObject({ code: 'second-factor.required' });
    }
  });

  it('whose input has a secret or roles has a sensitive permission', () => {
    const namesOf = (type: unknown): string[] => {
      const named = getNamedType(type as GraphQLInputType);
      if (!isInputObjectType(named)) return [];
      return Object.values(named.getFields()).flatMap(({ name, type: inner }) =>
        name === 'patch' ? namesOf(inner) : [name],
      );
    };
    const secret = fields.filter(({ args }) =>
      args.some(({ type }) => namesOf(type).some((n) => /secret|^roles$/i.test(n))),
    );
    expect(secret.map(({ name }) => name)).toContain('updateStaffMember');
    const open = secret.filter((field) => !SENSITIVE.has(permissionOf(field) as Permission));
    expect(open.map(({ name }) => name)).toEqual([]);
  });
});
